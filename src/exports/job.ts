import type { Awaitable } from "../base/awaitable.ts";
import type { ExportRequest } from "./write-addresses.ts";

/**
 * `pending → processing → completed | failed`, and `completed → expired` when its file has been kept long enough. A crash
 * leads from processing back to pending.
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
  /** Of a completed job. */
  readonly file: ExportFile | undefined;
  /** Of a failed job: what its owner may know. */
  readonly error: string | undefined;
}

export interface ExportFile {
  /** In the export folder. */
  readonly name: string;
  readonly sizeBytes: number;
  /** The registry its addresses come from, as `Snapshot.version`. */
  readonly version: string;
}

export interface NewFile extends ExportFile {
  /** How long it is kept. */
  readonly keptMs: number;
}

/** A job in the hands of one worker, until its lease runs out. A job claimed again is another claim. */
export interface Claim {
  readonly id: string;
  readonly worker: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly request: ExportRequest;
}

export interface NewJob {
  readonly keyId: number;
  readonly request: ExportRequest;
  readonly totalRecords: number;
}

/** How many jobs may be pending or processing. */
export interface QueueLimits {
  readonly perKey: number;
  readonly overall: number;
}

/** Where export jobs live: shared by all threads and processes that serve one data folder. */
export interface JobStore {
  /** Queues a job, or says which limit is reached. */
  add(job: NewJob, limits: QueueLimits): Awaitable<ExportJob | "key-full" | "all-full">;
  /** A job of that key. */
  find(id: string, keyId: number): Awaitable<ExportJob | undefined>;
  /** How many jobs are in each state. */
  countByState(): Awaitable<Partial<Record<JobState, number>>>;

  /**
   * Hands a job to a worker: the oldest of the key that has waited longest for its turn. Jobs whose worker let its lease run
   * out, or is known to be gone, are pending again; one interrupted too often has failed.
   */
  claim(worker: string, isGone: (worker: string) => boolean): Awaitable<Claim | undefined>;
  /** Renews the lease. False when the job is no longer this claim's: then nothing of it counts. */
  report(claim: Claim, progress: { totalRecords?: number; processedRecords: number }): Awaitable<boolean>;
  /** False as for `report`; the file is the job's from here on. */
  complete(claim: Claim, records: number, file: NewFile): Awaitable<boolean>;
  fail(claim: Claim, error: string): Awaitable<boolean>;
  /** Gives a job back untouched. */
  release(claim: Claim): Awaitable<void>;

  /** Expires what has been kept long enough, and forgets what expired or failed long ago. */
  expire(): Awaitable<void>;
  /** Files that completed jobs, or jobs being processed, own: their names, up to `.tmp`. */
  listFiles(): Awaitable<Set<string>>;
  close(): void;
}

/** Name of the file an attempt writes; never used again, so no two workers ever write one file. */
export function fileNameOf({ id, attempt, request }: Claim): string {
  return `${id}.${attempt}.${request.format}`;
}
