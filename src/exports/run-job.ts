import { AppError } from "../base/errors.ts";
import { logError, logInfo } from "../base/log.ts";
import { RepeatedTrouble } from "../base/repeated-trouble.ts";
import { countAdressen } from "../registry/adres-filter.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import type { ExportFolder } from "./export-folder.ts";
import { FORMATS } from "./formats.ts";
import { type Claim, fileNameOf, type JobStore } from "./job.ts";
import { writeAddresses } from "./write-addresses.ts";

export interface JobTools {
  readonly jobs: JobStore;
  readonly folder: ExportFolder;
  /** What the job reads from its first row to its last. */
  readonly snapshot: Snapshot;
  readonly retentionMs: number;
}

/** How often a job says how far it is, which also renews its lease. */
const REPORT_MS = 250;
/** Left free for accounts.db and whatever else is on the disk. */
const RESERVED_BYTES = 512 * 1024 * 1024;

/** How often a job starts again because its file was removed while it was written. */
const MAX_CLEARED = 3;

/** The job is no longer this claim's; another worker has it or will. */
const LOST = Symbol("lost");

/**
 * Takes a claimed job to its end: the file first, whole and on disk, then the job's state. Aborted, it gives the job
 * back. Whatever happens, no file is left that no job owns.
 */
export async function runJob(claim: Claim, tools: JobTools, stop: AbortSignal): Promise<void> {
  const { jobs, folder, retentionMs } = tools;
  const { id } = claim;
  try {
    const { records, file } = await produceFile(claim, tools, stop);
    if (!(await jobs.complete(claim, records, { ...file, keptMs: retentionMs }))) throw LOST;
    logInfo("export completed", { job: id, records, bytes: file.sizeBytes, version: file.version });
  } catch (error) {
    folder.remove(fileNameOf(claim));
    if (stop.aborted) return jobs.release(claim);
    if (error === LOST) return logInfo("export given up: another worker has it", { job: id });
    if (isCleared(error) && claim.attempt <= MAX_CLEARED) return startAgain(claim, jobs);
    logError("an export failed", error, { job: id });
    await jobs.fail(claim, error instanceof AppError ? error.message : "The export failed.");
  }
}

/** Whether the file was taken from under the writer, with its folder. */
function isCleared(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

async function startAgain(claim: Claim, jobs: JobStore): Promise<void> {
  logInfo("export starts again: its file was removed meanwhile", { job: claim.id });
  await jobs.release(claim);
}

async function produceFile(claim: Claim, tools: JobTools, stop: AbortSignal) {
  const { jobs, folder, snapshot } = tools;
  const totalRecords = countAdressen(snapshot, claim.request.filter);
  const lost = new AbortController();
  let processedRecords = 0;
  const report = async () => {
    if (!(await jobs.report(claim, { totalRecords, processedRecords }))) lost.abort(LOST);
  };
  await report();
  assertRoom(folder, claim, totalRecords);
  const draft = await folder.createDraft(fileNameOf(claim));
  // What keeps failing costs the lease, which the next report that succeeds finds out.
  const trouble = new RepeatedTrouble("an export cannot report");
  const reporting = setInterval(
    () =>
      report().then(
        () => trouble.succeeded(),
        (error: Error) => trouble.failed(error.message),
      ),
    REPORT_MS,
  );
  try {
    const records = await writeAddresses(snapshot, claim.request, {
      write: draft.write,
      onProgress(written) {
        processedRecords = written;
      },
      signal: AbortSignal.any([stop, lost.signal]),
    });
    const sizeBytes = await draft.publish();
    lost.signal.throwIfAborted();
    return { records, file: { name: fileNameOf(claim), sizeBytes, version: snapshot.version } };
  } finally {
    clearInterval(reporting);
    await draft.close();
  }
}

function assertRoom(folder: ExportFolder, { request }: Claim, totalRecords: number): void {
  const neededBytes = totalRecords * FORMATS[request.format].bytesPerRecord + RESERVED_BYTES;
  if (folder.freeBytes() >= neededBytes) return;
  throw new AppError("unavailable", "The server has too little disk space for this export; try again later.");
}
