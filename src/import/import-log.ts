/** Import log of a data folder: one row per published import or update, copied from registry to registry. */
import { join } from "node:path";
import { type Database, openReadOnly } from "../base/sqlite.ts";
import { inspectFolder } from "../registry/inspect-folder.ts";
import type { Trouble } from "./report.ts";
import type { AppliedDelivery } from "./update/order-deliveries.ts";

export interface LogLine {
  readonly soort: "import" | "update";
  /** YYYY-MM-DD: the date of the registry. */
  readonly referenceDate: string;
  readonly completedAt: string;
  /** Voorkomens read, including those left out; of an update, mutations. */
  readonly recordsProcessed: number;
  /** Report of what was read, done and left out; stored as JSON. */
  readonly verslag: ImportVerslag | UpdateVerslag;
}

interface Verslag {
  /** True for a fictitious country; absent otherwise. */
  readonly demo?: true;
  readonly tallies: object;
  readonly troubles: readonly Trouble[];
}

export interface ImportVerslag extends Verslag {
  readonly sources: readonly string[];
}

export interface UpdateVerslag extends Verslag {
  readonly deliveries: readonly LoggedDelivery[];
  readonly gaps: readonly { from: string; to: string }[];
}

/** Returns the mark that a log line of a fictitious country has. */
export function demoMark(isDemo: boolean): Pick<Verslag, "demo"> {
  return isDemo ? { demo: true } : {};
}

export interface LoggedDelivery extends AppliedDelivery {
  readonly file: string;
  /** Codes of gemeenten, or 9999 for the country. */
  readonly areas: readonly string[];
}

const COLUMNS = "id, soort, completed_at, reference_date, records_processed, verslag";

export function appendToLog(db: Database, line: LogLine): void {
  db.query(`INSERT INTO importlog (${COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?)`).run(
    line.soort,
    line.completedAt,
    line.referenceDate,
    line.recordsProcessed,
    JSON.stringify(line.verslag),
  );
}

/** Copies the log of the registry that `current` names, of any schema version; copies nothing when it has no log. */
export function carryLog(db: Database, dataDir: string): void {
  const verdict = inspectFolder(dataDir);
  if (verdict.state !== "pointed" || verdict.registry.facts === undefined) return;
  const insert = db.query(`INSERT INTO importlog (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`);
  for (const row of readLog(join(dataDir, verdict.registry.name)))
    insert.run(row.id, row.soort, row.completed_at, row.reference_date, row.records_processed, row.verslag);
}

function readLog(path: string): LogRow[] {
  try {
    using before = openReadOnly(path);
    return before.query<LogRow, []>(`SELECT ${COLUMNS} FROM importlog ORDER BY id`).all();
  } catch {
    // Another schema may have no log or another layout; or the file was removed meanwhile.
    return [];
  }
}

interface LogRow {
  id: number;
  soort: string;
  completed_at: string;
  reference_date: string;
  records_processed: number;
  verslag: string;
}

/** Returns every delivery with which a registry of this data folder was updated. */
export function listAppliedDeliveries(db: Database): AppliedDelivery[] {
  const rows = db
    .query<{ verslag: string }, []>("SELECT verslag FROM importlog WHERE soort = 'update'")
    .all();
  return rows.flatMap(({ verslag }) => (JSON.parse(verslag) as UpdateVerslag).deliveries);
}
