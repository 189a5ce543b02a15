/** Tests the declarations of derived tables, and that their oracle (derived-tables.slow.test.ts) covers all of them. */
import { expect, test } from "bun:test";
import { type Database, openScratch } from "../../src/base/sqlite.ts";
import { ALL, type Columns } from "../../src/import/derive/derived-step.ts";
import { DERIVED_STEPS, tablesAt } from "../../src/import/steps/derived-steps.ts";
import { createGeopackageTables } from "../../src/registry/schema/geopackage.ts";
import { OBJECT_TYPES } from "../../src/registry/schema/object-types.ts";
import { createTables } from "../../src/registry/schema/schema.ts";
import { DERIVED_TABLES } from "../support/oracles/derived-tables.ts";

/** Tables that the oracle reads or leaves alone; equality-with-import.slow.test.ts and country-fuzz compare them. */
const OTHER_TABLES = [
  ...["registry", "import_log", "record_change"],
  ...Object.values(OBJECT_TYPES).map(({ table }) => table),
  ...["voorkomen", "ended_object", "unresolved_reference", "boundary", "gemeentenaam"],
  ...["wijk", "buurt", "veiligheidsregio"],
  ...["adres", "pand_adres", "search_index"],
  // Tables of history: derived from the files alone, or empty until updates fill them.
  ...["gemeente_woonplaats", "recent_object"],
  ...["old_key", "old_link", "former_name", "former_filter", "change_month", "in_onderzoek", "timeline"].map(
    (table) => `recent_${table}`,
  ),
  ...Object.values(OBJECT_TYPES).map(({ table }) => `recent_${table}_voorkomen`),
];

test("every table of a registry is filled by the oracle or listed as another", () => {
  using db = openScratch(":memory:");
  createTables(db);
  const tables = db.query("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat() as string[];
  expect(tables.toSorted()).toEqual([...DERIVED_TABLES, ...OTHER_TABLES].toSorted());
});

test("steps declare columns that a registry has, and all tables that the oracle compares", () => {
  using db = openScratch(":memory:");
  createGeopackageTables(db);
  createTables(db);
  const declared = DERIVED_STEPS.flatMap(({ reads, writes }) => [reads, writes]).flatMap(listColumns);
  expect(declared.filter((column) => !exists(db, column))).toEqual([]);
  const written = new Set(DERIVED_STEPS.flatMap(({ writes }) => Object.keys(writes)));
  expect(DERIVED_TABLES.filter((table) => !written.has(table))).toEqual([]);
});

function listColumns(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
}

function exists(db: Database, column: string): boolean {
  const [table, name] = column.split(".") as [string, string];
  const names = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat();
  return table === "rtree" || (names.length > 0 && (ALL.some((all) => all === name) || names.includes(name)));
}

test("no step reads a column that a later step writes", () => {
  const faults = DERIVED_STEPS.flatMap(({ name, reads }, at) =>
    DERIVED_STEPS.slice(at + 1).flatMap((later) =>
      listColumns(reads)
        .filter((column) => listColumns(later.writes).some((other) => isSame(column, other)))
        .map((column) => `${name} reads ${column}, which ${later.name} writes`),
    ),
  );
  expect(faults).toEqual([]);
});

function isSame(column: string, other: string): boolean {
  const [[table, name], [otherTable, otherName]] = [column.split("."), other.split(".")];
  return table === otherTable && (name === otherName || [name, otherName].some((each) => each === ALL[0]));
}

test("the steps of each kind", () => {
  const named = Object.groupBy(DERIVED_STEPS, ({ kind }) => kind);
  const kinds = Object.entries(named).map(([kind, steps]) => [kind, steps.map(({ name }) => name)]);
  expect(Object.fromEntries(kinds)).toEqual({
    tally: ["counts", "statistics", "raster of panden"],
    "keyed rows": ["postcodes"],
    "small values": ["gemeenten", "counts of larger areas"],
    own: [
      ...["adressen", "panden", "search index", "borders of gemeenten", "years of panden"],
      ...["postcodegebieden", "lists by gebruiksdoel", "built-up area", "spatial indexes"],
      "outlines of areas",
    ],
  });
});

test("the tables of an import's threads", () => {
  expect(
    Object.fromEntries((["panden", "adressen", "search"] as const).map((at) => [at, tablesAt(at)])),
  ).toEqual({
    panden: ["pand_cells", "pand_leaf", "pand_raster"],
    adressen: ["postcode", "woonplaats_tally", "postcodegebied_tally", "buurt_tally", "woonplaats_bouwjaar"],
    search: ["search_index"],
  });
});
