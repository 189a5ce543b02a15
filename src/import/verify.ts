/** Verifies the contents of a new registry before it may be served; integrity-checks.ts verifies the file. */
import type { Database } from "../base/sqlite.ts";
import { rtreeName } from "../registry/schema/geopackage.ts";
import { OBJECT_TYPES, TYPE_CODES } from "../registry/schema/object-types.ts";
import { FEATURE_TABLES, type FeatureTable } from "../registry/schema/schema.ts";
import { refuseImport } from "./refuse.ts";
import type { ImportReport } from "./report.ts";

/** Maximum share of a type's objects that may be skipped as unusable. */
const MAX_SKIPPED_SHARE = 0.01;

/**
 * Throws `import_refused` for a registry that misses objects or addresses that every country has, skipped too many
 * unusable objects, or has an incomplete spatial index.
 */
export function verifyContents(db: Database, report: ImportReport): void {
  verifyPresence(db, report);
  verifyLayers(db);
}

function verifyPresence(db: Database, report: ImportReport): void {
  for (const code of TYPE_CODES) {
    const { table, required } = OBJECT_TYPES[code];
    const loaded = countTableRows(db, table);
    if (required && loaded === 0) {
      refuseImport(
        `no ${table} of type ${code} is in force on the extract's date; an extract must have at least one`,
      );
    }
    const skipped = report.countSkipped(code);
    if (skipped > 10 && skipped > (loaded + skipped) * MAX_SKIPPED_SHARE) {
      refuseImport(
        `${skipped} of ${loaded + skipped} objects of type ${code} cannot be read, e.g. ${firstExample(report, code)}`,
      );
    }
  }
  if (countTableRows(db, "adres") === 0) {
    refuseImport(
      "the registry would have no address: no existing object refers to an existing nummeraanduiding",
    );
  }
}

function firstExample(report: ImportReport, code: string): string {
  const problem = report.problems.find((entry) => entry.about === code && entry.kind === "skipped");
  return `${problem?.examples[0]}: ${problem?.reason}`;
}

function verifyLayers(db: Database): void {
  for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
    const rows = countTableRows(db, table);
    const indexed = countTableRows(db, `${rtreeName(table)}_rowid`);
    if (rows !== indexed) {
      refuseImport(`the spatial index of ${table} holds ${indexed} of ${rows} rows`);
    }
  }
}

export function countTableRows(db: Database, table: string): number {
  return db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n;
}
