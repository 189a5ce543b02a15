/** Checks the styles that the map draws: pages are built without MapLibre's own checks, which cost a slow phone time. */
import { expect, test } from "bun:test";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { groundOf } from "../../../../tiles/base-maps.ts";
import { buildStyle } from "../../../../tiles/style.ts";
import { withAerial } from "./aerial.ts";
import { withHatch } from "./hatch.ts";
import { withSelection } from "./selection-layers.ts";

const tileJsonUrl = "https://adres.example/tiles.json";

test.each(["light", "dark"] as const)("%s is valid on each ground, with all that the page adds", (theme) => {
  for (const kind of ["none", "pdok-brt"] as const) {
    const style = buildStyle({ theme, tileJsonUrl, ground: groundOf({ kind }, theme, "") });
    expect(validateStyleMin(style)).toEqual([]);
    expect(validateStyleMin(withSelection(withHatch(withAerial(style)), theme, []))).toEqual([]);
  }
});

test("a property that does not exist is found", () => {
  const { layers, ...style } = buildStyle({ theme: "light", tileJsonUrl });
  const wrong = layers.map((layer) => Object.assign(layer, { paint: { "background-colour": "#fff" } }));
  expect(validateStyleMin({ ...style, layers: wrong })).toHaveLength(layers.length);
});
