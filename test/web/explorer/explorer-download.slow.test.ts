/** Tests what visitors can download or take from the explorer: files, commands, links to other maps. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Download, Page } from "playwright-core";
import { untilHeading, useExplorer } from "../../support/browser/explorer.ts";
import { expectAccessible, HAS_BROWSER } from "../../support/browser/open-browser.ts";
import { hasProgram } from "../../support/processes/find-program.ts";
import { issueKey } from "../../support/servers/serve-process.ts";
import { openInDutch } from "../../support/tables/open-in-dutch.ts";

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

  test("gives all addresses of a street as GeoJSON", async () => {
    const page = await explorer.openWithoutMap(STREET);
    await untilHeading(page, "Meidoornlaan");
    const geojson = await save(page, "GeoJSON");
    expect(geojson.name).toBe("Meidoornlaan.geojson");
    const { features } = JSON.parse(geojson.content.toString());
    expect(features).toHaveLength(154);
    for (const { id, geometry, properties } of features) {
      expect([id, properties.straatnaam]).toEqual([properties.nummeraanduiding_id, "Meidoornlaan"]);
      expect(geometry).toEqual({ type: "Point", coordinates: [properties.longitude, properties.latitude] });
    }
    await page.getByText("Opgeslagen bij uw downloads.").waitFor();
    await expectAccessible(page);
  });

  test.skipIf(!hasProgram("soffice", "libreoffice-calc")).each([
    ["Excel", "xlsx"],
    ["CSV", "csv"],
  ])(
    "gives all addresses of a street as %s, which a Dutch Excel opens",
    async (button, extension) => {
      const page = await explorer.openWithoutMap(STREET);
      await untilHeading(page, "Meidoornlaan");
      const { name, content } = await save(page, button);
      expect(name).toBe(`Meidoornlaan.${extension}`);
      const file = join(mkdtempSync(join(tmpdir(), "baken-saved-")), name);
      writeFileSync(file, content);
      const { columns, cells } = await openInDutch(file);
      rmSync(dirname(file), { recursive: true });
      expect(cells).toHaveLength(154);
      const column = (of: string) => cells.map((row) => row[columns.indexOf(of)]);
      expect(new Set(column("straatnaam"))).toEqual(new Set(["Meidoornlaan"]));
      expect(new Set(column("nummeraanduiding_id")).size).toBe(154);
      for (const id of column("nummeraanduiding_id")) {
        expect(id).toMatch(/^0457\d{12}$/);
      }
      for (const latitude of column("latitude")) {
        expect([typeof latitude, Math.floor(latitude as number)]).toEqual(["number", 52]);
      }
    },
    60_000,
  );

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

  test("says that it saved nothing where no map has a box", async () => {
    const page = await openWithKey(explorer.openWithoutMap, "/");
    await page.getByRole("button", { name: "GeoJSON", exact: true }).click();
    await page.getByText("Het bestand kon niet worden gemaakt.").waitFor();
  });

  test.each(["address=0457200000521749", "q=keurstraat+5+weesp"])(
    "links the address of ?%s to a route, a map app and its surroundings",
    async (query) => {
      const page = await explorer.openWithoutMap(`/?${query}`);
      await untilHeading(page, "Keurstraat 5");
      // There is nothing to download.
      await page.getByRole("heading", { name: "Route en afdrukken" }).waitFor();
      expect(await page.getByRole("heading", { name: "Downloaden" }).count()).toBe(0);
      const hrefOf = (name: string) => page.getByRole("link", { name }).getAttribute("href");
      expect(await hrefOf("Route hierheen")).toMatch(
        /^https:\/\/www\.openstreetmap\.org\/directions\?to=52\.31\d+,5\.02\d+$/,
      );
      expect(await hrefOf("Open in kaart-app")).toMatch(/^geo:52\.31\d+,5\.02\d+/);
      expect(await hrefOf("In de buurt")).toMatch(/^\/#17\/52\.31\d+\/5\.02\d+$/);
    },
  );
});
