/**
 * Derives everything from a registry's base tables and `adres`: by the steps of an update, and by those of an import.
 */
import { type Database, openScratch } from "../../../src/base/sqlite.ts";
import {
  deriveGemeenteBorders,
  deriveGemeenten,
  derivePostcodegebieden,
} from "../../../src/import/derive/areas-derive.ts";
import {
  updateGemeenteBorders,
  updateGemeenten,
  updatePostcodegebieden,
} from "../../../src/import/derive/areas-update.ts";
import { deriveCounts, updateCounts } from "../../../src/import/derive/counts.ts";
import { deriveDoelen, updateDoelen } from "../../../src/import/derive/doelen.ts";
import { derivePostcodes, updatePostcodes } from "../../../src/import/derive/postcodes.ts";
import { deriveOutlines, updateOutlines } from "../../../src/import/derive/spatial/outlines.ts";
import { updatePandCells } from "../../../src/import/derive/spatial/pand-cells.ts";
import { updatePandRaster } from "../../../src/import/derive/spatial/pand-raster.ts";
import { derivePandTables } from "../../../src/import/derive/spatial/pand-tables-derive.ts";
import { deriveRtrees, updateRtrees } from "../../../src/import/derive/spatial/rtrees.ts";
import { deriveStatistics, updateStatistics } from "../../../src/import/derive/statistics.ts";
import { ImportReport } from "../../../src/import/report.ts";
import { dropIndexTriggers, rtreeName } from "../../../src/registry/schema/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../src/registry/schema/schema.ts";

/** Input of an update beside the changed rows. */
export interface Membership {
  readonly gemeenteByWoonplaats: ReadonlyMap<number, number>;
  /** Date as YYYYMMDD. */
  readonly referenceDate: number;
}

const LAYERS = Object.keys(FEATURE_TABLES) as FeatureTable[];

/** Returns the steps of an update by name, in order; the first reads `membership` when it runs. */
export function updateSteps(
  db: Database,
  { membership, report }: { membership: Membership; report: ImportReport },
): [name: string, step: () => void][] {
  return [
    ["updateGemeenten", () => updateGemeenten(db, membership)],
    ["updateCounts", () => updateCounts(db)],
    ["updatePostcodes", () => updatePostcodes(db)],
    ["updateGemeenteBorders", () => updateGemeenteBorders(db, report)],
    ["updateStatistics", () => updateStatistics(db)],
    ["updatePostcodegebieden", () => updatePostcodegebieden(db, report)],
    ["updateDoelen", () => updateDoelen(db)],
    ["updatePandCells", () => updatePandCells(db)],
    ["updateRtrees", () => updateRtrees(db)],
    ["updateOutlines", () => updateOutlines(db, report)],
    ["updatePandRaster", () => updatePandRaster(db)],
  ];
}

/** Empties all derived tables of a registry and fills them as an import does. */
export function rederiveTables(path: string, membership: Membership): ImportReport {
  const report = new ImportReport();
  {
    using db = openScratch(path);
    db.run("ATTACH '' AS work");
    db.run("BEGIN");
    clearDerived(db);
    deriveGemeenten(db, membership);
    deriveCounts(db);
    derivePostcodes(db);
    deriveGemeenteBorders(db, report);
    deriveStatistics(db);
    derivePostcodegebieden(db, report);
    deriveDoelen(db);
    derivePandTables(db);
    deriveOutlines(db, report);
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
