/** Tests that links of the explorer keep the current view, and that a phone shows the map first, under a sheet. */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { searchBox, untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER, layoutShift } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";
import { issueKey } from "../../support/servers/serve-process.ts";

/** Address beside the Keurstraat, and a place of the map where it cannot be seen. */
const CARD = "/?address=0457200000521749";
const ELSEWHERE = "#15.00/52.29000/5.06000";
/** Zoom of the tiles that a close view is drawn from. */
const CLOSE_ZOOM = 15;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const hash = (page: Page) => new URL(page.url()).hash;
const themeOf = (page: Page) => page.evaluate("document.documentElement.dataset.theme");

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForSelector('.map-ground[aria-busy="false"]', { state: "attached", timeout: 60_000 });
}

describe.skipIf(!HAS_BROWSER)("links", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("keep card, place, year and theme; another hash moves the map, and Copy link gives all but the theme", async () => {
    const page = await explorer.open(`${CARD}${ELSEWHERE}/1950/dark`, {
      colorScheme: "light",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await untilHeading(page, "Keurstraat 5");
    await untilDrawn(page);
    expect(await themeOf(page)).toBe("dark");
    await page.getByText("t/m 1950").waitFor();
    // The map does not move to the object of the card, because the link also has a position of the map.
    expect(hash(page)).toBe(`${ELSEWHERE}/1950/dark`);
    await page.getByRole("button", { name: "Kopieer link" }).click();
    await page.getByText("Gekopieerd").waitFor();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(
      page.url().replace(/.dark$/, ""),
    );

    await page.evaluate("location.hash = '#16.00/52.31000/5.04000/light'");
    await page.getByText("alle jaren").waitFor();
    await untilDrawn(page);
    expect([hash(page), await themeOf(page)]).toEqual(["#16.00/52.31000/5.04000/light", "light"]);

    // The map moves to the next opened object again.
    await searchBox(page).fill("1384");
    await page.keyboard.press("Enter");
    await untilHeading(page, "1384");
    await until(() => !hash(page).startsWith("#16.00/52.31000/5.04000"));
  });

  test("begin the map where the link leads: no tile of the whole area is asked for", async () => {
    const page = await explorer.open("/");
    const zooms = new Set<number>();
    page.context().on("request", (request) => {
      const zoom = /\/tiles\/(\d+)\/\d+\/\d+\.mvt/.exec(request.url())?.[1];
      if (zoom !== undefined) {
        zooms.add(Number(zoom));
      }
    });
    await untilDrawn(page);
    expect([...zooms].every((zoom) => zoom < CLOSE_ZOOM)).toBeTrue();
    zooms.clear();
    await page.goto(new URL(CARD, page.url()).href);
    await untilHeading(page, "Keurstraat 5");
    await untilDrawn(page);
    expect([...zooms]).toEqual([CLOSE_ZOOM]);
    await until(() => hash(page) !== "");
  });

  test("a period of a chart shows what stood at its end, a copied link of a search the address that it found", async () => {
    const page = await explorer.open("/?place=3631", { permissions: ["clipboard-read", "clipboard-write"] });
    await untilHeading(page, "Weesp");
    await untilDrawn(page);
    await page.getByRole("button", { name: "vóór 1700" }).click();
    await page.locator(".map-slider input[aria-valuetext='1699']").waitFor();
    expect(hash(page)).toMatch(/\/1699$/);
    await searchBox(page).fill("1382kt 5a");
    await page.keyboard.press("Enter");
    await untilHeading(page, "Keurstraat 5a");
    await page.getByRole("button", { name: "Kopieer link" }).click();
    await page.getByRole("button", { name: "Gekopieerd" }).waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toMatch(/\/\?address=0457200000\d{6}#[\d./]+\/1699$/);
  });

  test("on a phone the map comes first, a tap on it raises the sheet, and nothing jumps", async () => {
    const page = await explorer.open("/", PHONE);
    await untilHeading(page, "Weesp: 12.034 adressen");
    await untilDrawn(page);
    expect(await layoutShift(page)).toBeLessThan(0.05);
    const top = async () => (await page.locator(".panel-body").boundingBox())!.y;
    expect(await top()).toBeGreaterThan(700);
    await page.touchscreen.tap(100, 430);
    await page.locator(".result h1").waitFor();
    await until(async () => (await top()) < 500);
    expect(await page.evaluate("scrollY")).toBe(0);
    const heights = [await top()];
    for (const name of ["Toon alles", "Toon de kaart", "Toon meer"]) {
      await page.getByRole("button", { name }).tap();
      await page.getByRole("button", { name }).waitFor({ state: "detached" });
      heights.push(await top());
    }
    const [half, full, peek, again] = heights;
    expect([full! < half!, half! < peek!, again]).toEqual([true, true, half]);
    await page.mouse.move(195, half! + 12);
    await page.mouse.down();
    await page.mouse.move(195, 200, { steps: 5 });
    await page.mouse.up();
    expect(await top()).toBe(full!);
    // No part of the map covers a sheet of full height.
    const covering = await page.evaluate(() => {
      // biome-ignore lint/suspicious/noExplicitAny: tests are compiled without the types of browsers.
      const { document } = globalThis as any;
      const { x, y } = document.querySelector(".maplibregl-ctrl-attrib").getBoundingClientRect();
      return document.elementFromPoint(x + 5, y + 5).closest(".map-pane") !== null;
    });
    expect(covering).toBe(false);
  });

  test("a search and a period lower a whole sheet on a phone, a link in it does not", async () => {
    const page = await explorer.open("/?place=3631", PHONE);
    await untilHeading(page, "Weesp");
    await untilDrawn(page);
    const sheet = (height: string) => page.locator(`[data-sheet="${height}"]`).waitFor();
    const raise = async () => {
      await page.locator(".sheet-handle").tap();
      await sheet("full");
    };
    await raise();
    await page.getByRole("button", { name: "vóór 1700" }).tap();
    await sheet("half");
    await raise();
    await searchBox(page).fill("1382kt 5a");
    await page.keyboard.press("Enter");
    await untilHeading(page, "Keurstraat 5a");
    await sheet("half");
    await raise();
    await page.getByRole("link", { name: "Keurstraat", exact: true }).first().tap();
    await untilHeading(page, "Keurstraat");
    await sheet("full");
    await searchBox(page).fill("pampuslaan 42");
    await page.getByRole("option", { name: "Pampuslaan 42" }).first().tap();
    await untilHeading(page, "Pampuslaan 42");
    await sheet("half");
  });

  test("a card on a phone shifts nothing while it comes", async () => {
    const page = await explorer.openWithoutMap(CARD, PHONE);
    await untilHeading(page, "Keurstraat 5");
    await page.getByText("Andere adressen in dit pand").waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.05);
    const desktop = await explorer.openWithoutMap("/");
    await untilHeading(desktop, "Weesp: 12.034 adressen");
    expect(await layoutShift(desktop)).toBeLessThan(0.05);
  });
});

describe.skipIf(!HAS_BROWSER)("a server that wants a key", () => {
  const explorer = useExplorer([]);

  test("is asked for no tile, and for nothing again and again, with a key that it refuses", async () => {
    const page = await explorer.open("/embed");
    await page.evaluate("sessionStorage.setItem('baken-key', '1|bkn_wrong')");
    const refused: string[] = [];
    page.on("response", (response) => {
      if (response.status() === 401) {
        refused.push(new URL(response.url()).pathname);
      }
    });
    await page.goto(explorer.urlOf("/"));
    await page.getByLabel("API-sleutel").waitFor();
    const paths = ["/tiles.json", "/tiles/style.json", "/tiles/style.json"];
    await until(() => refused.length >= paths.length);
    await page.getByLabel("API-sleutel").fill(issueKey(explorer.dataDir, {}));
    await page.keyboard.press("Enter");
    await untilDrawn(page);
    expect(refused.toSorted()).toEqual(paths);
  });
});
