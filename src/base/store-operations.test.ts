/** Tests that both drivers of operations must pass. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort, hasPostgres, startPostgres } from "../../test/support/servers/postgres-cluster.ts";
import type { Awaitable } from "./awaitable.ts";
import { Postgres } from "./postgres.ts";
import { migrate } from "./postgres-migrations.ts";
import { openShared } from "./sqlite.ts";
import { inTransaction, type Operation, query, runOnPostgres, runOnSqlite } from "./store-operations.ts";

interface Driver {
  run<T>(operation: Operation<T>): Awaitable<T>;
  remove(): void;
}

const DRIVERS: readonly (readonly [string, () => Promise<Driver>])[] = [
  ["SQLite", startOnSqlite],
  ...(hasPostgres() ? ([["PostgreSQL", startOnPostgres]] as const) : []),
];

async function startOnSqlite(): Promise<Driver> {
  const folder = mkdtempSync(join(tmpdir(), "baken-operations-"));
  const db = openShared(join(folder, "accounts.db"));
  db.run("CREATE TABLE entry (id INTEGER PRIMARY KEY, at TEXT, bytes BLOB, size INTEGER)");
  return {
    run: (operation) => runOnSqlite(db, operation),
    remove() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startOnPostgres(): Promise<Driver> {
  const cluster = startPostgres({ port: await findFreePort() });
  const database = new Postgres(cluster);
  const table = "CREATE TABLE entry (id integer PRIMARY KEY, at timestamptz, bytes bytea, size bigint)";
  await migrate(database, [{ part: "test", steps: [table] }]);
  return {
    run: (operation) => runOnPostgres(database, operation),
    remove() {
      void database.close();
      cluster.remove();
    },
  };
}

describe.each(DRIVERS)("operations on %s", async (_name, start) => {
  const driver = await start();
  const run = async <T>(operation: Operation<T>): Promise<T> => await driver.run(operation);
  beforeEach(() => run(query("DELETE FROM entry")));
  afterAll(() => driver.remove());

  const insert = (id: number) => query("INSERT INTO entry (id) VALUES (?1)", id);
  const listIds = async () => {
    const rows = await run(query<{ id: number }>("SELECT id FROM entry ORDER BY id"));
    return rows.map(({ id }) => id);
  };

  test("values come back as they were stored, in the types of JavaScript", async () => {
    const stored = { id: 7, at: "2026-11-29T15:00:00.123Z", bytes: new Uint8Array([0, 255]), size: 2 ** 40 };
    const { id, at, bytes, size } = stored;
    const statement = "INSERT INTO entry (size, bytes, at, id) VALUES (?4, ?3, ?2, ?1) RETURNING id";
    expect(await run(query(statement, id, at, bytes, size))).toEqual([{ id }]);
    await run(query("INSERT INTO entry VALUES (?1, ?2, ?3, ?4)", 8, null, null, null));
    expect(await run(query("SELECT id, at, bytes, size FROM entry ORDER BY id"))).toEqual([
      stored,
      { id: 8, at: null, bytes: null, size: null },
    ]);
    const counted = "SELECT count(*) AS rows, CAST(sum(size) AS bigint) AS size FROM entry WHERE id < ?1";
    expect(await run(query(counted, 9))).toEqual([{ rows: 2, size }]);
  });

  test("an error in a transaction undoes all of it, and reaches the operation and its caller", async () => {
    let seen: unknown;
    function* failing(): Operation<void> {
      yield* insert(1);
      try {
        yield* inTransaction(function* () {
          yield* insert(2);
          yield* insert(1);
        });
      } catch (error) {
        seen = error;
        throw error;
      }
    }
    const failed = run(failing());
    await expect(failed).rejects.toThrow(/unique|duplicate/i);
    expect(seen).toBe(await failed.catch((error) => error));
    expect(await listIds()).toEqual([1]);
  });

  test("an operation goes on after an error that it handles", async () => {
    function* handled(): Operation<string> {
      try {
        yield* query("SELECT * FROM missing");
      } catch {
        yield* insert(3);
      }
      return "done";
    }
    expect(await run(handled())).toBe("done");
    expect(await listIds()).toEqual([3]);
  });

  test("a caller that writes during another's transaction keeps its row when that is undone", async () => {
    const written = Promise.withResolvers<unknown>();
    function* undone(): Operation<void> {
      yield* insert(4);
      // Another request of the same thread, as soon as the thread is free.
      queueMicrotask(() => written.resolve(run(insert(5))));
      yield* query("SELECT count(*) FROM entry");
      yield* query("SELECT count(*) FROM entry");
      throw new Error("undone");
    }
    await expect(run(inTransaction(undone))).rejects.toThrow("undone");
    await written.promise;
    expect(await listIds()).toEqual([5]);
  });

  test("transactions that are asked for at once follow one another", async () => {
    await run(query("INSERT INTO entry (id, size) VALUES (1, 0)"));
    const addOne = () =>
      inTransaction(function* () {
        const [row] = yield* query<{ size: number }>("SELECT size FROM entry WHERE id = 1");
        yield* query("UPDATE entry SET size = ?1 WHERE id = 1", row!.size + 1);
      });
    await Promise.all(Array.from({ length: 20 }, () => run(addOne())));
    expect(await run(query("SELECT size FROM entry"))).toEqual([{ size: 20 }]);
  });
});
