/**
 * Opens the store of export jobs, where the keys are: in accounts.db or in PostgreSQL. The only file of this folder
 * that knows an implementation; others see the interface of job.ts.
 */

import type { AccountsPlace } from "../accounts/accounts-place.ts";
import type { RunningAccounts } from "../accounts/open-accounts.ts";
import { Postgres, untilAnswered } from "../base/postgres.ts";
import { migrate } from "../base/postgres-migrations.ts";
import type { JobReader, JobStore } from "./job.ts";
import { openThreadJobs, startJobsHub } from "./postgres/jobs-hub.ts";
import { postgresJobs } from "./postgres/postgres-jobs.ts";
import { JOB_TABLES } from "./postgres/schema.ts";
import { inspectSqliteJobs, openSqliteJobs } from "./sqlite/sqlite-job-store.ts";

/** Prepares the jobs for a serving process, after its accounts. */
export async function startJobs({ database }: RunningAccounts): Promise<void> {
  if (database === undefined) {
    return;
  }
  const { postgres, calls } = database;
  await untilAnswered(async () => {
    await migrate(postgres, [JOB_TABLES]);
    await startJobsHub(postgres, calls);
  });
}

/** Opens the jobs of a serving process, in any of its threads; `waitMs` is the longest wait for a lock of a file. */
export function openJobStore({ dataDir, postgres }: AccountsPlace, options?: { waitMs?: number }): JobStore {
  return postgres === undefined
    ? openSqliteJobs(dataDir, { ...options, create: false })
    : openThreadJobs(postgres.channel ?? "");
}

/** Opens the jobs for a command that runs next to the servers. */
export async function openJobAdmin({ dataDir, postgres }: AccountsPlace): Promise<JobStore> {
  if (postgres === undefined) {
    return openSqliteJobs(dataDir, { create: false });
  }
  const database = new Postgres(postgres);
  await migrate(database, [JOB_TABLES]);
  return jobsIn(database);
}

/** Opens the jobs for reading, and changes nothing. */
export function inspectJobs({ dataDir, postgres }: AccountsPlace): JobReader {
  return postgres === undefined ? inspectSqliteJobs(dataDir) : jobsIn(new Postgres(postgres));
}

function jobsIn(database: Postgres): JobStore {
  return { ...postgresJobs(database), close: () => void database.close() };
}
