/** Ends jobs before their time, for the operator, their owner or because the key has ended, and removes their files. */
import { isKeyInForce } from "../accounts/api-key.ts";
import type { KeyStore } from "../accounts/key-store.ts";
import { isDiskFull } from "../base/disk-fault.ts";
import { logInfo } from "../base/log.ts";
import { StorageFault } from "../storage/object-store.ts";
import type { ExportFiles } from "./export-files.ts";
import type { WorkFolder } from "./geocode/work-folder.ts";
import type { EndedJob, Job, JobStore } from "./job.ts";
import { runIdOf, SESSION_ENDED } from "./sessions/session-folder.ts";

/** Reason that the owner of a job reads. */
export const CANCELLED_BY_OPERATOR = "Cancelled by the operator of this service.";

/** Stores that contain a job and its files. */
export interface JobPlaces {
  readonly jobs: JobStore;
  readonly files: ExportFiles;
  readonly workFolder: WorkFolder;
}

/** Methods of the store that are needed to end a job. */
export type EndingStore = Pick<JobStore, "cancel" | "find" | "listLive">;

interface EndingPlaces extends Omit<JobPlaces, "jobs"> {
  readonly jobs: EndingStore;
}

/** Job to end. With `keyId`, it must be a job of that key. */
export interface JobToEnd {
  readonly id: string;
  readonly keyId?: number | undefined;
}

/**
 * Ends a job and removes its files. An unfinished job fails with `reason`, which its owner reads; a completed job
 * expires. The worker of the job notices within a second. On a full disk the file is removed first. Returns the ended
 * job; undefined for an unknown id.
 */
export async function cancelJob(
  { jobs, ...places }: EndingPlaces,
  { id, keyId }: JobToEnd,
  reason: string,
): Promise<Job | undefined> {
  const end = async () => jobs.cancel(id, reason, keyId);
  const ended = await end().catch(async (error) => {
    if (!isDiskFull(error)) {
      throw error;
    }
    // Its own file may be what fills the disk.
    await removeCompletedFile({ jobs, ...places }, { id, keyId });
    return await end();
  });
  return ended && (await removeFilesOf(ended, places));
}

/** Removes the file of a completed job, which stays completed; its download is 410. */
async function removeCompletedFile({ jobs, files }: EndingPlaces, { id, keyId }: JobToEnd): Promise<void> {
  const owner = keyId ?? (await jobs.listLive()).find((live) => live.id === id)?.keyId;
  const job = owner === undefined ? undefined : await jobs.find(id, owner);
  if (job?.file !== undefined) {
    await removeFile(files, job.file.name);
  }
}

/** Removes the files of a job that was ended; returns the job. */
async function removeFilesOf(
  { job, files: names }: EndedJob,
  { files, workFolder }: Omit<JobPlaces, "jobs">,
): Promise<Job> {
  await Promise.all(names.map((name) => removeFile(files, name)));
  workFolder.removeFilesOf(job.id);
  return job;
}

/** Removes a file of a job. If the storage cannot be reached, its cleaner removes the file later. */
export async function removeFile(files: ExportFiles, name: string): Promise<void> {
  try {
    await files.remove(name);
  } catch (error) {
    if (!(error instanceof StorageFault)) {
      throw error;
    }
  }
}

const KEY_ENDED = "The API key was revoked or has expired.";

/**
 * Ends the jobs of keys that were revoked or have expired, and removes their files: nobody could fetch them. Jobs of an
 * unknown key stay, because the key may only be unreadable for the moment.
 */
export async function endOrphanedJobs(places: JobPlaces, keys: Pick<KeyStore, "find">): Promise<void> {
  const now = Date.now();
  for (const { id, keyId } of await places.jobs.listLive()) {
    const key = keys.find(keyId);
    if (key === undefined || isKeyInForce(key, now)) {
      continue;
    }
    await cancelJob(places, { id, keyId }, KEY_ENDED);
    logInfo("a job was ended: its key was revoked or has expired", { job: id, key: keyId });
  }
}

/**
 * Removes sessions of the page for files that nobody has looked at for too long or whose key has ended, and ends their
 * jobs.
 */
export async function endSessions(places: JobPlaces, keys: Pick<KeyStore, "find">): Promise<void> {
  const { sessions } = places.workFolder;
  sessions.removeRemains();
  for (const session of sessions.list()) {
    const record = session.read();
    const key = record?.keyId ? keys.find(record.keyId) : undefined;
    const isKeyEnded = key !== undefined && !isKeyInForce(key, Date.now());
    if (!isKeyEnded && !sessions.isExpired(session)) {
      continue;
    }
    session.remove();
    if (record?.file !== undefined) {
      await cancelJob(places, { id: runIdOf({ session, record }) }, SESSION_ENDED);
    }
    const reason = isKeyEnded ? "its key was revoked or has expired" : "nobody looked at it";
    logInfo(`a session of the page for files has ended: ${reason}`);
  }
}
