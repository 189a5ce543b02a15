/** Writes the facts of an import, and the numbers of rows of the layers. */
import type { HistoryChoice } from "../base/setting-values.ts";
import { type Database, openScratch } from "../base/sqlite.ts";
import { type AttachedFile, attachedMeta } from "../registry/file/attached-files.ts";
import { newDataVersion } from "../registry/file/new-data-version.ts";
import type { RegistryMeta } from "../registry/file/registry-meta.ts";
import { ANALYST_LAYERS, tableBehind } from "../registry/schema/analyst-layers.ts";
import { SCHEMA_VERSION } from "../registry/schema/schema.ts";
import { appendToLog, demoFields } from "./import-log.ts";
import type { ImportReport } from "./report.ts";
import { countTableRows } from "./verify.ts";

export interface ImportFacts {
  readonly referenceDate: string;
  readonly isDemo: boolean;
  readonly sample: string | undefined;
  /** Codes of gemeenten, or ALL_GEMEENTEN alone. */
  readonly area: readonly string[];
  /** Names of the extracts and labels of the boundaries. */
  readonly sources: readonly string[];
  readonly historyChoice: HistoryChoice;
  readonly attached: readonly AttachedFile[];
  readonly report: ImportReport;
  /** Number of changes of records that `continueHistory` recorded; null for none. */
  readonly recordChanges: number | null;
}

/** Writes the metadata of an imported registry, on which no handle is open; `readRegistryMeta` reads it. */
export function writeMeta(path: string, facts: ImportFacts): void {
  using db = openScratch(path);
  const { referenceDate, isDemo, area, sources, historyChoice, attached, recordChanges } = facts;
  const { tallies, problems } = facts.report;
  const completedAt = new Date().toISOString();
  const dataVersion = newDataVersion(referenceDate);
  setMeta(db, {
    schema_version: String(SCHEMA_VERSION),
    reference_date: referenceDate,
    imported_at: completedAt,
    data_version: dataVersion,
    is_demo: isDemo ? "1" : "0",
    ...(facts.sample !== undefined && { sample: facts.sample }),
    area: JSON.stringify(area),
    sources: JSON.stringify(sources),
    history: historyChoice,
    ...Object.assign({}, ...attached.map(attachedMeta)),
    counts: JSON.stringify(storeLayerCounts(db, (table) => countTableRows(db, table))),
  });
  const recordsProcessed = Object.values(tallies).reduce((sum, tally) => sum + tally.voorkomens, 0);
  const report = { ...demoFields(facts), sources, tallies, problems };
  const line = { referenceDate, completedAt, recordsProcessed, dataVersion, recordChanges, report };
  appendToLog(db, { kind: "import", ...line });
}

/** Sets keys of the table `registry`; others stay. */
export function setMeta(db: Database, values: Readonly<Record<string, string>>): void {
  const set = db.query("INSERT OR REPLACE INTO registry (key, value) VALUES (?, ?)");
  for (const [key, value] of Object.entries(values)) {
    set.run(key, value);
  }
}

/** Table of each count of a registry. */
const COUNTED_TABLES = {
  adressen: "adres",
  panden: "pand",
  woonplaatsen: "woonplaats",
  gemeenten: "gemeente",
} as const satisfies Record<keyof RegistryMeta["counts"], string>;

/**
 * Stores the number of rows of every layer but `import_log`, whose rows depend on how the registry was made. `count`
 * returns the number of rows of a table or view. Returns the counts of the registry. GDAL and QGIS read these numbers
 * in the GeoPackage.
 */
export function storeLayerCounts(db: Database, count: (table: string) => number): RegistryMeta["counts"] {
  const layers = db
    .query<{ name: string }, []>(
      "SELECT table_name AS name FROM gpkg_contents WHERE table_name <> 'import_log'",
    )
    .all()
    .map(({ name }) => name);
  const tableOf = (layer: string) => {
    const view = ANALYST_LAYERS.find(({ name }) => name === layer);
    return (view && tableBehind(view)) ?? layer;
  };
  const counts = new Map([...new Set(layers.map(tableOf))].map((table) => [table, count(table)]));
  const store = db.query(
    "INSERT OR REPLACE INTO gpkg_ogr_contents (table_name, feature_count) VALUES (?, ?)",
  );
  for (const layer of layers) {
    store.run(layer, counts.get(tableOf(layer))!);
  }
  const counted = Object.entries(COUNTED_TABLES).map(([key, table]) => [key, counts.get(table)]);
  return Object.fromEntries(counted);
}
