import { isDiskFull } from "../base/disk-fault.ts";
import type { DraftFile } from "../base/draft-file.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { BackoffLogger, logError, logInfo, logWarning } from "../base/log.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { StorageFault } from "../storage/object-store.ts";
import { type JobPlaces, removeFile } from "./cancel-job.ts";
import { countRows, exportKindOf } from "./export-request.ts";
import { estimateFileBytes, isGzipped } from "./formats.ts";
import { geocodeInProcess, type JobProcess } from "./geocode/geocode-in-process.ts";
import { faultOfInput } from "./geocode/geocode-request.ts";
import { writeGeocoded } from "./geocode/write-geocoded.ts";
import { type Claim, type ClaimOf, fileNameOf, inputNameOf, type JobKind, type JobStore } from "./job.ts";
import { assertSpaceFor, keptTooMuch, TOO_LITTLE_SPACE } from "./job-space.ts";
import { type ExportOutput, writeExport } from "./write-export.ts";

export interface JobContext extends JobPlaces {
  /** Snapshot that the job reads from its first row to its last. */
  readonly snapshot: Snapshot;
  readonly retentionMs: number;
  /** Most bytes that are kept for a key. */
  readonly bytesPerKey: number;
  /** Called for a job that failed for another reason than the file or the limits of its owner. */
  onFailure?(): void;
  /** Runs a job with a user's file after a worker has died with it. */
  readonly jobProcess: JobProcess;
}

/** Milliseconds between progress reports, which also renew the lease. */
const REPORT_MS = 250;

/** Last attempt (of any cause) after which a job whose file was removed during writing is restarted. */
const MAX_RESTARTED_ATTEMPT = 3;

/** Thrown when the claim has lost the job: it was cancelled, or another worker has it or will claim it. */
const CLAIM_LOST = Symbol("lost");

/**
 * Runs a claimed job to its end: first the complete file on disk, then the job's state. Returns the job to pending when
 * aborted, and when the storage of its file cannot be used; in that case it throws the StorageFault. Leaves no file
 * without a job where files can be removed.
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
      return abandon(claim, context);
    }
    if (isFileRemoved(error) && claim.attempt <= MAX_RESTARTED_ATTEMPT) {
      return (await jobs.report(claim, { processedRecords: 0 }))
        ? restartJob(claim, jobs)
        : abandon(claim, context);
    }
    if (error instanceof StorageFault) {
      await jobs.release(claim);
      throw error;
    }
    if (!(await jobs.fail(claim, failureText(claim, error)))) {
      return abandon(claim, context);
    }
    if (reportFailure(claim, error) === "service") {
      context.onFailure?.();
    }
    await removeInput(claim, context);
  }
}

/** Leaves a job to the worker that has it now; removes its input when no job owns the input any more. */
async function abandon(claim: Claim, context: JobContext): Promise<void> {
  const { id, kind } = claim;
  if (kind === "geocode" && !(await context.jobs.listFiles()).has(inputNameOf(id))) {
    await removeInput(claim, context);
  }
  logInfo(`${kind} abandoned: it was cancelled, or another worker has taken it over`, { job: id });
}

const FAILED: Readonly<Record<JobKind, string>> = {
  export: "The export failed.",
  geocode: "The geocoding of the file failed.",
};

/**
 * Returns the failure text that the job's owner reads. The text is stored, so for a session it quotes nothing of the
 * file.
 */
function failureText({ kind, request }: Claim, error: unknown): string {
  if (isDiskFull(error)) {
    return TOO_LITTLE_SPACE;
  }
  const isOfSession = "session" in request && request.session !== undefined;
  return error instanceof AppError && !isOfSession ? error.message : FAILED[kind];
}

/**
 * Logs a failure, and returns who caused it. For a fault of a user's file logs only that it happened, because the text
 * may quote its cells.
 */
function reportFailure({ id, kind }: Claim, error: unknown): "owner" | "service" {
  if (kind === "geocode" && faultOfInput(error) !== undefined) {
    logWarning("geocode failed: its file cannot be used", { job: id });
    return "owner";
  }
  if (error instanceof AppError && error.code === "export_storage_full") {
    logWarning(`${kind} failed: its key keeps as many bytes as it may`, { job: id });
    return "owner";
  }
  if (error instanceof AppError && error.code === "usage") {
    logWarning(`${kind} failed: its format cannot hold the rows`, { job: id });
    return "owner";
  }
  logError(`a job failed: ${kind}`, error, { job: id });
  return "service";
}

/** Removes the uploaded file of a job that has ended, and every file made from it on this machine. */
async function removeInput({ id, kind }: Claim, { files, workFolder }: JobContext): Promise<void> {
  if (kind === "geocode") {
    await removeFile(files, inputNameOf(id));
    workFolder.removeFilesOf(id);
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
  const write = await boundWrite(claim, context);
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
      write: write(draft),
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

async function writeRecords(claim: Claim, context: JobContext, output: ExportOutput): Promise<number> {
  const { snapshot, files, workFolder, jobProcess } = context;
  if (claim.kind === "geocode") {
    const path = await inputPathOf(claim, context);
    return claim.interruptions === 0
      ? await writeGeocoded(claim, { path, snapshot, files, workFolder }, output)
      : await geocodeInProcess(jobProcess, { claim, path, snapshot, files }, output);
  }
  const { request } = claim;
  const rows = countRows(snapshot, request);
  assertSpaceFor(files, estimateFileBytes(exportKindOf(request), request.format, rows));
  return await writeExport(snapshot, request, output);
}

/** Returns the path of the user's file: in the folder of its session, or where uploads are stored. */
async function inputPathOf(
  { id, request }: ClaimOf<"geocode">,
  { files, workFolder }: JobContext,
): Promise<string> {
  return request.session === undefined
    ? await files.fetchInput(inputNameOf(id), workFolder.pathOf(`${id}.copy`))
    : workFolder.sessions.of(request.session).inputPath;
}

/** Returns the number of records of this attempt; nothing for a user's file, whose rows were counted at the request. */
function totalOf(claim: Claim, snapshot: Snapshot): { readonly totalRecords?: number } {
  return claim.kind === "export" ? { totalRecords: countRows(snapshot, claim.request) } : {};
}

/** Returns a function that writes to a draft and throws when the files of the key exceed the limit of kept bytes. */
async function boundWrite({ keyId }: Claim, { jobs, bytesPerKey }: JobContext) {
  let left = bytesPerKey - (await jobs.keptBytes(keyId));
  return (draft: DraftFile) => (bytes: Uint8Array) => {
    left -= bytes.length;
    if (left < 0) {
      throw new AppError("export_storage_full", keptTooMuch(bytesPerKey));
    }
    return draft.write(bytes);
  };
}
