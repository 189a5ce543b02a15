/** Serves a PMTiles file as base map: its tiles, the style over them, who may have them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, createApp } from "../../src/app.ts";
import { makeDataFolder, ORIGIN, openHarness } from "../support/servers/http-harness.ts";
import { BASE_MAP_ATTRIBUTION, makeBaseMap } from "../support/tiles/make-base-map.ts";
import { readTile } from "../support/tiles/read-tile.ts";

const TILE = "/base-map/14/8421/5389.mvt";
const folder = mkdtempSync(join(tmpdir(), "baken-base-map-"));
const path = join(folder, "weesp.pmtiles");
const dataDir = makeDataFolder();
const { token, close } = openHarness(dataDir);
let app: App;
beforeAll(async () => {
  await makeBaseMap(path);
  app = createApp({ dataDir, baseMap: path });
});
afterAll(() => {
  app.close();
  close();
  rmSync(folder, { recursive: true });
});

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = `Bearer ${token}`;
  return await app.fetch(new Request(ORIGIN + path, { headers: { authorization, ...headers } }));
}

test("its tiles are served whole, with a validator; 204 where it has none", async () => {
  const response = await ask(TILE);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/vnd.mapbox-vector-tile",
  ]);
  const layers = readTile(new Uint8Array(await response.arrayBuffer()));
  expect(Object.keys(layers).toSorted()).toEqual(["buildings", "earth", "landuse", "roads", "water"]);
  const etag = response.headers.get("etag")!;
  expect((await ask(TILE, { "if-none-match": etag })).status).toBe(304);
  expect((await ask("/base-map/14/1/1.mvt")).status).toBe(204);
  expect((await ask("/base-map/14/99999/1.mvt")).status).toBe(422);
});

test("its tiles need a key as ours do; without a base map there is no such path", async () => {
  expect((await ask(TILE, { authorization: "" })).status).toBe(401);
  const without = createApp({ dataDir });
  const request = new Request(ORIGIN + TILE, { headers: { authorization: `Bearer ${token}` } });
  expect((await without.fetch(request)).status).toBe(404);
  without.close();
});

test.each(["light", "dark"])("%s draws it below our layers, with nothing of others", async (theme) => {
  const style = JSON.parse(await (await ask(`/tiles/style.json?theme=${theme}`)).text());
  expect(style.sources["base-map"]).toEqual({
    ...{ type: "vector", tiles: [`${ORIGIN}/base-map/{z}/{x}/{y}.mvt`], minzoom: 8, maxzoom: 14 },
    ...{ bounds: [4.9, 52.2, 5.2, 52.4], attribution: BASE_MAP_ATTRIBUTION },
  });
  const ids: string[] = style.layers.map(({ id }: { id: string }) => id);
  expect(ids).toContain("base-map-water");
  expect(ids.findLastIndex((id) => id.startsWith("base-map-"))).toBeLessThan(ids.indexOf("pand_cell"));
  const sourceLayers = style.layers.map((layer: Record<string, string>) => layer["source-layer"]);
  expect(sourceLayers).not.toContain("buildings");
  // Labels of the base map would need its fonts and pictures, which are elsewhere.
  const labels = style.layers.filter(({ type }: { type: string }) => type === "symbol");
  expect(new Set(labels.map(({ source }: { source: string }) => source))).toEqual(new Set(["baken"]));
  expect([style.glyphs, style.sprite]).toEqual([undefined, undefined]);
});

test("an invalid file ends the start with its reason", () => {
  const other = join(folder, "other.pmtiles");
  writeFileSync(other, "no archive ".repeat(20));
  expect(() => createApp({ dataDir, baseMap: other })).toThrow("no PMTiles file of version 3");
  expect(() => createApp({ dataDir, baseMap: join(folder, "absent.pmtiles") })).toThrow("--base-map");
});
