import { BackoffLogger } from "../base/backoff-logger.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { logError, logInfo, logWarning } from "../base/log.ts";
import type { Snapshot } from "../registry/snapshot.ts";
import { StorageFault } from "../storage/object-store.ts";
import type { ExportFiles } from "./export-files.ts";
import { countRows, kindOf } from "./export-request.ts";
import { estimateFileBytes, FORMATS } from "./formats.ts";
import { type Claim, fileNameOf, type JobStore } from "./job.ts";
import { withScratchFolder } from "./scratch-folder.ts";
import { writeExport } from "./write-export.ts";

export interface JobContext {
  readonly jobs: JobStore;
  readonly files: ExportFiles;
  /** Folder of this machine in which temporary files are made. */
  readonly scratchParent: string;
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
  const { id } = claim;
  try {
    const { records, file } = await writeExportFile(claim, context, stop);
    if (!(await jobs.complete(claim, records, { ...file, retentionMs: retentionMs }))) {
      throw CLAIM_LOST;
    }
    logInfo("export completed", { job: id, records, bytes: file.sizeBytes, version: file.version });
  } catch (error) {
    await removeFile(files, fileNameOf(claim));
    if (stop.aborted) {
      return jobs.release(claim);
    }
    if (error === CLAIM_LOST) {
      return logWarning("export abandoned: another worker has taken the job over", { job: id });
    }
    if (isFileRemoved(error) && claim.attempt <= MAX_RESTARTED_ATTEMPT) {
      return restartJob(claim, jobs);
    }
    if (error instanceof StorageFault) {
      await jobs.release(claim);
      throw error;
    }
    logError("an export failed", error, { job: id });
    await jobs.fail(claim, error instanceof AppError ? error.message : "The export failed.");
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
  logWarning("export restarted: its file was removed while it was written", { job: claim.id });
  await jobs.release(claim);
}

async function writeExportFile(claim: Claim, context: JobContext, stop: AbortSignal) {
  const { jobs, files, snapshot } = context;
  const totalRecords = countRows(snapshot, claim.request);
  const claimLost = new AbortController();
  let processedRecords = 0;
  const reportProgress = async () => {
    if (!(await jobs.report(claim, { totalRecords, processedRecords }))) {
      claimLost.abort(CLAIM_LOST);
    }
  };
  await reportProgress();
  assertDiskSpace(files, claim, totalRecords);
  const { isGzipped } = FORMATS[claim.request.format];
  const draft = await files.createDraft(fileNameOf(claim), { isGzipped });
  // Reports that keep failing lose the lease; the next successful report detects that.
  const failureLog = new BackoffLogger("the progress of an export cannot be stored");
  const reportTimer = setInterval(
    () =>
      reportProgress().then(
        () => failureLog.reportSuccess(),
        (error: Error) => failureLog.reportFailure(error.message),
      ),
    REPORT_MS,
  );
  try {
    const records = await withScratchFolder(context.scratchParent, fileNameOf(claim), (scratchFolder) =>
      writeExport(snapshot, claim.request, {
        write: draft.write,
        onProgress(read) {
          processedRecords = read;
        },
        signal: AbortSignal.any([stop, claimLost.signal]),
        scratchFolder,
      }),
    );
    const sizeBytes = await draft.publish();
    claimLost.signal.throwIfAborted();
    return { records, file: { name: fileNameOf(claim), sizeBytes, version: snapshot.meta.dataVersion } };
  } finally {
    clearInterval(reportTimer);
    await draft.close();
  }
}

function assertDiskSpace(files: ExportFiles, { request }: Claim, totalRecords: number): void {
  const neededBytes = estimateFileBytes(kindOf(request), request.format, totalRecords) + RESERVED_BYTES;
  if ((files.freeBytes() ?? neededBytes) >= neededBytes) {
    return;
  }
  throw new AppError("unavailable", "The server has too little disk space for this export; try again later.");
}
