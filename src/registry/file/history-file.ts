/** The history file next to a registry, open for reading (registry/schema/history-schema.ts). */
import { closeSync, openSync } from "node:fs";
import { AppError, codeOf, messageOf } from "../../base/errors.ts";
import { logOperatorError } from "../../base/log.ts";
import type { Database, SQLQueryBindings, Statement } from "../../base/sqlite.ts";
import { HISTORY_SCHEMA_VERSION } from "../schema/history-schema.ts";
import { type AttachedFile, openAttached } from "./attached-files.ts";
import { openFileIdentityOf } from "./stable-link.ts";

export interface HistoryFile {
  readonly db: Database;
  readonly path: string;
  /** Identity of the file (`fileIdentityOf`), to check whether `path` is still the same file. */
  readonly fileIdentity: string;
  /**
   * Returns false once the file was truncated or written while open, or a statement met a damaged page (2 µs): its rows
   * may be wrong or gone.
   */
  isWhole(): boolean;
  /**
   * Returns a prepared statement, compiled and cached once. Never pass text that contains user input. Compiling
   * it, `get`, `all` and `values` throw AppError `unavailable` for a damaged page, which is logged once.
   */
  statement<Row>(sql: string): Statement<Row, SQLQueryBindings[]>;
  close(): void;
}

/** Errors of SQLite about pages of the file. */
const DAMAGE_CODES = /^SQLITE_(CORRUPT|NOTADB|IOERR)/;

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
  // Closing `fd` drops the locks that other threads have on the file, which is harmless: no process locks the file to
  // change it.
  const fd = openSync(path, "r");
  const fileIdentity = openFileIdentityOf(fd);
  // As for the registry itself: the file is never written, and a lock for each read costs more than the read.
  db.run("PRAGMA locking_mode = EXCLUSIVE");
  // Not mapped into memory: reading beyond the end of a truncated file is then an error. In a mapped file it would be a
  // bus error, which ends the process also for callers that do not ask about history.
  db.run("PRAGMA mmap_size = 0");
  let isDamaged = false;
  const toFault = (error: unknown): unknown => {
    if (!DAMAGE_CODES.test(codeOf(error) ?? "")) {
      return error;
    }
    if (!isDamaged) {
      isDamaged = true;
      const remedy = "questions about history are not answered until the file is restored from a backup";
      logOperatorError(`the history is damaged: ${remedy}`, { path, reason: messageOf(error) });
    }
    return historyDamaged(error);
  };
  const statements = new StatementCache((sql) => prepareGuarded(db, sql, toFault));
  return {
    db,
    path,
    fileIdentity,
    isWhole: () => !isDamaged && openFileIdentityOf(fd) === fileIdentity,
    statement: (sql) => statements.get(sql),
    close() {
      statements.close();
      db.close();
      closeSync(fd);
    },
  };
}

/** Returns the error for questions about history when the history cannot be read. */
export function historyDamaged(cause?: unknown): AppError {
  const text = "The history of this server is damaged: it answers about today only.";
  return new AppError("unavailable", text, { cause });
}

/** Compiles a statement. Its errors, and errors of compiling it, are thrown as `toFault` returns them. */
function prepareGuarded(db: Database, sql: string, toFault: (error: unknown) => unknown) {
  const guard =
    <Values extends readonly unknown[], Result>(run: (...values: Values) => Result) =>
    (...values: Values): Result => {
      try {
        return run(...values);
      } catch (error) {
        throw toFault(error);
      }
    };
  const statement = guard(() => db.prepare<unknown, SQLQueryBindings[]>(sql))();
  statement.get = guard(statement.get.bind(statement));
  statement.all = guard(statement.all.bind(statement));
  statement.values = guard(statement.values.bind(statement));
  return statement;
}

/**
 * Returns a query that SQLite plans only once. SQLite estimates rows by the value of a parameter that a column must
 * equal. Each binding would therefore compile again a statement that sorts, joins or has a limit (5 to 20 µs). A plus
 * sign before the parameter prevents this.
 */
function planOnce(sql: string): string {
  return sql.replace(/(=|\b(?:IS|LIMIT|OFFSET)) \?/g, "$1 +?");
}

type AnyStatement = Statement<unknown, SQLQueryBindings[]>;

/** Statements of one connection, each compiled once. */
export class StatementCache {
  readonly #prepare: (sql: string) => AnyStatement;
  readonly #statements = new Map<string, AnyStatement>();

  constructor(prepare: (sql: string) => AnyStatement) {
    this.#prepare = prepare;
  }

  get<Row>(sql: string): Statement<Row, SQLQueryBindings[]> {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#prepare(planOnce(sql));
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
