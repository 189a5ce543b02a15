/** Serves the jobs to all threads from the main thread of a serving process, which has its only database client. */
import { JOBS_CHANNEL, POSTGRES } from "../../accounts/store-dialect.ts";
import type { Postgres } from "../../base/postgres.ts";
import { type CallServer, openCaller, storeOfCaller } from "../../base/thread-calls.ts";
import type { JobKind, JobStore } from "../job.ts";
import { type JobMethods, jobOperations } from "../job-operations.ts";
import { postgresJobs } from "./postgres-jobs.ts";

/** Milliseconds between looks for jobs whose NOTIFY was lost or whose worker died. */
const POLL_MS = 1_000;

/** Answers calls of all threads ({@link openThreadJobs}). */
export async function startJobsHub(database: Postgres, calls: CallServer): Promise<void> {
  const store = postgresJobs(database);
  const nextLookAtMs = new Map<JobKind, number>();
  const lookNow = () => nextLookAtMs.clear();
  await database.listen(JOBS_CHANNEL, lookNow);
  calls.answerStore("jobs", {
    ...store,
    async add(...values) {
      const added = await store.add(...values);
      lookNow();
      return added;
    },
    /** The worker asks ten times a second: without news the database is asked once a second. */
    async claim(kind, ...values) {
      if (performance.now() < (nextLookAtMs.get(kind) ?? 0)) {
        return undefined;
      }
      nextLookAtMs.set(kind, performance.now() + POLL_MS);
      const claim = await store.claim(kind, ...values);
      if (claim !== undefined) {
        lookNow();
      }
      return claim;
    },
  } satisfies JobMethods);
}

/** Opens the jobs that the hub of the process reads and writes, for any thread. */
export function openThreadJobs(channel: string): JobStore {
  const calls = openCaller(channel);
  const store = storeOfCaller<JobMethods>(calls, "jobs", Object.keys(jobOperations(POSTGRES)));
  return { ...store, close: () => calls.close() };
}
