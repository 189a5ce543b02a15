import { BackoffLogger } from "../base/backoff-logger.ts";
import { AppError } from "../base/errors.ts";
import { logError, logInfo } from "../base/log.ts";
import { countAdressen } from "../registry/adres-filter.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import type { ExportFolder } from "./export-folder.ts";
import { FORMATS } from "./formats.ts";
import { type Claim, fileNameOf, type JobStore } from "./job.ts";
import { writeAddresses } from "./write-addresses.ts";

export interface JobTools {
  readonly jobs: JobStore;
  readonly folder: ExportFolder;
  /** Snapshot that the job reads from its first row to its last. */
  readonly snapshot: Snapshot;
  readonly retentionMs: number;
}

/** Milliseconds between progress reports, which also renew the lease. */
const REPORT_MS = 250;
/** Bytes that stay free on the disk for accounts.db and other files. */
const RESERVED_BYTES = 512 * 1024 * 1024;

/** Last attempt (of any cause) after which a job whose file was removed during writing is restarted. */
const MAX_CLEARED = 3;

/** Thrown when the claim has lost the job; another worker has it or will claim it. */
const LOST = Symbol("lost");

/**
 * Runs a claimed job to its end: first the complete file on disk, then the job's state. Returns the job to pending when
 * aborted. Never leaves a file that no job owns.
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

/** Returns true for ENOENT: the file or its folder was removed during writing. */
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
  // Reports that keep failing lose the lease; the next successful report detects that.
  const trouble = new BackoffLogger("an export cannot report");
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
