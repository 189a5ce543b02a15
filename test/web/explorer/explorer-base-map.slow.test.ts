/** Tests the grounds of the map: a PMTiles file of the server, PDOK's grey map and the aerial picture. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { useExplorer } from "../../support/browser/explorer.ts";
import { HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { until } from "../../support/processes/until.ts";
import { makeBaseMap } from "../../support/tiles/make-base-map.ts";

const WEESP = "#15.00/52.30800/5.04200";
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function untilDrawn(page: Page): Promise<void> {
  await page.waitForSelector('.map-ground[aria-busy="false"]', { state: "attached", timeout: 60_000 });
}

describe.skipIf(!HAS_BROWSER)("a PMTiles file", () => {
  const folder = mkdtempSync(join(tmpdir(), "baken-ground-"));
  const path = join(folder, "weesp.pmtiles");
  beforeAll(() => makeBaseMap(path));
  afterAll(() => rmSync(folder, { recursive: true }));
  const explorer = useExplorer(["--public-page", "on", "--base-map", path]);

  test("lies under the map, from this server alone, and its makers are named", async () => {
    const asked: URL[] = [];
    const page = await explorer.open("/embed");
    page.on("request", (request) => asked.push(new URL(request.url())));
    await page.goto(explorer.urlOf(`/${WEESP}`));
    await page.getByText("cut out for a test").waitFor();
    await untilDrawn(page);
    const origin = new URL(explorer.urlOf("/")).origin;
    expect(new Set(asked.map((url) => url.origin))).toEqual(new Set([origin]));
    expect(asked.some(({ pathname }) => pathname.startsWith("/base-map/14/"))).toBe(true);
    expect(await page.getByRole("button", { name: "Luchtfoto" }).count()).toBe(0);
  });
});

describe.skipIf(!HAS_BROWSER)("PDOK's maps", () => {
  const explorer = useExplorer(["--public-page", "on", "--base-map", "pdok-brt"]);

  test("have the aerial picture as a choice, which the link keeps", async () => {
    const asked: string[] = [];
    const page = await explorer.open("/embed");
    await page.route("https://service.pdok.nl/**", async (route) => {
      asked.push(route.request().url());
      await route.fulfill({
        body: PIXEL,
        contentType: "image/png",
        headers: { "access-control-allow-origin": "*" },
      });
    });
    const isAerial = () => asked.some((url) => url.includes("/luchtfotorgb/"));
    await page.goto(explorer.urlOf(`/${WEESP}`));
    const button = page.getByRole("button", { name: "Luchtfoto" });
    await button.waitFor();
    await untilDrawn(page);
    expect([asked.some((url) => url.includes("/brt/achtergrondkaart/")), isAerial()]).toEqual([true, false]);
    await button.click();
    await until(isAerial);
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    await page.getByText("Beeldmateriaal.nl").waitFor();
    expect(new URL(page.url()).hash).toBe(`${WEESP}/aerial`);
    asked.length = 0;
    await page.goto(explorer.urlOf("/embed"));
    await page.goto(explorer.urlOf(`/${WEESP}/aerial`));
    await until(isAerial);
    expect(await button.getAttribute("aria-pressed")).toBe("true");
    await button.click();
    await until(() => new URL(page.url()).hash === WEESP);
  });
});
