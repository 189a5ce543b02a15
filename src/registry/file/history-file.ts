/** The history file beside a registry, open for reading (registry/schema/history-schema.ts). */
import { closeSync, openSync } from "node:fs";
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { HISTORY_SCHEMA_VERSION } from "../schema/history-schema.ts";
import { type AttachedFile, openAttached } from "./attached-files.ts";
import { openFileIdentityOf } from "./stable-link.ts";

export interface HistoryFile {
  readonly db: Database;
  readonly path: string;
  /** Identity of the file (`fileIdentityOf`), to check whether `path` is still the same file. */
  readonly fileIdentity: string;
  /** Returns false once the file was truncated or written while open (2 µs): its rows may be wrong or gone. */
  isWhole(): boolean;
  /** Returns a prepared statement, compiled and cached once. Never pass text that contains user input. */
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
  close(): void;
}

/** Opens the history that a registry names; undefined when it keeps none. Throws as `openAttached`. */
export function openHistory(
  folders: readonly string[],
  attached: readonly AttachedFile[],
  lockTimeoutMs?: number,
): HistoryFile | undefined {
  const file = attached.find(({ kind }) => kind === "history");
  if (file === undefined) {
    return undefined;
  }
  const db = openAttached(folders, file, { schemaVersion: HISTORY_SCHEMA_VERSION, lockTimeoutMs });
  const path = db.filename;
  // Closing it drops the locks that other threads have on the file: nobody takes one to change it.
  const fd = openSync(path, "r");
  const fileIdentity = openFileIdentityOf(fd);
  // As the registry itself: nobody writes the file, and a lock for each read costs more than the read.
  db.run("PRAGMA locking_mode = EXCLUSIVE");
  // Not mapped into memory: a read beyond the end of a file that someone truncates is an error, no bus error, which
  // would end the process for those too who ask nothing of the past.
  db.run("PRAGMA mmap_size = 0");
  const statements = new StatementCache(db);
  return {
    db,
    path,
    fileIdentity,
    isWhole: () => openFileIdentityOf(fd) === fileIdentity,
    statement: (sql) => statements.get(sql),
    close() {
      statements.close();
      db.close();
      closeSync(fd);
    },
  };
}

/**
 * Returns a query that SQLite plans once. A parameter that a column must equal counts in its estimate of rows by the
 * value, so that each binding compiles a statement anew that sorts, joins or has a limit: 5 to 20 µs. Behind a plus
 * sign it counts as any value.
 */
function planOnce(sql: string): string {
  return sql.replace(/(=|\b(?:IS|LIMIT|OFFSET)) \?/g, "$1 +?");
}

/** Statements of one connection, each compiled once. */
export class StatementCache {
  readonly #db: Database;
  readonly #statements = new Map<string, Statement<unknown, SQLQueryBindings[]>>();

  constructor(db: Database) {
    this.#db = db;
  }

  get<Row>(sql: string): Statement<Row, SQLQueryBindings[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(planOnce(sql));
      this.#statements.set(sql, statement);
    }
    return statement as Statement<Row, SQLQueryBindings[]>;
  }

  close(): void {
    for (const statement of this.#statements.values()) {
      statement.finalize();
    }
    this.#statements.clear();
  }
}
