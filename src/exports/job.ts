import type { Awaitable } from "../base/awaitable.ts";
import type { ExportRequest } from "./export-request.ts";

/**
 * State of a job: `pending → processing → completed | failed`, and `completed → expired` when the retention of its file
 * ends. An interruption (crash, stop, removed file) leads from processing back to pending.
 */
export type JobState = "pending" | "processing" | "completed" | "failed" | "expired";

/** Times are milliseconds since 1970. */
export interface ExportJob {
  /** UUID. */
  readonly id: string;
  readonly keyId: number;
  readonly request: ExportRequest;
  readonly state: JobState;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly totalRecords: number;
  readonly processedRecords: number;
  /** File of a completed job. */
  readonly file: ExportFile | undefined;
  /** Error message of a failed job, safe to show to its owner. */
  readonly error: string | undefined;
}

export interface ExportFile {
  /** File name in the export folder. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Version of the data that it holds (registry/data-versions.ts); jobs of before have the name of a registry. */
  readonly version: string;
}

export interface NewFile extends ExportFile {
  /** Retention in milliseconds. */
  readonly retentionMs: number;
}

/** Job leased to one worker, until the lease expires. A job claimed again is another claim. */
export interface Claim {
  readonly id: string;
  readonly worker: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly request: ExportRequest;
}

export interface NewJob {
  readonly keyId: number;
  readonly request: ExportRequest;
  readonly totalRecords: number;
}

/** Maximum number of jobs that are pending or processing. */
export interface QueueLimits {
  readonly perKey: number;
  readonly overall: number;
}

/** Queue of export jobs, shared by all threads and processes that serve one data folder. */
export interface JobStore {
  /** Queues a job; returns the limit instead when one is reached. */
  add(job: NewJob, limits: QueueLimits): Awaitable<ExportJob | "key-full" | "all-full">;
  /** Returns a job of that key. */
  find(id: string, keyId: number): Awaitable<ExportJob | undefined>;
  /** Counts the jobs in each state. */
  countByState(): Awaitable<Partial<Record<JobState, number>>>;
  /** Lists the jobs requested last, of all keys, newest first. */
  listLatest(limit: number): Awaitable<ExportJob[]>;

  /**
   * Leases a job to a worker: the oldest pending job of the key that was served least recently. First returns jobs with
   * an expired lease or a dead worker to pending; a job interrupted too often fails instead.
   */
  claim(worker: string, isWorkerDead: (worker: string) => boolean): Awaitable<Claim | undefined>;
  /** Stores the progress and renews the lease. Returns false, and stores nothing, when the claim has lost the job. */
  report(claim: Claim, progress: { totalRecords?: number; processedRecords: number }): Awaitable<boolean>;
  /** Completes the job, which owns the file from now on. Returns false when the claim has lost the job. */
  complete(claim: Claim, records: number, file: NewFile): Awaitable<boolean>;
  fail(claim: Claim, error: string): Awaitable<boolean>;
  /** Returns the job to pending without counting an interruption. */
  release(claim: Claim): Awaitable<void>;

  /** Releases the files of jobs past their retention, and deletes jobs that expired or failed long ago. */
  expire(): Awaitable<void>;
  /** Returns the names, without `.tmp`, of the files that completed jobs and jobs in processing own. */
  listFiles(): Awaitable<Set<string>>;
  close(): void;
}

/** Returns the name of the file that an attempt writes; unique, so no two workers ever write one file. */
export function fileNameOf({ id, attempt, request }: Claim): string {
  return `${id}.${attempt}.${request.format}`;
}

/** Returns true for a name that `fileNameOf` gives, and for those of its compressed form and drafts. */
export function isJobFileName(name: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+\./.test(name);
}
