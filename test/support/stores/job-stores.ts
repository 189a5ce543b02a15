/** The stores of export jobs, for tests that all of them must pass. */
import { Database } from "bun:sqlite";
import { setSystemTime } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import { Postgres } from "../../../src/base/postgres.ts";
import { migrate } from "../../../src/base/postgres-migrations.ts";
import type { JobStore } from "../../../src/exports/job.ts";
import { PostgresJobStore } from "../../../src/exports/postgres/postgres-job-store.ts";
import { JOB_TABLES } from "../../../src/exports/postgres/schema.ts";
import { openSqliteJobs } from "../../../src/exports/sqlite/sqlite-job-store.ts";
import { findFreePort, hasPostgres, startPostgres } from "../servers/postgres-cluster.ts";

export interface JobStoreUnderTest {
  /** Opens the store once more, as another process does. */
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
      setSystemTime();
      db.run("DELETE FROM export_job");
    },
    async advanceClock(ms) {
      setSystemTime(Date.now() + ms);
    },
    async keyOf(id) {
      return db.query<{ key_id: number }, [string]>("SELECT key_id FROM export_job WHERE id = ?").get(id)!
        .key_id;
    },
    async remove() {
      setSystemTime();
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
    open: async () => new PostgresJobStore(new Postgres(cluster)),
    async clear() {
      await db`DELETE FROM export_job`;
    },
    /** Moves all times back, as the database's clock cannot be set. */
    async advanceClock(ms) {
      const shift = ["created_at", "updated_at", "expires_at", "lease_until"].map(
        (name) => `${name} = ${name} - interval '${ms} milliseconds'`,
      );
      await db.unsafe(`UPDATE export_job SET ${shift.join(", ")}`);
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
