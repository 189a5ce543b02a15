import { expect, test } from "bun:test";
import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { buildStyle } from "../../../../tiles/style.ts";
import { withRows } from "./row-style.ts";

test.each(["light", "dark"] as const)("%s is valid with rows", (theme) => {
  const style = buildStyle({ theme, tileJsonUrl: "https://adres.example/tiles.json" });
  expect(validateStyleMin(withRows(style, theme, [[5.04, 52.31, 1, 0]]))).toEqual([]);
});
