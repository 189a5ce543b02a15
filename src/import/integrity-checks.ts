/**
 * Runs the checks of `PRAGMA integrity_check` and `foreign_key_check` on a file. On a large file, runs one statement
 * for each table and one for the pages of all tables, in several threads.
 */
import { OrderedWorkers } from "../base/ordered-workers.ts";
import { threadUrl } from "../base/program-files.ts";
import { type Database, openFinished } from "../base/sqlite.ts";
import type { CheckTask } from "./integrity-worker.ts";
import { refuseImport } from "./refuse.ts";
import { isWorthThreads } from "./worth-threads.ts";

interface IntegrityCheck {
  readonly sql: string;
  /** Returns the fault in the rows of the statement, as the end of a sentence about the registry. */
  readonly faultIn: (rows: readonly unknown[][]) => string | undefined;
}

/** Maximum number of faults that are reported for a table. */
const MAX_FAULTS = 3;

/** Throws `import_refused` for a damaged page, table, index or R*Tree, and for a reference to a missing row. */
export async function verifyIntegrity(
  path: string,
  threads: number,
  minBytesForThreads?: number,
): Promise<void> {
  using db = openFinished(path);
  if (!isWorthThreads(path, minBytesForThreads)) {
    for (const check of [checkTables(), checkReferences()]) {
      judge(check, db.query(check.sql).values());
    }
    return;
  }
  const checks = listChecks(db);
  const workers = new OrderedWorkers<CheckTask, unknown[][]>(
    threadUrl("import/integrity-worker.ts"),
    threads,
    // Responses are small, and a long check at the front must not keep the other threads from going on.
    checks.length,
  );
  try {
    const responses = workers.runAll(checks.map(({ sql }) => ({ path, sql })));
    for (const check of checks) {
      judge(check, (await responses.next()).value!.response);
    }
  } finally {
    workers.close();
  }
}

function judge({ faultIn }: IntegrityCheck, rows: readonly unknown[][]): void {
  const fault = faultIn(rows);
  if (fault !== undefined) {
    refuseImport(`the new registry ${fault}`);
  }
}

/** Lists the checks, the longest first: of all pages, then of tables by their number of indexes. */
function listChecks(db: Database): IntegrityCheck[] {
  const tables = db
    .query<{ name: string }, []>(
      `SELECT name FROM sqlite_schema t WHERE type = 'table'
       ORDER BY (SELECT count(*) FROM sqlite_schema i WHERE i.type = 'index' AND i.tbl_name = t.name) DESC, rowid DESC`,
    )
    .all()
    .map(({ name }) => name);
  return [
    checkPages(db),
    ...tables.map((table) => checkTables(table)),
    ...tables.map((table) => checkReferences(table)),
    checkTables("sqlite_schema"),
  ];
}

/** Returns the check of one table; of all tables and pages without a table. */
function checkTables(table?: string): IntegrityCheck {
  return {
    sql: ofTable("PRAGMA integrity_check", table),
    faultIn: (rows) =>
      `${rows}` === "ok" ? undefined : `is damaged: ${rows.slice(0, MAX_FAULTS).join("; ")}`,
  };
}

function checkReferences(table?: string): IntegrityCheck {
  return {
    sql: ofTable("PRAGMA foreign_key_check", table),
    faultIn: ([row]) => row && `has a broken reference: ${row[0]} ${row[1]} refers to a missing ${row[2]}`,
  };
}

const ofTable = (pragma: string, table?: string) => (table === undefined ? pragma : `${pragma}(${table})`);

/** Offset of the bytes that SQLite locks; it never uses the page around them (SQLite file format, §1.4). */
const LOCK_BYTES_OFFSET = 2 ** 30;

/** Returns the check that the tables use each page of the file once; the check of a table sees its own pages only. */
function checkPages(db: Database): IntegrityCheck {
  const pageCount = pragma(db, "page_count");
  const hasLockPage = pageCount * pragma(db, "page_size") > LOCK_BYTES_OFFSET;
  const pages = pageCount - pragma(db, "freelist_count") - Number(hasLockPage);
  return {
    sql: "SELECT count(*), count(DISTINCT pageno) FROM dbstat",
    faultIn: (rows) =>
      `${rows}` === `${pages},${pages}` ? undefined : `is damaged: its tables use ${rows} of ${pages} pages`,
  };
}

function pragma(db: Database, name: "page_count" | "page_size" | "freelist_count"): number {
  return Number(db.query(`PRAGMA ${name}`).values()[0]![0]);
}
