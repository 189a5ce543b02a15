import { BackoffLogger } from "../base/backoff-logger.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { logError, logInfo, logWarning } from "../base/log.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { StorageFault } from "../storage/object-store.ts";
import type { ExportFiles } from "./export-files.ts";
import { countRows, kindOf } from "./export-request.ts";
import { estimateFileBytes, isGzipped } from "./formats.ts";
import { faultOfInput } from "./geocode/input-fault.ts";
import type { WorkFolder } from "./geocode/work-folder.ts";
import { writeGeocoded } from "./geocode/write-geocoded.ts";
import { type Claim, fileNameOf, inputNameOf, type JobKind, type JobStore } from "./job.ts";
import { type ExportOutput, writeExport } from "./write-export.ts";

export interface JobContext {
  readonly jobs: JobStore;
  readonly files: ExportFiles;
  readonly workFolder: WorkFolder;
  /** Snapshot that the job reads from its first row to its last. */
  readonly snapshot: Snapshot;
  readonly retentionMs: number;
}

/** Milliseconds between progress reports, which also renew the lease. */
const REPORT_MS = 250;
/** Bytes that stay free on the disk for accounts.db and other files. */
const RESERVED_BYTES = 512 * 1024 * 1024;

/** Last attempt (of any cause) after which a job whose file was removed during writing is restarted. */
const MAX_RESTARTED_ATTEMPT = 3;

/** Thrown when the claim has lost the job; another worker has it or will claim it. */
const CLAIM_LOST = Symbol("lost");

/**
 * Runs a claimed job to its end: first the complete file on disk, then the job's state. Returns the job to pending when
 * aborted, and when the storage of its file cannot be used: then throws the StorageFault. Never leaves a file that no
 * job owns where it can be removed.
 */
export async function runJob(claim: Claim, context: JobContext, stop: AbortSignal): Promise<void> {
  const { jobs, files, retentionMs } = context;
  const { id, kind } = claim;
  try {
    const { records, file } = await writeJobFile(claim, context, stop);
    if (!(await jobs.complete(claim, records, { ...file, retentionMs: retentionMs }))) {
      throw CLAIM_LOST;
    }
    await removeInput(claim, context);
    logInfo(`${kind} completed`, { job: id, records, bytes: file.sizeBytes, version: file.version });
  } catch (error) {
    await removeFile(files, fileNameOf(claim));
    if (stop.aborted) {
      return jobs.release(claim);
    }
    if (error === CLAIM_LOST) {
      return logWarning(`${kind} abandoned: another worker has taken the job over`, { job: id });
    }
    if (isFileRemoved(error) && claim.attempt <= MAX_RESTARTED_ATTEMPT) {
      return restartJob(claim, jobs);
    }
    if (error instanceof StorageFault) {
      await jobs.release(claim);
      throw error;
    }
    reportFailure(claim, error);
    await jobs.fail(claim, error instanceof AppError ? error.message : FAILED[kind]);
    await removeInput(claim, context);
  }
}

const FAILED: Readonly<Record<JobKind, string>> = {
  export: "The export failed.",
  geocode: "The geocoding of the file failed.",
};

/** Logs a failure; of a user's own file only that it happened, because the text may quote its cells. */
function reportFailure({ id, kind }: Claim, error: unknown): void {
  if (kind === "geocode" && faultOfInput(error) !== undefined) {
    logWarning("geocode failed: its file cannot be used", { job: id });
    return;
  }
  logError(`a job failed: ${kind}`, error, { job: id });
}

/** Removes the uploaded file of a job that has ended, and all that was made of it on this machine. */
async function removeInput({ id, kind }: Claim, { files, workFolder }: JobContext): Promise<void> {
  if (kind === "geocode") {
    await removeFile(files, inputNameOf(id));
    workFolder.removeFilesOf(id);
  }
}

/** Removes what the job has written; where the storage cannot be reached, its cleaner does so later. */
async function removeFile(files: ExportFiles, name: string): Promise<void> {
  try {
    await files.remove(name);
  } catch (error) {
    if (!(error instanceof StorageFault)) {
      throw error;
    }
  }
}

/** Returns true for ENOENT: the file or its folder was removed during writing. */
function isFileRemoved(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

async function restartJob(claim: Claim, jobs: JobStore): Promise<void> {
  logWarning(`${claim.kind} restarted: its file was removed while it was written`, { job: claim.id });
  await jobs.release(claim);
}

async function writeJobFile(claim: Claim, context: JobContext, stop: AbortSignal) {
  const { jobs, files, snapshot, workFolder } = context;
  const totalRecords = totalOf(claim, snapshot);
  const claimLost = new AbortController();
  let processedRecords = 0;
  const reportProgress = async () => {
    if (!(await jobs.report(claim, { ...totalRecords, processedRecords }))) {
      claimLost.abort(CLAIM_LOST);
    }
  };
  await reportProgress();
  workFolder.removeScratchOf(claim.id);
  assertDiskSpace(files, neededBytes(claim, totalRecords));
  const draft = await files.createDraft(fileNameOf(claim), {
    isGzipped: isGzipped(claim.request.format),
    isPrivate: claim.kind === "geocode",
  });
  // Reports that keep failing lose the lease; the next successful report detects that.
  const failureLog = new BackoffLogger("the progress of a job cannot be stored");
  const reportTimer = setInterval(
    () =>
      reportProgress().then(
        () => failureLog.reportSuccess(),
        (error: Error) => failureLog.reportFailure(error.message),
      ),
    REPORT_MS,
  );
  try {
    const records = await writeRecords(claim, context, {
      write: draft.write,
      onProgress(written) {
        processedRecords = written;
      },
      signal: AbortSignal.any([stop, claimLost.signal]),
      makeScratchFolder: () => workFolder.makeScratchFolder(claim.id),
    });
    const sizeBytes = await draft.publish();
    claimLost.signal.throwIfAborted();
    return { records, file: { name: fileNameOf(claim), sizeBytes, version: snapshot.meta.dataVersion } };
  } finally {
    clearInterval(reportTimer);
    await draft.close();
  }
}

function writeRecords(claim: Claim, context: JobContext, output: ExportOutput): Promise<number> {
  return claim.kind === "export"
    ? writeExport(context.snapshot, claim.request, output)
    : writeGeocoded(claim, context, output);
}

/** Returns the number of records of this attempt; nothing for a user's file, whose rows were counted at the request. */
function totalOf(claim: Claim, snapshot: Snapshot): { readonly totalRecords?: number } {
  return claim.kind === "export" ? { totalRecords: countRows(snapshot, claim.request) } : {};
}

/** Size of the result of geocoding for each byte of the user's file, compressed form included. */
const GEOCODED_BYTES_PER_BYTE = 3;

function neededBytes(claim: Claim, { totalRecords = 0 }: { readonly totalRecords?: number }): number {
  return claim.kind === "export"
    ? estimateFileBytes(kindOf(claim.request), claim.request.format, totalRecords)
    : claim.request.inputBytes * GEOCODED_BYTES_PER_BYTE;
}

function assertDiskSpace(files: ExportFiles, bytes: number): void {
  const freeBytes = files.freeBytes();
  if (freeBytes !== undefined && freeBytes < bytes + RESERVED_BYTES) {
    throw new AppError("unavailable", "The server has too little disk space for this file; try again later.");
  }
}
