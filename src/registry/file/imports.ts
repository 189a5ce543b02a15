import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "./snapshot.ts";

/** Import or update that was published in this data folder. */
export interface ImportRecord {
  id: number;
  /** ISO 8601, UTC. */
  completed_at: string;
  /** Number of voorkomens read, those left out included; for an update, the number of mutations in its deliveries. */
  records_processed: number;
  /** True when the resulting registry is a sample or an invented country. */
  demo: boolean;
}

const COLUMNS = "id, completed_at, records_processed, json_extract(report, '$.demo') IS NOT NULL AS demo";
const IMPORTS = `SELECT ${COLUMNS} FROM import_log ORDER BY id`;

/** Lists the imports and updates up to this registry, oldest first: every publish copies the log of its data folder. */
export const listImports = memoizePerObject((s: Snapshot): readonly ImportRecord[] =>
  s.statement<ImportRow>(IMPORTS).all().map(withBooleanDemo),
);

/** Log entry as shown to the owner of the data folder. */
export interface LogEntry extends ImportRecord {
  kind: "import" | "update";
  /** Reference date of the resulting registry, YYYY-MM-DD. */
  reference_date: string;
  /** Date ranges between deliveries for which none was applied, as update --allow-gap recorded them. */
  gaps: { from: string; to: string }[];
  /** Place of the sample that was imported; null for other data. */
  sample: string | null;
}

const ENTRIES = `SELECT ${COLUMNS}, kind, reference_date, json_extract(report, '$.sample') AS sample,
  coalesce(json_extract(report, '$.gaps'), '[]') AS gaps FROM import_log`;

/** Lists the last `limit` entries of the log, newest first. */
export function listLatestEntries(s: Snapshot, limit: number): LogEntry[] {
  return readEntries(s, `${ENTRIES} ORDER BY id DESC LIMIT ${Number(limit)}`);
}

/** Lists the gaps of updates since the last import; an import reads everything, so earlier gaps are closed. */
export function listGaps(s: Snapshot): LogEntry["gaps"] {
  const lastImport = "SELECT coalesce(max(id), 0) FROM import_log WHERE kind = 'import'";
  return readEntries(s, `${ENTRIES} WHERE id > (${lastImport}) ORDER BY id`).flatMap(({ gaps }) => gaps);
}

function readEntries(s: Snapshot, sql: string): LogEntry[] {
  const rows = s.statement<EntryRow>(sql).all();
  return rows.map((row) => ({ ...withBooleanDemo(row), gaps: JSON.parse(row.gaps) }));
}

/** Row as SQLite returns it: booleans are numbers. */
type ImportRow = Omit<ImportRecord, "demo"> & { demo: number };
type EntryRow = Omit<LogEntry, "demo" | "gaps"> & { demo: number; gaps: string };

function withBooleanDemo<T extends { demo: number }>(row: T): Omit<T, "demo"> & { demo: boolean } {
  return { ...row, demo: row.demo === 1 };
}
