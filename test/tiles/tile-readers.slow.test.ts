/** Other readers of the tiles: GDAL, and MapLibre on the page that docs/tiles.md shows, in Chromium on another origin. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeTile } from "../../src/tiles/make-tile.ts";
import { HAS_BROWSER, launchBrowser, openPage } from "../support/browser/open-browser.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";
import { readTile } from "../support/tiles/read-tile.ts";

const ROOT = join(import.meta.dir, "../..");
const dataDir = await makeWeespFolder();
const registry = openRegistry(dataDir, (error) => {
  throw error;
});
const s = registry.current()!;
const workDir = mkdtempSync(join(tmpdir(), "baken-tiles-"));
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
  rmSync(workDir, { recursive: true });
});

describe.skipIf(!hasProgram("ogrinfo", "gdal-bin"))("GDAL", () => {
  test.each([
    [14, 8421, 5389],
    [16, 33687, 21558],
    [12, 2105, 1347],
    [9, 263, 168],
  ])("reads every layer of tile %d/%d/%d", async (z, x, y) => {
    const bytes = makeTile(s, z, x, y)!;
    const folder = join(workDir, `${z}/${x}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${y}.mvt`);
    await Bun.write(file, bytes);
    for (const [layer, features] of Object.entries(readTile(bytes))) {
      const { stdout, exitCode } = Bun.spawnSync(["ogrinfo", "-so", "-oo", "CLIP=NO", `MVT:${file}`, layer]);
      const text = stdout.toString();
      expect(exitCode).toBe(0);
      expect(text).toContain(`Feature Count: ${features.length}\n`);
      expect(text).toContain(
        layer === "plaats" || layer === "straat" || layer === "adres" ? "Point" : "Polygon",
      );
      for (const field of Object.keys(features[0]!.properties)) {
        expect(text).toContain(`\n${field}: `);
      }
    }
  });

  test("places the panden where the registry has them", () => {
    const file = join(workDir, "14/8421/5389.mvt");
    const { id } = readTile(readFileSync(file)).pand![1000]!;
    const layer = ["-oo", "CLIP=NO", `MVT:${file}`, "pand", "-where", `mvt_id = ${id}`];
    const { stdout } = Bun.spawnSync(["ogrinfo", ...layer]);
    const [, x, y] = /POLYGON \(\(+(\d+\.?\d*) (\d+\.?\d*)/.exec(stdout.toString())!;
    const { bouwjaar, minX, minY } = s.db
      .query<{ bouwjaar: number; minX: number; minY: number }, [number]>(
        "SELECT bouwjaar, minx AS minX, miny AS minY FROM pand JOIN rtree_pand_geom ON id = fid WHERE fid = ?",
      )
      .get(id!)!;
    expect(stdout.toString()).toContain(`bouwjaar (Integer) = ${bouwjaar}`);
    const transformed = Bun.spawnSync(["gdaltransform", "-s_srs", "EPSG:3857", "-t_srs", "EPSG:28992"], {
      stdin: Buffer.from(`${x} ${y}\n`),
    });
    const [rdX = 0, rdY = 0] = transformed.stdout.toString().split(" ").map(Number);
    // Within the size of a building; PROJ without correction grids is off by up to a metre.
    expect(Math.abs(rdX - minX)).toBeLessThan(60);
    expect(Math.abs(rdY - minY)).toBeLessThan(60);
  });
});

const MAPLIBRE = join(ROOT, "node_modules/maplibre-gl/dist");
const EXAMPLE = { server: "https://adres.example.nl", key: "2|bkn_…" };

/** Returns the page of docs/tiles.md with the address and the key of a server. */
function documentedPage(server: string, key: string): string {
  const text = readFileSync(join(ROOT, "docs/tiles.md"), "utf8");
  const [, page] = /^```html\n(.*?)^```$/ms.exec(text)!;
  expect(page).toContain(EXAMPLE.server);
  expect(page).toContain(EXAMPLE.key);
  // The test asks the map, which the page keeps to itself.
  return page!
    .replace(EXAMPLE.server, server)
    .replace(EXAMPLE.key, key)
    .replace("const map = new Map(", "const map = globalThis.map = new Map(");
}

