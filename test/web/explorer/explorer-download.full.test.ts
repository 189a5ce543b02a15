/** Tests what visitors can download or take from the explorer: files, commands, links to other maps. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Download, Page } from "playwright-core";
import { untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { issueKey } from "../../support/servers/serve-process.ts";

/** A street of two pages of the interface. */
const STREET = "/?street=3631/Meidoornlaan";

async function save(page: Page, name: string): Promise<{ name: string; content: Buffer }> {
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  const download: Download = await downloaded;
  return { name: download.suggestedFilename(), content: readFileSync((await download.path())!) };
}

describe.skipIf(!HAS_BROWSER)("the explorer", () => {
  const explorer = useExplorer(["--public-page", "on"]);

  test("gives all addresses of a street as CSV and GeoJSON", async () => {
    const page = await explorer.openWithoutMap(STREET);
    await untilHeading(page, "Meidoornlaan");
    const csv = await save(page, "CSV");
    expect(csv.name).toBe("Meidoornlaan.csv");
    const [header, ...rows] = csv.content.toString().trimEnd().split("\r\n");
    expect(header).toStartWith("nummeraanduiding_id,");
    const geojson = await save(page, "GeoJSON");
    const { features } = JSON.parse(geojson.content.toString());
    expect(features).toHaveLength(rows.length);
    expect(rows).toHaveLength(154);
    expect(rows.every((row) => row.includes("Meidoornlaan"))).toBe(true);
    await page.getByText("Opgeslagen bij uw downloads.").waitFor();
    await expectAccessible(page);
  });

  test("gives the command of an export to those without a key", async () => {
    const page = await explorer.openWithoutMap("/?place=3631&lang=en", {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await untilHeading(page, "Weesp");
    await page.getByRole("button", { name: "Copy command" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      "./baken export --woonplaats-id 3631 --out addresses.gpkg",
    );
  });

  /** Opens a page that has a server key. */
  async function openWithKey(open: typeof explorer.open, path: string): Promise<Page> {
    const page = await open("/embed");
    await page.evaluate(`sessionStorage.setItem("baken-key", "${issueKey(explorer.dataDir, {})}")`);
    await page.goto(explorer.urlOf(path));
    return page;
  }

  test("with a server key exports an area as a GeoPackage", async () => {
    const page = await openWithKey(explorer.openWithoutMap, "/?postcode=1384");
    await untilHeading(page, "1384");
    const geopackage = await save(page, "GeoPackage");
    expect(geopackage.name).toEndWith(".gpkg");
    expect(geopackage.content.subarray(0, 15).toString()).toBe("SQLite format 3");
  });

  test("with a server key exports what the map shows", async () => {
    const page = await openWithKey(explorer.open, "/#18.00/52.30700/5.04200");
    await page.waitForSelector('.map-ground[aria-busy="false"]', { state: "attached", timeout: 60_000 });
    const { content } = await save(page, "GeoJSON");
    const features = content
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { geometry: { coordinates: [number, number] } });
    expect(features.length).toBeGreaterThan(20);
    for (const { geometry } of features) {
      const [lng, lat] = geometry.coordinates;
      expect([Math.abs(lng - 5.042) < 0.01, Math.abs(lat - 52.307) < 0.01]).toEqual([true, true]);
    }
  });

  test("links an address to a route, a map app and its surroundings", async () => {
    const page = await explorer.openWithoutMap("/?address=0457200000521749");
    await untilHeading(page, "Keurstraat 5");
    const hrefOf = (name: string) => page.getByRole("link", { name }).getAttribute("href");
    expect(await hrefOf("Route hierheen")).toMatch(
      /^https:\/\/www\.openstreetmap\.org\/directions\?to=52\.31\d+,5\.02\d+$/,
    );
    expect(await hrefOf("Open in kaart-app")).toMatch(/^geo:52\.31\d+,5\.02\d+/);
    expect(await hrefOf("In de buurt")).toMatch(/^\/#17\/52\.31\d+\/5\.02\d+$/);
  });
});
