/** Derives the tables of a registry again from its base tables and `adres`, as an import does. */
import { type Database, openScratch } from "../../../src/base/sqlite.ts";
import type { DeriveContext, DerivedStep } from "../../../src/import/derive/derived-step.ts";
import { derivePandTables } from "../../../src/import/derive/spatial/pand-tables-derive.ts";
import { deriveRtrees } from "../../../src/import/derive/spatial/rtrees.ts";
import { ImportReport } from "../../../src/import/report.ts";
import { DERIVED_STEPS } from "../../../src/import/steps/derived-steps.ts";
import { dropIndexTriggers, rtreeName } from "../../../src/registry/schema/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../src/registry/schema/schema.ts";

const LAYERS = Object.keys(FEATURE_TABLES) as FeatureTable[];

/** Steps that fill `adres`, the links to panden and `search_index`, which the oracle leaves alone. */
const OTHER_STEPS = ["adressen", "panden", "search index"];

export const ORACLE_STEPS: readonly DerivedStep[] = DERIVED_STEPS.filter(
  ({ name }) => !OTHER_STEPS.includes(name),
);

/** Empties all derived tables of a registry and fills them as an import does. */
export function rederiveTables(path: string, gemeenten: DeriveContext["gemeenten"]): ImportReport {
  const report = new ImportReport();
  {
    using db = openScratch(path);
    db.run("ATTACH '' AS work");
    db.run("BEGIN");
    clearDerived(db);
    for (const { derive } of ORACLE_STEPS) {
      derive?.(db, { report, gemeenten });
    }
    derivePandTables(db);
    db.run("COMMIT");
  }
  deriveRtrees(path, []);
  return report;
}

/** Tables that the steps fill; test/update/derived-tables.test.ts fails when one of the schema is missing here. */
export const DERIVED_TABLES: readonly string[] = [
  ...["provincie", "gemeente", "postcode", "postcodegebied", "pand_leaf", "pand_raster"],
  ...["pand_cells", "area_outline"],
  ...["woonplaats_tally", "woonplaats_bouwjaar", "postcodegebied_tally", "buurt_tally"],
  ...["doel_oppervlakte", "doel_oppervlakte_block", "doel_oppervlakte_tally", "doel_woonplaats"],
  "doel_woonplaats_tally",
];

function clearDerived(db: Database): void {
  dropIndexTriggers(db);
  for (const table of DERIVED_TABLES) {
    db.run(`DELETE FROM ${table}`);
  }
  db.run(`UPDATE woonplaats
    SET gemeente_code = NULL, adres_count = 0, pand_count = 0, openbare_ruimte_count = 0`);
  db.run("UPDATE openbare_ruimte SET adres_count = 0");
  db.run("UPDATE buurt SET adres_count = 0");
  db.run("UPDATE gpkg_contents SET min_x = NULL, min_y = NULL, max_x = NULL, max_y = NULL");
  for (const table of LAYERS) {
    db.run(`DROP TABLE ${rtreeName(table)}`);
  }
}

/** Returns all rows of all tables by name, as sorted texts; R*Trees as their boxes. */
export function dumpTables(db: Database): Map<string, string[]> {
  const names = db
    .query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'rtree_*_*_*'")
    .values() as [string][];
  return new Map(names.map(([name]) => [name, dumpTable(db, name)]));
}

function dumpTable(db: Database, table: string): string[] {
  const rows = db.query(`SELECT * FROM ${table}`).values();
  return rows.map((row) => row.map(dumpValue).join(" ; ")).sort();
}

/** Formats a value: numbers with all digits, the same for integer and float; blobs as length and hash. */
function dumpValue(value: unknown): string {
  return value instanceof Uint8Array ? `${value.length} bytes ${Bun.hash(value)}` : String(value);
}

/** Returns the first rows that only one of two dumps has, by table; empty when they are equal. */
export function differencesBetween(a: Map<string, string[]>, b: Map<string, string[]>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((table) => {
    const [left, right] = [new Set(a.get(table)), new Set(b.get(table))];
    const rowsOnlyIn = (side: Set<string>, other: Set<string>, mark: string) =>
      [...side.difference(other)].slice(0, 3).map((row) => `${table} ${mark} ${row}`);
    return [...rowsOnlyIn(left, right, "<"), ...rowsOnlyIn(right, left, ">")];
  });
}