describe.skipIf(!HAS_BROWSER)("the page of docs/tiles.md", () => {
  test("draws the panden, names and borders, hides what was built later, and tells a pand's year", async () => {
    using site = openSite();
    const browser = await launchBrowser();
    const { page, faults, close } = await openPage(browser, { viewport: { width: 900, height: 600 } });
    await page.goto(site.url);
    await page.waitForFunction("globalThis.map?.loaded() && globalThis.map.areTilesLoaded()");
    const count = (layer: string) =>
      page.evaluate((name) => {
        const { map } = globalThis as unknown as { map: { queryRenderedFeatures(of: object): unknown[] } };
        return map.queryRenderedFeatures({ layers: [name] }).length;
      }, layer);
    const all = await count("pand");
    expect(all).toBeGreaterThan(500);
    expect(await count("straat-label")).toBeGreaterThan(5);
    expect(await count("land-provincie")).toBeGreaterThan(0);
    await page.evaluate("globalThis.map.setGlobalStateProperty('year', 1900)");
    await page.waitForFunction(
      `globalThis.map.areTilesLoaded() && globalThis.map.queryRenderedFeatures({ layers: ["pand"] }).length < ${all}`,
    );
    const yearsOf = (layer: string) =>
      page.evaluate((name) => {
        const { map } = globalThis as unknown as {
          map: { queryRenderedFeatures(of: object): { properties: { bouwjaar?: number } }[] };
        };
        return map.queryRenderedFeatures({ layers: [name] }).map(({ properties }) => properties.bouwjaar);
      }, layer);
    const years = await yearsOf("pand");
    expect(years.length).toBeGreaterThan(50);
    expect(years.filter((year) => year === undefined || year > 1900)).toEqual([]);
    // Streets that were not there yet have no name.
    const streets = await yearsOf("straat-label");
    expect(streets.length).toBeGreaterThan(1);
    expect(streets.filter((year) => year !== undefined && year > 1900)).toEqual([]);
    await page.evaluate("globalThis.map.setGlobalStateProperty('year', 9999)");
    await page.waitForFunction(
      `globalThis.map.areTilesLoaded() && globalThis.map.queryRenderedFeatures({ layers: ["pand"] }).length === ${all}`,
    );
    await clickPand(page);
    await page.getByText(/^Pand 0457100000\d{6}, built in \d{4}/).waitFor();
    expect(faults).toEqual([]);
    await close();
    await browser.close();
  }, 120_000);
});

/** Clicks the first pand east of the middle of the map. */
async function clickPand(page: import("playwright-core").Page): Promise<void> {
  const point = await page.evaluate(() => {
    interface Drawn {
      queryRenderedFeatures(box: [[number, number], [number, number]], of: object): unknown[];
    }
    const { map } = globalThis as unknown as { map: Drawn };
    for (let x = 450; x < 850; x += 5) {
      const corner: [number, number] = [x, 350];
      if (map.queryRenderedFeatures([corner, corner], { layers: ["pand"] }).length > 0) {
        return { x, y: 350 };
      }
    }
    throw new Error("there is no pand east of the middle");
  });
  await page.mouse.click(point.x, point.y);
}

async function fileResponse(path: string): Promise<Response> {
  const file = Bun.file(path);
  return (await file.exists()) ? new Response(file) : new Response(null, { status: 404 });
}

/** Serves the page with MapLibre's files on one origin, and baken on another. */
function openSite() {
  const app = createApp({ dataDir });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => app.fetch(request, () => "127.0.0.1"),
  });
  const site = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      return pathname === "/"
        ? new Response(html, { headers: { "content-type": "text/html" } })
        : fileResponse(join(MAPLIBRE, pathname));
    },
  });
  const keys = openKeyStore(dataDir);
  const { token } = keys.create({
    name: "site",
    kind: "browser",
    origins: [site.url.origin],
  });
  keys.close();
  app.reload();
  const html = documentedPage(server.url.origin, token);
  return {
    url: site.url.href,
    [Symbol.dispose]() {
      void site.stop(true);
      void server.stop(true);
      app.close();
    },
  };
}
