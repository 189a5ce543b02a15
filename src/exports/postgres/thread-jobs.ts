import { openCaller } from "../../base/thread-calls.ts";
import type { JobStore } from "../job.ts";

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
