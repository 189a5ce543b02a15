/** The stores of export jobs, for tests that all of them must pass. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { Postgres } from "../../../src/base/postgres.ts";
import { migrate } from "../../../src/base/postgres-migrations.ts";
import type { JobStore } from "../../../src/exports/job.ts";
import { postgresJobs } from "../../../src/exports/postgres/postgres-jobs.ts";
import { JOB_TABLES } from "../../../src/exports/postgres/schema.ts";
import { openSqliteJobs } from "../../../src/exports/sqlite/sqlite-job-store.ts";
import { findFreePort, hasPostgres, startPostgres } from "../servers/postgres-cluster.ts";

export interface JobStoreUnderTest {
  /** Opens the store again, as another process does. */
  open(): Promise<JobStore>;
  clear(): Promise<void>;
  /** Lets time pass for the store. */
  advanceClock(ms: number): Promise<void>;
  /** Returns the key that a job belongs to. */
  keyOf(id: string): Promise<number>;
  remove(): Promise<void>;
}

export const JOB_STORES: readonly (readonly [string, () => Promise<JobStoreUnderTest>])[] = [
  ["accounts.db", startSqlite],
  ...(hasPostgres() ? ([["PostgreSQL", startOnPostgres]] as const) : []),
];

async function startSqlite(): Promise<JobStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), "baken-jobs-"));
  openSqliteJobs(folder).close();
  const db = new Database(join(folder, "accounts.db"));
  return {
    open: async () => openSqliteJobs(folder),
    async clear() {
      db.run("DELETE FROM export_job");
    },
    async advanceClock(ms) {
      db.run(moveTimesBack((name) => `${name} - ${ms}`));
    },
    async keyOf(id) {
      return db.query<{ key_id: number }, [string]>("SELECT key_id FROM export_job WHERE id = ?").get(id)!
        .key_id;
    },
    async remove() {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startOnPostgres(): Promise<JobStoreUnderTest> {
  const cluster = startPostgres({ port: await findFreePort() });
  const own = new Postgres(cluster);
  await migrate(own, [JOB_TABLES]);
  const db = new SQL(cluster.url, { max: 1, connection: { search_path: "baken" } });
  return {
    async open() {
      const database = new Postgres(cluster);
      return { ...postgresJobs(database), close: () => void database.close() };
    },
    async clear() {
      await db`DELETE FROM export_job`;
    },
    async advanceClock(ms) {
      await db.unsafe(moveTimesBack((name) => `${name} - interval '${ms} milliseconds'`));
    },
    async keyOf(id) {
      const [row] = await db<{ key_id: number }[]>`SELECT key_id FROM export_job WHERE id::text = ${id}`;
      return row!.key_id;
    },
    async remove() {
      await Promise.all([db.close(), own.close()]);
      cluster.remove();
    },
  };
}

/** Returns a statement that moves all times back, because the clock of a database cannot be set. */
function moveTimesBack(earlier: (name: string) => string): string {
  const times = ["created_at", "updated_at", "expires_at", "lease_until"];
  return `UPDATE export_job SET ${times.map((name) => `${name} = ${earlier(name)}`).join(", ")}`;
}
