import { isInForce } from "../accounts/api-key.ts";
import type { KeyStore } from "../accounts/key-store.ts";
import { logInfo } from "../base/log.ts";
import { cancelJob, type JobPlaces } from "./cancel-job.ts";

const KEY_ENDED = "The API key was revoked or has expired.";

/**
 * Ends the jobs of keys that were revoked or have expired, and removes their files: nobody could fetch them. A key that
 * is not known may only be unreadable now, so its jobs stay.
 */
export async function endOrphanedJobs(places: JobPlaces, keys: Pick<KeyStore, "find">): Promise<void> {
  const now = Date.now();
  for (const { id, keyId } of await places.jobs.listLive()) {
    const key = keys.find(keyId);
    if (key === undefined || isInForce(key, now)) {
      continue;
    }
    await cancelJob(places, { id, keyId }, KEY_ENDED);
    logInfo("a job was ended: its key was revoked or has expired", { job: id, key: keyId });
  }
}
