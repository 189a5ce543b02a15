/**
 * Operations of stores, written once for SQLite and PostgreSQL: generators that yield SQL statements and receive their
 * rows. A statement takes its values as `?1`, `?2`, … and uses what both databases understand.
 */
import type { SQL } from "bun";
import type { Postgres } from "./postgres.ts";
import type { Database } from "./sqlite.ts";

export type SqlValue = string | number | null | Uint8Array;

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

interface Transaction {
  readonly work: () => Operation<unknown>;
}

/** Yields what the database runs next. An error of the database is thrown where it was yielded. */
export type Operation<T> = Generator<Statement | Transaction, T, unknown>;

/** Runs one statement, and returns its rows. */
export function* query<Row = unknown>(sql: string, ...values: readonly SqlValue[]): Operation<Row[]> {
  return (yield { sql, values }) as Row[];
}

/**
 * Runs the statements of `work` as one transaction, all or nothing; an error ends it, and `work` begins no other.
 * SQLite has one writer from the start of a transaction; PostgreSQL has many, so `work` locks the rows that it reads to
 * change them.
 */
export function* inTransaction<T>(work: () => Operation<T>): Operation<T> {
  return (yield { work }) as T;
}

/** Operations that implement the methods of a store. */
export type OperationsOf<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Operation<Awaited<Result>>
    : never;
};

/** A store whose methods return their results at once. */
export type SyncStore<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Awaited<Result>
    : never;
};

/** A store whose methods return promises. */
export type AsyncStore<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Awaited<Result>>
    : never;
};

type Run = (operation: Operation<unknown>) => unknown;

/** Returns operations as methods; `run` gets each of them and calls `runOnSqlite`. */
export function syncStore<Store>(
  operations: OperationsOf<Store>,
  run: <T>(operation: Operation<T>) => T,
): SyncStore<Store> {
  return methodsOf(operations, run) as SyncStore<Store>;
}

/** Returns operations as methods; `run` gets each of them and calls `runOnPostgres`. */
export function asyncStore<Store>(
  operations: OperationsOf<Store>,
  run: <T>(operation: Operation<T>) => Promise<T>,
): AsyncStore<Store> {
  return methodsOf(operations, run) as AsyncStore<Store>;
}

function methodsOf(operations: object, run: Run): object {
  const methods = Object.entries(operations).map(
    ([name, operation]: [string, (...values: unknown[]) => Operation<unknown>]) => {
      return [name, (...values: unknown[]) => run(operation(...values))];
    },
  );
  return Object.fromEntries(methods);
}

/** Runs an operation at once; each of its transactions has the write lock from its start. */
export function runOnSqlite<T>(db: Database, operation: Operation<T>): T {
  let step = operation.next();
  while (!step.done) {
    let answer: unknown;
    try {
      answer = answerOfSqlite(db, step.value);
    } catch (error) {
      step = operation.throw(error);
      continue;
    }
    step = operation.next(answer);
  }
  return step.value;
}

function answerOfSqlite(db: Database, request: Statement | Transaction): unknown {
  return "sql" in request
    ? db.query(request.sql).all(...request.values)
    : db.transaction(() => runOnSqlite(db, request.work())).immediate();
}

/** Runs an operation; a statement outside its transactions is one of its own. */
export function runOnPostgres<T>(database: Postgres, operation: Operation<T>): Promise<T> {
  return answerAll(operation, (request) =>
    "sql" in request
      ? database.run((sql) => answerOfPostgres(sql, request))
      : database.transaction((sql) =>
          answerAll(request.work(), (inner) => answerOfPostgres(sql, inner as Statement)),
        ),
  );
}

async function answerAll<T>(
  operation: Operation<T>,
  answer: (request: Statement | Transaction) => Promise<unknown>,
): Promise<T> {
  let step = operation.next();
  while (!step.done) {
    let answered: unknown;
    try {
      answered = await answer(step.value);
    } catch (error) {
      step = operation.throw(error);
      continue;
    }
    step = operation.next(answered);
  }
  return step.value;
}

async function answerOfPostgres(sql: SQL, { sql: text, values }: Statement): Promise<unknown[]> {
  const rows: Record<string, unknown>[] = await sql.unsafe(text.replaceAll(/\?(?=\d)/g, "$"), [...values]);
  return rows.map((row) => {
    const plain = Object.entries(row).map(([name, value]) => [name, toPlain(value)]);
    return Object.fromEntries(plain);
  });
}

/** Converts a value as Bun reads it from PostgreSQL to the value that accounts.db would have: times are ISO texts. */
function toPlain(value: unknown): unknown {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (typeof value === "bigint") {
    return Number(value);
  }
  // A Buffer would become another class in another thread.
  return value instanceof Uint8Array ? new Uint8Array(value) : value;
}
