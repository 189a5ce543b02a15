/** Import log of a data folder: one row per published import or update, copied from registry to registry. */
import { join } from "node:path";
import { type Database, openReadOnly } from "../base/sqlite.ts";
import { inspectFolder } from "../registry/inspect-folder.ts";
import type { ImportProblem } from "./report.ts";

export interface LogLine {
  readonly kind: "import" | "update";
  /** YYYY-MM-DD: the date of the registry. */
  readonly referenceDate: string;
  readonly completedAt: string;
  /** Voorkomens read, including those left out; of an update, mutations. */
  readonly recordsProcessed: number;
  /** Report of what was read, done and left out; stored as JSON. */
  readonly report: LoggedImportReport | LoggedUpdateReport;
}

interface LoggedReport {
  /** True for a fictitious country; absent otherwise. */
  readonly demo?: true;
  readonly tallies: object;
  readonly problems: readonly ImportProblem[];
}

interface LoggedImportReport extends LoggedReport {
  readonly sources: readonly string[];
}

interface LoggedUpdateReport extends LoggedReport {
  readonly deliveries: readonly LoggedDelivery[];
  readonly gaps: readonly { from: string; to: string }[];
}

/** Returns the flag that a log line of a fictitious country has. */
export function demoFlag(isDemo: boolean): Pick<LoggedReport, "demo"> {
  return isDemo ? { demo: true } : {};
}

/** Key by which a delivery that was applied before is recognised. */
export interface AppliedDelivery {
  readonly from: string;
  readonly to: string;
  readonly digest: string;
}

export interface LoggedDelivery extends AppliedDelivery {
  readonly file: string;
  /** Codes of gemeenten, or 9999 for the country. */
  readonly areas: readonly string[];
}

const COLUMNS = "id, kind, completed_at, reference_date, records_processed, report";

/** Columns and table of the log in a registry of schema 5 or older. */
const LOG_BEFORE_SCHEMA_6 =
  "id, soort AS kind, completed_at, reference_date, records_processed, verslag AS report FROM importlog";

export function appendToLog(db: Database, line: LogLine): void {
  db.query(`INSERT INTO import_log (${COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?)`).run(
    line.kind,
    line.completedAt,
    line.referenceDate,
    line.recordsProcessed,
    JSON.stringify(line.report),
  );
}

/** Copies the log of the registry that `current` names, of any schema version; copies nothing when it has no log. */
export function copyLog(db: Database, dataDir: string): void {
  const status = inspectFolder(dataDir);
  if (status.state !== "pointed" || status.registry.facts === undefined) {
    return;
  }
  const insert = db.query(`INSERT INTO import_log (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`);
  for (const row of readLog(join(dataDir, status.registry.name))) {
    insert.run(row.id, row.kind, row.completed_at, row.reference_date, row.records_processed, row.report);
  }
}

function readLog(path: string): LogRow[] {
  try {
    using previous = openReadOnly(path);
    const hasLog = previous.query("SELECT 1 FROM sqlite_schema WHERE name = 'import_log'").get() !== null;
    const from = hasLog ? `${COLUMNS} FROM import_log` : LOG_BEFORE_SCHEMA_6;
    return previous.query<LogRow, []>(`SELECT ${from} ORDER BY id`).all();
  } catch {
    // Another schema may have no log or another layout; or the file was removed meanwhile.
    return [];
  }
}

interface LogRow {
  id: number;
  kind: string;
  completed_at: string;
  reference_date: string;
  records_processed: number;
  report: string;
}

/** Returns every delivery with which a registry of this data folder was updated. */
export function listAppliedDeliveries(db: Database): AppliedDelivery[] {
  const rows = db.query<{ report: string }, []>("SELECT report FROM import_log WHERE kind = 'update'").all();
  return rows.flatMap(({ report }) => (JSON.parse(report) as LoggedUpdateReport).deliveries);
}
