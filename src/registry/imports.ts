import type { Snapshot } from "./snapshot.ts";

/** An import or update that was published in this data folder. */
export interface ImportRecord {
  id: number;
  /** ISO 8601, UTC. */
  completed_at: string;
  /** Voorkomens read, those left out included; of an update, the mutations of its deliveries. */
  records_processed: number;
  /** The registry that it led to is a fictitious country. */
  demo: boolean;
}

const COLUMNS = "id, completed_at, records_processed, json_extract(verslag, '$.demo') IS NOT NULL AS demo";
const IMPORTS = `SELECT ${COLUMNS} FROM importlog ORDER BY id`;
const known = new WeakMap<Snapshot, readonly ImportRecord[]>();

/** What led to this registry, oldest first: every registry carries the log of its data folder on. */
export function listImports(s: Snapshot): readonly ImportRecord[] {
  let imports = known.get(s);
  if (imports === undefined) {
    imports = s.statement<ImportRow>(IMPORTS).all().map(withDemo);
    known.set(s, imports);
  }
  return imports;
}

/** A line of the log as its data folder's owner reads it. */
export interface LogEntry extends ImportRecord {
  soort: "import" | "update";
  /** YYYY-MM-DD: the data's date from then on. */
  reference_date: string;
  /** Days between deliveries that nobody brought, as update --allow-gap recorded them. */
  gaps: { from: string; to: string }[];
}

const ENTRIES = `SELECT ${COLUMNS}, soort, reference_date,
  coalesce(json_extract(verslag, '$.gaps'), '[]') AS gaps FROM importlog`;

/** The last lines of the log, newest first. */
export function listLatestEntries(s: Snapshot, limit: number): LogEntry[] {
  return readEntries(s, `${ENTRIES} ORDER BY id DESC LIMIT ${Number(limit)}`);
}

/** The updates with gaps since the last import, which read everything: what they lack, this registry lacks. */
export function listGaps(s: Snapshot): LogEntry["gaps"] {
  const lastImport = "SELECT coalesce(max(id), 0) FROM importlog WHERE soort = 'import'";
  return readEntries(s, `${ENTRIES} WHERE id > (${lastImport}) ORDER BY id`).flatMap(({ gaps }) => gaps);
}

function readEntries(s: Snapshot, sql: string): LogEntry[] {
  const rows = s.statement<EntryRow>(sql).all();
  return rows.map((row) => ({ ...withDemo(row), gaps: JSON.parse(row.gaps) }));
}

/** As SQLite gives it, which has no booleans. */
type ImportRow = Omit<ImportRecord, "demo"> & { demo: number };
type EntryRow = Omit<LogEntry, "demo" | "gaps"> & { demo: number; gaps: string };

function withDemo<T extends { demo: number }>(row: T): Omit<T, "demo"> & { demo: boolean } {
  return { ...row, demo: row.demo === 1 };
}
