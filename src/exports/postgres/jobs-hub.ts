/** The end of the export jobs in the main thread of a serving process, which has its only database client. */
import type { Postgres } from "../../base/postgres.ts";
import { type CallServer, type Methods, openCaller } from "../../base/thread-calls.ts";
import type { Claim, JobKind, JobStore, Lease } from "../job.ts";
import { PostgresJobStore } from "./postgres-job-store.ts";
import { JOBS_CHANNEL } from "./schema.ts";

/** Milliseconds between looks for jobs whose NOTIFY was lost or whose worker died. */
const POLL_MS = 1_000;

/** Answers calls of all threads ({@link openThreadJobs}). */
export async function startJobsHub(database: Postgres, calls: CallServer): Promise<void> {
  const store = new PostgresJobStore(database);
  const nextLookAtMs = new Map<JobKind, number>();
  const lookNow = () => nextLookAtMs.clear();
  await database.listen(JOBS_CHANNEL, lookNow);
  calls.answer({
    async addJob(...values: Parameters<typeof store.add>) {
      const added = await store.add(...values);
      lookNow();
      return added;
    },
    findJob: (id: string, keyId: number) => store.find(id, keyId),
    countJobs: () => store.countByState(),
    oldestPendingMs: () => store.oldestPendingMs(),
    listLatestJobs: (limit: number) => store.listLatest(limit),
    /** The worker asks ten times a second: without news the database is asked once a second. */
    async claimJob(kind: JobKind, worker: string): Promise<Claim | undefined> {
      if (performance.now() < (nextLookAtMs.get(kind) ?? 0)) {
        return undefined;
      }
      nextLookAtMs.set(kind, performance.now() + POLL_MS);
      const claim = await store.claim(kind, worker);
      if (claim !== undefined) {
        lookNow();
      }
      return claim;
    },
    reportJob: (...values: Parameters<typeof store.report>) => store.report(...values),
    completeJob: (...values: Parameters<typeof store.complete>) => store.complete(...values),
    failJob: (lease: Lease, error: string) => store.fail(lease, error),
    releaseJob: (lease: Lease) => store.release(lease),
    cancelJob: (...values: Parameters<typeof store.cancel>) => store.cancel(...values),
    listLiveJobs: () => store.listLive(),
    keptBytes: (keyId: number) => store.keptBytes(keyId),
    expireJobs: () => store.expire(),
    listJobFiles: () => store.listFiles(),
  } satisfies Methods);
}

/** Opens the jobs that the hub of the process (jobs-hub.ts) reads and writes, for any thread. */
export function openThreadJobs(channel: string): JobStore {
  const { call, close } = openCaller(channel);
  return {
    add: (job, limits) => call("addJob", job, limits),
    find: (id, keyId) => call("findJob", id, keyId),
    countByState: () => call("countJobs"),
    oldestPendingMs: () => call("oldestPendingMs"),
    listLatest: (limit) => call("listLatestJobs", limit),
    claim: (kind, worker) => call("claimJob", kind, worker),
    report: (claim, progress) => call("reportJob", claim, progress),
    complete: (claim, records, file) => call("completeJob", claim, records, file),
    fail: (claim, error) => call("failJob", claim, error),
    release: (claim) => call("releaseJob", claim),
    cancel: (id, reason, keyId) => call("cancelJob", id, reason, keyId),
    listLive: () => call("listLiveJobs"),
    keptBytes: (keyId) => call("keptBytes", keyId),
    expire: () => call("expireJobs"),
    listFiles: () => call("listJobFiles"),
    close,
  };
}
