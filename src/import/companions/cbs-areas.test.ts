import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AreaLayer, writeAreaLayers } from "../../../test/support/extracts/area-layers.ts";
import { boxRing } from "../../../test/support/extracts/cbs-map.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { readBoundaries } from "./boundaries.ts";
import { readCbsAreas } from "./cbs-areas.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-cbs-layers-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BOX: Geometry = { type: "Polygon", rings: [boxRing(130_000, 480_000, 131_000, 481_000)] };

function fileOf(name: string, ...layers: Omit<AreaLayer, "geometries">[]): string {
  const withBox = layers.map((layer) => ({ ...layer, geometries: layer.rows.map(() => BOX) }));
  return writeAreaLayers(join(folder, name), withBox);
}

const BUURT = { buurtcode: "BU0363AF01", buurtnaam: "Marken", water: "NEE" };

test("the year is from a column, else from the layer, the label or the name of the file", () => {
  const yearOf = (name: string, label: string, layer: string, cells: object = {}) => {
    const path = fileOf(name, { name: layer, rows: [{ ...BUURT, ...cells }] });
    return readCbsAreas(path, label)!.buurtMap!.year;
  };
  expect(yearOf("a_2019.gpkg", "2020", "buurten_2021", { jaar: 2022 })).toBe(2022);
  expect(yearOf("a_2019.gpkg", "2020", "buurten_2021", { jrstatcode: "2023BU0363AF01" })).toBe(2023);
  expect(yearOf("a_2019.gpkg", "2020", "cbs_buurten_2021_v1")).toBe(2021);
  expect(yearOf("a_2019.gpkg", "CBS 2020", "buurten")).toBe(2020);
  expect(yearOf("WijkBuurtkaart_2019_v1.gpkg", "CBS", "buurten")).toBe(2019);
  const path = fileOf("b.gpkg", { name: "buurten", rows: [BUURT] });
  expect(() => readCbsAreas(path, "CBS")).toThrow(/does not tell the year .* 2025=FILE/);
});

test("codes with letters, names of the wijken, areas in water or without a code", () => {
  const rows = [BUURT, { ...BUURT, buurtcode: "BU0363AG02", buurtnaam: "IJmeer", water: "JA" }];
  const wijken = { name: "wijken", rows: [{ wijkcode: "WK0363AF", wijknaam: "Marken-Oost", water: "NEE" }] };
  const { buurtMap, veiligheidsregios } = readCbsAreas(
    fileOf("c_2025.gpkg", { name: "buurten", rows }, wijken),
    "",
  )!;
  expect([...buurtMap!.buurten]).toEqual([["BU0363AF01", "Marken"]]);
  expect([...buurtMap!.wijken]).toEqual([["WK0363AF", "Marken-Oost"]]);
  expect(veiligheidsregios).toEqual([]);
  const wrong = fileOf("d_2025.gpkg", { name: "buurten", rows: [BUURT, { ...BUURT, buurtcode: "Marken" }] });
  expect(() => readCbsAreas(wrong, "")).toThrow(/layer buurten row 2: "Marken" is not the code of a buurt/);
});

test("a file without buurten and register is none of CBS's; one with buurten alone needs no other borders", () => {
  const gemeenten = fileOf("e.gpkg", { name: "gemeenten", rows: [{ gemeentecode: "GM0457" }] });
  expect(readCbsAreas(gemeenten, "")).toBeUndefined();
  const buurten = fileOf("f.gpkg", { name: "buurten", rows: [BUURT] });
  expect(() => readBoundaries(buurten, "")).toThrow(/contains no boundaries/);
  expect(readBoundaries(buurten, "", { mayBeEmpty: true }).gemeenten.size).toBe(0);
});
