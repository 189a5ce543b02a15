import { POSTGRES } from "../../accounts/store-dialect.ts";
import { type Postgres, PostgresAway } from "../../base/postgres.ts";
import { type AsyncStore, asyncStore, runOnPostgres } from "../../base/store-operations.ts";
import { type JobMethods, jobOperations } from "../job-operations.ts";

/** Milliseconds between attempts to complete a job while the database is away. */
const COMPLETE_RETRY_MS = 500;

/** Returns the jobs in PostgreSQL, for all nodes. */
export function postgresJobs(database: Postgres): AsyncStore<JobMethods> {
  const store = asyncStore<JobMethods>(jobOperations(POSTGRES), (operation) =>
    runOnPostgres(database, operation),
  );
  return { ...store, complete: (...values) => untilBack(() => store.complete(...values)) };
}

/**
 * Repeats while the database is away: the file of the job is complete, and it is unknown whether a lost attempt was
 * committed.
 */
async function untilBack<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PostgresAway)) {
        throw error;
      }
    }
    await Bun.sleep(COMPLETE_RETRY_MS);
  }
}
