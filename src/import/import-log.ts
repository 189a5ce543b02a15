/** Import log of a data folder: one row per published import or update, copied from registry to registry. */
import { type Database, openReadOnly } from "../base/sqlite.ts";
import type { RegistryMeta } from "../registry/file/registry-meta.ts";
import type { ImportProblem } from "./report.ts";

export interface LogLine {
  readonly kind: "import" | "update";
  /** YYYY-MM-DD: the date of the registry. */
  readonly referenceDate: string;
  readonly completedAt: string;
  /** Voorkomens read, including those left out; of an update, mutations. */
  readonly recordsProcessed: number;
  /** Version of the registry that results (registry/file/data-versions.ts). */
  readonly dataVersion: string;
  /** Number of its rows in `record_change`; null when none are kept (registry/schema/schema.ts). */
  readonly recordChanges: number | null;
  /** Report of the files read, the objects kept and the objects left out; stored as JSON. */
  readonly report: LoggedImportReport | LoggedUpdateReport;
}

interface LoggedReport {
  /** True for the sample and for invented countries; absent otherwise. */
  readonly demo?: true;
  /** Place of the sample; absent otherwise. */
  readonly sample?: string;
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

/** Returns the fields that mark the log line of a sample or an invented country. */
export function demoFields({
  isDemo,
  sample,
}: Pick<RegistryMeta, "isDemo" | "sample">): Pick<LoggedReport, "demo" | "sample"> {
  return { ...(isDemo && { demo: true }), ...(sample !== undefined && { sample }) };
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

const COLUMNS =
  "id, kind, completed_at, reference_date, records_processed, report, data_version, record_changes";

/** Columns and table of the log in registries of earlier schemas, by a column that tells them apart. */
const EARLIER_LOGS = [
  [
    "address_changes",
    "kind, completed_at, reference_date, records_processed, report, data_version",
    "import_log",
  ],
  [
    "report",
    "kind, completed_at, reference_date, records_processed, report, NULL AS data_version",
    "import_log",
  ],
  [
    "verslag",
    "soort AS kind, completed_at, reference_date, records_processed, verslag AS report, NULL AS data_version",
    "importlog",
  ],
] as const;

export function appendToLog(db: Database, line: LogLine): void {
  insertRow(db, {
    id: null,
    kind: line.kind,
    completed_at: line.completedAt,
    reference_date: line.referenceDate,
    records_processed: line.recordsProcessed,
    report: JSON.stringify(line.report),
    data_version: line.dataVersion,
    record_changes: line.recordChanges,
  });
}

/** Copies the log of a registry of any schema version; copies nothing when it has no log. */
export function copyLog(db: Database, previous: string): void {
  for (const row of readLog(previous)) {
    insertRow(db, row);
  }
}

interface LogRow {
  readonly id: number | null;
  readonly kind: string;
  readonly completed_at: string;
  readonly reference_date: string;
  readonly records_processed: number;
  readonly report: string;
  readonly data_version: string | null;
  readonly record_changes: number | null;
}

function insertRow(db: Database, row: LogRow): void {
  db.query(`INSERT INTO import_log (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`).run(
    row.id,
    row.kind,
    row.completed_at,
    row.reference_date,
    row.records_processed,
    row.report,
    row.data_version,
    row.record_changes,
  );
}

function readLog(path: string): LogRow[] {
  try {
    using previous = openReadOnly(path);
    return previous.query<LogRow, []>(`SELECT ${logSql(previous)} ORDER BY id`).all();
  } catch {
    // Another schema may have no log or another layout; or the file was removed meanwhile.
    return [];
  }
}

/** Returns columns and table of a registry's log, of any schema. */
function logSql(db: Database): string {
  const hasColumn = (table: string, column: string) =>
    db.query("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column) !== null;
  if (hasColumn("import_log", "record_changes")) {
    return `${COLUMNS} FROM import_log`;
  }
  const [, columns, table] = EARLIER_LOGS.find(([column, , name]) => hasColumn(name, column))!;
  return `id, ${columns}, NULL AS record_changes FROM ${table}`;
}

/** Returns the id that the next row of the log gets. */
export function nextLogId(db: Database): number {
  return db.query<{ id: number }, []>("SELECT coalesce(max(id), 0) + 1 AS id FROM import_log").get()!.id;
}

/** Returns every delivery with which a registry of this data folder was updated. */
export function listAppliedDeliveries(db: Database): AppliedDelivery[] {
  const rows = db.query<{ report: string }, []>("SELECT report FROM import_log WHERE kind = 'update'").all();
  return rows.flatMap(({ report }) => (JSON.parse(report) as LoggedUpdateReport).deliveries);
}
