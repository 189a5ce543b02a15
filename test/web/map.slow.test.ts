/** Tests the map in Chromium, on the tiles of a server with the real Weesp. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import type { Browser } from "playwright-core";
import type { MapGeometry } from "../../src/pages/explorer/client/map/map-selection.ts";
import { bouwjaarClassOf } from "../../src/registry/schema/bouwjaar-classes.ts";
import { type MapPage, type MapPageOptions, openMapPage } from "../support/browser/map-page.ts";
import { expectAccessible, HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { until } from "../support/processes/until.ts";
import { type ServeProcess, startServe } from "../support/servers/serve-process.ts";

/** The Grote of Sint-Laurenskerk, as the register has it, and a point amid its nave. */
const CHURCH = { id: "0457100000054845", bouwjaar: 1462, point: { lat: 52.3073, lng: 5.0427 } };
const OLD_TOWN = { zoom: 17, lat: 52.307, lng: 5.042 };
const VIEWPORT = { width: 700, height: 500 };
const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };

function squareAround(west: number, south: number, east: number, north: number): MapGeometry {
  const [first, ...others] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  return { type: "Polygon", coordinates: [[first!, ...others, first!]] };
}

async function readData<T>(url: string, token?: string): Promise<T> {
  const response = await fetch(url, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { data: T }).data;
}

