/** Checks the styles that the map draws: pages are built without MapLibre's own checks, which cost a slow phone time. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { makeBaseMap } from "../../../../../test/support/tiles/make-base-map.ts";
import { archiveOf, groundOf, openBaseMap } from "../../../../tiles/base-maps.ts";
import { buildStyle } from "../../../../tiles/style.ts";
import { withAerial } from "./aerial.ts";
import { withHatch } from "./hatch.ts";
import { withSelection } from "./selection-layers.ts";

const tileJsonUrl = "https://adres.example/tiles.json";
const tilesUrl = "https://adres.example/base-map/{z}/{x}/{y}";

const folder = mkdtempSync(join(tmpdir(), "baken-valid-styles-"));
const archive = join(folder, "map.pmtiles");
await makeBaseMap(archive);
const baseMaps = ["none", "pdok-brt", archive].map((setting) => openBaseMap(setting));
afterAll(() => {
  for (const baseMap of baseMaps) {
    archiveOf(baseMap)?.close();
  }
  rmSync(folder, { recursive: true });
});

test.each(["light", "dark"] as const)("%s is valid on each ground, with all that the page adds", (theme) => {
  for (const baseMap of baseMaps) {
    const style = buildStyle({ theme, tileJsonUrl, ground: groundOf(baseMap, theme, tilesUrl) });
    expect(validateStyleMin(style)).toEqual([]);
    expect(validateStyleMin(withSelection(withHatch(withAerial(style)), theme, []))).toEqual([]);
  }
});

test("a property that does not exist is found", () => {
  const { layers, ...style } = buildStyle({ theme: "light", tileJsonUrl });
  const wrong = layers.map((layer) => Object.assign(layer, { paint: { "background-colour": "#fff" } }));
  expect(validateStyleMin({ ...style, layers: wrong })).toHaveLength(layers.length);
});
