import { type Database, openScratch } from "../base/sqlite.ts";
import { newDataVersion } from "../registry/file/data-versions.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import { appendToLog, demoFlag } from "./import-log.ts";
import { storeLayerCounts } from "./layer-counts.ts";
import type { ImportReport } from "./report.ts";
import { countRows } from "./verify.ts";

export interface ImportFacts {
  readonly referenceDate: string;
  readonly isDemo: boolean;
  /** Codes of gemeenten, or ALL_GEMEENTEN alone. */
  readonly area: readonly string[];
  /** Names of the extracts and labels of the boundaries. */
  readonly sources: readonly string[];
  readonly report: ImportReport;
  /** Number of changes of addresses that `continueHistory` recorded; null for none. */
  readonly addressChanges: number | null;
}

/** Writes the metadata of an imported registry, on which no handle is open; `readRegistryMeta` reads it. */
export function writeMeta(path: string, facts: ImportFacts): void {
  using db = openScratch(path);
  const { referenceDate, isDemo, area, sources, addressChanges } = facts;
  const { tallies, problems } = facts.report;
  const completedAt = new Date().toISOString();
  const dataVersion = newDataVersion(referenceDate);
  setMeta(db, {
    schema_version: String(SCHEMA_VERSION),
    reference_date: referenceDate,
    imported_at: completedAt,
    data_version: dataVersion,
    is_demo: isDemo ? "1" : "0",
    area: JSON.stringify(area),
    sources: JSON.stringify(sources),
    counts: JSON.stringify(storeLayerCounts(db, (table) => countRows(db, table))),
  });
  const recordsProcessed = Object.values(tallies).reduce((sum, tally) => sum + tally.voorkomens, 0);
  const report = { ...demoFlag(isDemo), sources, tallies, problems };
  const line = { referenceDate, completedAt, recordsProcessed, dataVersion, addressChanges, report };
  appendToLog(db, { kind: "import", ...line });
}

/** Sets keys of the table `registry`; others stay. */
export function setMeta(db: Database, values: Readonly<Record<string, string>>): void {
  const set = db.query("INSERT OR REPLACE INTO registry (key, value) VALUES (?, ?)");
  for (const [key, value] of Object.entries(values)) {
    set.run(key, value);
  }
}