describe.skipIf(!HAS_BROWSER)("map", () => {
  let dataDir: string;
  let server: ServeProcess;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    dataDir = await makeWeespFolder();
    [server, browser] = await Promise.all([startServe(dataDir, ["--public-page", "on"]), launchBrowser()]);
    origin = new URL(server.url).origin;
  });

  afterAll(async () => {
    await browser?.close();
    await server?.signal("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Opens the map on the old town, runs a test in it, and expects no fault. */
  async function withMap(options: MapPageOptions, run: (map: MapPage) => Promise<void>): Promise<void> {
    const context = { viewport: VIEWPORT, ...options.context };
    const map = await openMapPage(browser, origin, { position: OLD_TOWN, ...options, context });
    try {
      await run(map);
      expect(map.faults).toEqual([]);
    } finally {
      await map.close();
    }
  }

  const summary = (map: MapPage) => map.page.locator(".map-years-summary").textContent();
  const slider = (map: MapPage) => map.page.getByRole("slider", { name: "Gebouwen tot en met jaar" });
  const canvas = (map: MapPage) => map.page.getByRole("region", { name: /^Kaart van gebouwen/ });

  /** Asks the interface for the panden in the view of the map; `built` selects by year. */
  async function countPanden(map: MapPage, built = "", stage = "standing"): Promise<number> {
    const session = await readData<{ token: string }>(`${origin}/session`);
    const { north, south, east, west } = await map.box();
    const url = `${server.url}/buildings/within-bbox?limit=500&filter[stage]=${stage}${built}`;
    const inBox = `${url}&north=${north}&south=${south}&east=${east}&west=${west}`;
    const panden = await readData<unknown[]>(inBox, session.token);
    expect(panden.length).toBeLessThan(500);
    return panden.length;
  }

  test("shows the panden that the registry has there", async () => {
    await withMap({}, async (map) => {
      const expected = await countPanden(map);
      expect(expected).toBeGreaterThan(100);
      const planned = await countPanden(map, "", "planned");
      expect(planned).toBeGreaterThan(0);
      expect(await summary(map)).toStartWith(`${expected} panden in beeld, en ${planned} gepland`);
      await expectAccessible(map.page);
    });
  });

  test("the time slider shows what was built by its year, by mouse and by keyboard", async () => {
    await withMap({ year: 1850 }, async (map) => {
      expect(await summary(map)).toStartWith(
        `${await countPanden(map, "&filter[bouwjaar_max]=1850")} panden`,
      );
      expect(await map.page.locator(".map-years-title").textContent()).toBe("Bouwjaar t/m 1850");
      await slider(map).press("ArrowLeft");
      expect(await slider(map).getAttribute("aria-valuetext")).toBe("1849");
      await slider(map).press("PageUp");
      await map.settle();
      expect(await map.years()).toEqual([1849, 1859]);
      expect(await summary(map)).toStartWith(
        `${await countPanden(map, "&filter[bouwjaar_max]=1859")} panden`,
      );
      const { x, y, width, height } = (await map.page.locator(".map-classes li").nth(4).boundingBox())!;
      await map.page.mouse.click(x + width / 2, y + height - 5);
      const [chosen] = await map.years();
      expect(bouwjaarClassOf(chosen!)).toBe(4);
      await map.page.getByRole("button", { name: "Toon alles" }).click();
      await map.settle();
      expect(await map.years()).toEqual([null]);
      expect(await summary(map)).toStartWith(`${await countPanden(map)} panden`);
    });
  });

  test("the place grows by itself until it is stopped", async () => {
    await withMap({}, async (map) => {
      const play = map.page.getByRole("button", { name: "Jaar na jaar afspelen" });
      await play.press("Enter");
      const shown: (number | null)[] = [];
      await until(async () => shown.push(...(await map.years())) > 5);
      await map.page.keyboard.press("Enter");
      await play.waitFor();
      await map.settle();
      shown.push(...(await map.years()));
      expect(shown).toEqual(shown.toSorted((a, b) => a! - b!));
      expect(shown[0]).toBeLessThan(1700);
      const title = map.page.locator(".map-years-title");
      expect(await title.textContent()).toBe(`Bouwjaar t/m ${shown.at(-1)}`);
    });
  });

  test("a click picks the pand under it, else the point; Enter picks the middle", async () => {
    await withMap({}, async (map) => {
      const { x, y } = await map.pixelOf(CHURCH.point);
      await map.page.mouse.click(x, y);
      expect(await map.picks()).toEqual([{ kind: "building", id: CHURCH.id }]);
      await map.show({});
      const street = { lat: 52.3074, lng: 5.04184 };
      const beside = await map.pixelOf(street);
      await map.page.mouse.click(beside.x, beside.y);
      const [pick] = await map.picks();
      expect(pick!.kind).toBe("point");
      expect(pick!.point!.lat).toBeCloseTo(street.lat, 4);
      expect(pick!.point!.lng).toBeCloseTo(street.lng, 4);
    });
    await withMap({ position: { zoom: 17, ...CHURCH.point } }, async (map) => {
      await canvas(map).press("Enter");
      expect(await map.picks()).toEqual([{ kind: "building", id: CHURCH.id }]);
    });
  });

  test("a tap on a phone picks too", async () => {
    await withMap({ context: PHONE }, async (map) => {
      const { x, y } = await map.pixelOf(CHURCH.point);
      await map.page.touchscreen.tap(x, y);
      await until(async () => (await map.picks()).some(({ id }) => id === CHURCH.id));
    });
  });

  test("a pand under the mouse is outlined, says its year and lights up its class", async () => {
    await withMap({}, async (map) => {
      const { x, y } = await map.pixelOf(CHURCH.point);
      const clip = { x: x - 60, y: y - 60, width: 120, height: 50 };
      const before = await map.page.screenshot({ clip });
      await map.page.mouse.move(x, y);
      const said = map.page.locator(".map-hover");
      expect(await said.textContent()).toBe(`Bouwjaar ${CHURCH.bouwjaar}`);
      expect(await map.page.locator(".map-classes .lit").getAttribute("title")).toBe("vóór 1700");
      await map.settle();
      expect(before.equals(await map.page.screenshot({ clip }))).toBe(false);
      await map.page.mouse.move(5, 5);
      await said.waitFor({ state: "detached" });
    });
  });

  test("arrow keys pan, plus zooms", async () => {
    await withMap({}, async (map) => {
      await canvas(map).focus();
      await map.page.keyboard.press("ArrowRight");
      await map.settle();
      const moved = await map.position();
      expect(moved.lng).toBeGreaterThan(OLD_TOWN.lng);
      expect(moved.lat).toBeCloseTo(OLD_TOWN.lat, 5);
      await map.page.keyboard.press("+");
      await map.settle();
      expect((await map.position()).zoom).toBeCloseTo(OLD_TOWN.zoom + 1, 3);
    });
  });

  test("a selection is brought into view, unless it was picked there", async () => {
    await withMap({}, async (map) => {
      const away = { point: { lat: 52.315, lng: 5.06 } } as const;
      await map.show(away);
      await map.settle();
      expect(await map.position()).toMatchObject({ zoom: 18 });
      const { x, y } = await map.pixelOf(away.point);
      expect(Math.abs(x - VIEWPORT.width / 2)).toBeLessThan(1);
      expect(y).toBeWithin(1, VIEWPORT.height);
      const before = await map.position();
      await map.page.mouse.click(40, 40);
      const [pick] = await map.picks();
      await map.show({ point: pick!.point });
      await map.settle();
      expect(await map.position()).toEqual(before);
    });
  });

  test("what a panel covers is no part of the view", async () => {
    await withMap({ coveredLeft: 200 }, async (map) => {
      const { x, y } = await map.pixelOf(CHURCH.point);
      await map.page.mouse.click(x, y);
      expect(await map.picks()).toEqual([{ kind: "building", id: CHURCH.id }]);
    });
  });

  test("another theme keeps year, selection and position", async () => {
    await withMap({ year: 1900 }, async (map) => {
      await map.show({ point: CHURCH.point });
      await map.settle();
      const [counted, position] = [await summary(map), await map.position()];
      const dark = await map.page.screenshot();
      await map.setTheme("light");
      await map.settle();
      expect(dark.equals(await map.page.screenshot())).toBe(false);
      await map.setTheme("dark");
      await map.settle();
      expect(dark.equals(await map.page.screenshot())).toBe(true);
      expect(await summary(map)).toBe(counted);
      expect(await map.position()).toEqual(position);
    });
  });

  test("while the server is away the map says so, and it recovers with a new session", async () => {
    await withMap({}, async (map) => {
      const notice = map.page.getByText("De kaart kan niet alles ophalen.");
      await server.signal("SIGKILL");
      await map.show({ area: squareAround(5.06, 52.31, 5.07, 52.315) });
      await notice.waitFor();
      server = await startServe(dataDir, ["--public-page", "on", "--port", String(server.port)]);
      await notice.waitFor({ state: "detached", timeout: 60_000 });
      await map.settle();
      expect(await summary(map)).toStartWith(`${await countPanden(map)} panden`);
    });
  });

  test("English", async () => {
    await withMap({ language: "en", year: 1900 }, async (map) => {
      expect(await map.page.locator(".map-years-title").textContent()).toBe("Year built up to 1900");
      expect(await summary(map)).toEndWith("buildings in view");
    });
  });

  test("without WebGL 2 a text says so", async () => {
    const plain = await launchBrowser(["--disable-3d-apis"]);
    try {
      const { page, faults } = await openPage(plain, { locale: "nl-NL" });
      await page.goto(`${origin}/?building=${CHURCH.id}`);
      await page.getByText("Deze browser kan de kaart niet tekenen").waitFor();
      await page.locator(".result h1").waitFor();
      expect(faults).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});
