import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "../../base/sqlite.ts";
import { readGemeenteNames } from "./gemeente-names.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-names-gpkg-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a GeoPackage whose layers hold these rows; returns its path. */
function gpkgOf(layers: Record<string, Record<string, string | number | null>[]>): string {
  const path = join(folder, "areas.gpkg");
  rmSync(path, { force: true });
  using db = new Database(path, { create: true });
  db.run("CREATE TABLE gpkg_contents (table_name TEXT)");
  for (const [layer, rows] of Object.entries(layers)) {
    db.run("INSERT INTO gpkg_contents VALUES (?)", [layer]);
    db.run(`CREATE TABLE ${layer} (${Object.keys(rows[0]!).join(", ")})`);
    for (const row of rows) {
      db.run(`INSERT INTO ${layer} VALUES (${Object.keys(row).fill("?").join(", ")})`, Object.values(row));
    }
  }
  return path;
}

const AREA = {
  naam: "Weesp",
  code: "0457",
  ligt_in_provincie_code: "27",
  ligt_in_provincie_naam: "Noord-Holland",
};
const LAND = { naam: "Nederland", code: "6030" };

test("reads the gemeenten of Bestuurlijke Gebieden, with or without the letters before a code", () => {
  const rows = readGemeenteNames(
    gpkgOf({
      landgebied: [LAND],
      provinciegebied: [{ naam: "Utrecht", code: "26", ligt_in_land_code: "6030" }],
      gemeentegebied: [
        AREA,
        { ...AREA, naam: "'s-Gravenhage", code: "GM0518", ligt_in_provincie_code: "PV28" },
      ],
    }),
  );
  const always = { begin: 0, end: 9999_99_99 };
  expect(rows).toEqual([
    { code: 457, naam: "Weesp", provincieNumber: 27, ...always },
    { code: 518, naam: "'s-Gravenhage", provincieNumber: 28, ...always },
  ]);
});

test.each([
  [{ landgebied: [LAND] }, "names no gemeente: expected a layer with code, naam and ligt_in_provincie_code."],
  [{ gebied: [{ ...AREA, naam: null }] }, "layer gebied row 1: the naam is empty."],
  [{ gebied: [AREA, { ...AREA, code: "x" }] }, 'layer gebied row 2: gemeentecode "x" is not a number'],
  [
    { gebied: [{ ...AREA, ligt_in_provincie_code: "32" }] },
    'layer gebied row 1: provinciecode "32" is not one',
  ],
])("refuses %j", (layers, message) => {
  expect(() => readGemeenteNames(gpkgOf(layers))).toThrow(message);
});

test("refuses names in a view, and leaves other views alone", () => {
  const path = gpkgOf({ gebied: [AREA] });
  using db = new Database(path);
  const addView = (name: string, columns: string) => {
    db.run(`CREATE VIEW ${name} AS SELECT ${columns} FROM gebied`);
    db.run("INSERT INTO gpkg_contents VALUES (?)", [name]);
  };
  addView("codes", "code");
  expect(readGemeenteNames(path)).toMatchObject([{ code: 457 }]);
  addView("names", "*");
  expect(() => readGemeenteNames(path)).toThrow("names is a view");
});

test("refuses a damaged GeoPackage", () => {
  const path = join(folder, "areas.gpkg");
  writeFileSync(path, `SQLite format 3\0${"x".repeat(200)}`);
  expect(() => readGemeenteNames(path)).toThrow("cannot be read as a GeoPackage");
});
