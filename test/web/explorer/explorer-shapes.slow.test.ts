/** Tests that the explorer can be read and pressed in small windows, and what its map shows while it loads. */
import { describe, expect, test } from "bun:test";
import { brotliCompressSync } from "node:zlib";
import type { Locator, Page, Route } from "playwright-core";
import { typeSearch, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";

/** An address in a building with many. */
const ADDRESS = "/?address=0457200000521749";
const LAND = "#d6d2c8";
const WATER = "#b4c3ca";

async function boxOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/** Returns the colour of a pixel of the page, as `#rrggbb`. */
async function colourAt(page: Page, x: number, y: number): Promise<string> {
  const png = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return await page.evaluate(async (base64) => {
    // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
    const { document, Image } = globalThis as any;
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = document.createElement("canvas").getContext("2d");
    context.drawImage(image, 0, 0);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  }, png.toString("base64"));
}

describe.skipIf(!HAS_BROWSER)("the explorer", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("the map goes to a chosen address while its open legend leaves little room", async () => {
    const page = await explorer.open("/", { viewport: { width: 844, height: 390 } });
    await page.getByRole("button", { name: "Legenda tonen" }).click();
    await typeSearch(page, "keurstraat 5a weesp");
    await page.getByRole("option").first().click();
    await page.getByText("panden in beeld").waitFor({ timeout: 60_000 });
  });

  test.each([
    [844, 390],
    [320, 640],
  ])("legend and buttons of the map do not cover each other at %d×%d", async (width, height) => {
    const page = await explorer.open(ADDRESS, { viewport: { width, height } });
    await page.getByRole("button", { name: "Legenda tonen" }).click();
    await page.getByText("panden in beeld").waitFor({ timeout: 60_000 });
    const [legend, buttons] = [
      await boxOf(page.locator(".map-years")),
      await boxOf(page.locator(".map-buttons")),
    ];
    expect(legend.right).toBeLessThanOrEqual(buttons.left);
    const search = await boxOf(page.locator(".search"));
    const isBeside = legend.left >= search.right;
    expect(isBeside || legend.top >= search.bottom).toBe(true);
    // The rest can be scrolled to.
    await page.locator(".map-lines").scrollIntoViewIfNeeded();
    expect((await boxOf(page.locator(".map-lines"))).bottom).toBeLessThanOrEqual(legend.bottom);
  });

  test.each([320, 390, 1280])("boxes of numbers fill their rows at %d pixels", async (width) => {
    for (const path of ["/", "/?place=3631", ADDRESS, "/?street=0457300000000125", "/?postcode=1382KT"]) {
      const page = await explorer.openWithoutMap(path, { viewport: { width, height: 800 } });
      const figures = page.locator(".figures").first();
      await figures.waitFor({ state: "attached" });
      const rows = await figures.evaluate((list) => {
        const { right } = list.getBoundingClientRect();
        const ends = new Map<number, number>();
        for (const box of list.children) {
          const { top, right: end } = box.getBoundingClientRect();
          ends.set(top, Math.max(ends.get(top) ?? 0, end));
        }
        return [...ends.values()].map((end) => right - end);
      });
      expect(rows.length).toBeGreaterThan(0);
      for (const gap of rows) {
        expect(gap).toBeLessThanOrEqual(2);
      }
    }
  });

  test("street and number of a suggestion are on one line on the narrowest phones", async () => {
    const page = await explorer.openWithoutMap("/", { viewport: { width: 320, height: 640 } });
    await typeSearch(page, "gemeenschapspolderweg 8");
    const labels = page.locator(".option-label");
    await labels.getByText("801").waitFor();
    const heights = await labels.evaluateAll((all) =>
      all.map((label) => label.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(3);
    expect(Math.max(...heights)).toBeLessThan(30);
  });

  test.each([320, 360, 375, 390])("the menu can be read at %d pixels", async (width) => {
    const page = await explorer.openWithoutMap("/", { viewport: { width, height: 640 } });
    const menu = await page.locator(".site-header nav").evaluate((nav) => ({
      hidden: nav.scrollWidth - nav.clientWidth,
      sizes: [...nav.children].map((link) =>
        Number.parseFloat(nav.ownerDocument.defaultView!.getComputedStyle(link).fontSize),
      ),
    }));
    expect(menu.hidden).toBe(0);
    expect(menu.sizes).toHaveLength(4);
    expect(Math.min(...menu.sizes)).toBeGreaterThanOrEqual(14);
  });

  test.each(["nl", "en"])("the header fits every width in %s", async (lang) => {
    const page = await explorer.openWithoutMap(`/?lang=${lang}`);
    for (const width of [320, 400, 401, 480, 481, 560, 660, 661, 800]) {
      await page.setViewportSize({ width, height: 640 });
      const ends = await page
        .locator(".site-header > *")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right));
      expect(Math.max(...ends), `${width} pixels`).toBeLessThanOrEqual(width);
    }
  });

  test("the scripts of the start page and its map are at most 44 KB, two before it answers, besides the library of the map", async () => {
    // Browsers load six files at a time, and the search box waits for all scripts that the document names.
    const named = (await (await fetch(explorer.urlOf("/"))).text()).match(/(src|href)="[^"]+\.js"/g)!;
    expect(named.length).toBeLessThanOrEqual(2);
    const page = await explorer.open("/");
    await page.locator(".map-ground[aria-busy=false]").waitFor({ state: "attached" });
    const names = await page.evaluate<string[]>(
      `performance.getEntriesByType("resource").map(({ name }) => name)`,
    );
    const scripts = new Set(names.filter((name) => /assets\/(?!maplibre)[^?]*\.js/.test(name)));
    expect(scripts.size).toBeGreaterThan(1);
    // Compressed here, because a server that has just started sends gzip until it has made the smaller form.
    const sizes = [...scripts].map(
      async (name) => brotliCompressSync(await (await fetch(name)).bytes()).length,
    );
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(44_000);
  });

  test("what the map needs is asked for at once, not piece after piece", async () => {
    const page = await explorer.openBlank();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(explorer.urlOf("/"));
    await page.locator(".map-ground[aria-busy=false]").waitFor({ state: "attached" });
    const [, , mapScript] = asked.filter((path) => /^\/assets\/(?!maplibre).*\.js$/.test(path));
    const atOnce = asked.slice(0, asked.indexOf("/session"));
    expect(atOnce).toContain(mapScript!);
    for (const part of [/maplibre-library/, /maplibre-starter/, /maplibre.*\.css$/]) {
      expect(atOnce.some((path) => part.test(path))).toBe(true);
    }
  });

  test("the nearest numbers of a street stand apart from the link to it", async () => {
    const page = await explorer.openWithoutMap("/?q=keurstraat+999-a,+weesp");
    const heading = page.getByRole("heading", { name: "Dichtstbijzijnde nummers" });
    await heading.waitFor();
    const chip = page.getByRole("link", { name: "Keurstraat, Weesp" });
    expect((await boxOf(heading)).top - (await boxOf(chip)).bottom).toBeGreaterThanOrEqual(16);
  });

  // Both are in the bounding box of the sample, outside its gemeente. A map that starts far out has no own ground.
  test.each([
    ["near by", "/#15.00/52.32900/5.10500"],
    ["far out", "/#9.00/52.40000/5.20000"],
  ])(
    "land that is loading is no water %s, and outside the data is",
    async (_, place) => {
      const page = await explorer.openBlank({ colorScheme: "light", deviceScaleFactor: 1 });
      const held: Route[] = [];
      let isHeld = true;
      await page.route(/\/tiles\/\d+\//, (route) => (isHeld ? void held.push(route) : route.continue()));
      await page.goto(explorer.urlOf(place));
      await until(() => held.length > 0);
      await until(async () => (await colourAt(page, 860, 420)) === LAND);
      isHeld = false;
      await Promise.all(held.map((route) => route.continue()));
      await until(async () => (await colourAt(page, 860, 420)) === WATER);
    },
    90_000,
  );
});
