/** Jobs of the export store: their records, leases and files, and what each job store does with them. */
import { hostname } from "node:os";
import type { Awaitable } from "../base/awaitable.ts";
import { codeOf } from "../base/errors.ts";
import type { ExportRequest } from "./export-request.ts";
import type { GeocodeRequest } from "./geocode/geocode-request.ts";

/** Kinds of jobs: files of addresses, and files of users with a result for each row. */
export const JOB_KINDS = ["export", "geocode"] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Work of a job: the file that it makes. */
export type JobWork =
  | { readonly kind: "export"; readonly request: ExportRequest }
  | { readonly kind: "geocode"; readonly request: GeocodeRequest };

/**
 * State of a job: `pending → processing → completed | failed`, and `completed → expired` when the retention of its file
 * ends. An interruption (crash, stop, removed file) leads from processing back to pending.
 */
export type JobState = "pending" | "processing" | "completed" | "failed" | "expired";

/** Times are milliseconds since 1970. */
export type Job = JobWork & JobProgress;

interface JobProgress {
  /** UUID. */
  readonly id: string;
  readonly keyId: number;
  readonly state: JobState;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly totalRecords: number;
  readonly processedRecords: number;
  /** File of a completed job. */
  readonly file: JobFile | undefined;
  /** Error message of a failed job, safe to show to its owner. */
  readonly error: string | undefined;
}

export interface JobFile {
  /** File name in the export folder. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Version of its data (registry/file/data-versions.ts); jobs of earlier schemas store a registry name here. */
  readonly version: string;
}

interface NewFile extends JobFile {
  /** Retention in milliseconds. */
  readonly retentionMs: number;
}

/** Job that was ended before its time, and the names of the files that it owned. */
export interface EndedJob {
  readonly job: Job;
  readonly files: readonly string[];
}

/** Job that owns files or will: unfinished, or completed and not expired. */
export interface LiveJob {
  readonly id: string;
  readonly keyId: number;
}

/** Lease of a job to one worker, until it expires. A job claimed again has another lease. */
interface Lease {
  readonly id: string;
  readonly worker: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}
export type Claim = Lease &
  JobWork & {
    readonly keyId: number;
    /** Number of workers that died, or were silent for too long, while they had the job. */
    readonly interruptions: number;
  };
/** Claim of a job of one kind. */
export type ClaimOf<K extends JobKind> = Extract<Claim, { readonly kind: K }>;

export type NewJob = JobWork & {
  /** UUID. Given when the caller has named files after it; otherwise generated. */
  readonly id?: string;
  readonly keyId: number;
  readonly totalRecords: number;
};

/** Maximum number of jobs that are pending or processing, and of bytes that are kept for one key. */
export interface QueueLimits {
  readonly perKey: number;
  readonly overall: number;
  readonly bytesPerKey: number;
}

/**
 * Takes the cost of a job while no other job can be added. Gets the ids of the unfinished jobs; throws when the job
 * must not be added. Returns a function that refunds the cost, called when the job could not be stored.
 */
export type TakeForJob = (unfinished: ReadonlySet<string>) => () => void;

/** Limit of the queue that refused a job. */
export type FullQueue = "key-full" | "all-full" | "bytes-full";

/** Returns true for a worker that is known to have ended without giving its jobs back. */
export type IsWorkerDead = (worker: string) => boolean;

/** Queue of jobs of all kinds, shared by all threads and processes that serve one data folder. */
export interface JobStore {
  /**
   * Queues a job; returns the limit instead when one is reached, and the job itself when one with this id exists.
   * `take` runs in the same transaction, with accounts.db only: see {@link TakeForJob}.
   */
  add(job: NewJob, limits: QueueLimits, take?: TakeForJob): Awaitable<Job | FullQueue>;
  /** Returns a job of that key. */
  find(id: string, keyId: number): Awaitable<Job | undefined>;
  /** Counts the jobs in each state. */
  countByState(): Awaitable<Partial<Record<JobState, number>>>;
  /** Returns when the oldest waiting job was requested, in milliseconds since 1970; undefined when none waits. */
  oldestPendingMs(): Awaitable<number | undefined>;
  /** Lists the jobs requested last, of all keys, newest first. */
  listLatest(limit: number): Awaitable<Job[]>;

  /**
   * Leases a job of a kind to a worker: the oldest pending job of the key that was served least recently. First returns
   * jobs with an expired lease to pending; with accounts.db also the jobs of a dead worker, which several machines
   * cannot know. A job interrupted too often fails instead.
   */
  claim(kind: JobKind, worker: string, isWorkerDead: IsWorkerDead): Awaitable<Claim | undefined>;
  /** Stores the progress and renews the lease. Returns false, and stores nothing, when the lease has lost the job. */
  report(lease: Lease, progress: { totalRecords?: number; processedRecords: number }): Awaitable<boolean>;
  /**
   * Completes the job, which owns the file from now on. Returns false when the lease has lost the job; a repetition
   * with the same file returns true.
   */
  complete(lease: Lease, records: number, file: NewFile): Awaitable<boolean>;
  fail(lease: Lease, error: string): Awaitable<boolean>;
  /** Returns the job to pending without counting an interruption. */
  release(lease: Lease): Awaitable<void>;

  /**
   * Ends a job, of that key when one is given: an unfinished job fails with `reason`, a completed one expires at once;
   * another stays unchanged. The caller removes the files. Returns undefined for an unknown job.
   */
  cancel(id: string, reason: string, keyId?: number): Awaitable<EndedJob | undefined>;
  /** Lists the jobs that are unfinished or have a file. */
  listLive(): Awaitable<LiveJob[]>;
  /** Counts the bytes kept for a key: files of completed jobs, and uploaded files of unfinished ones. */
  keptBytes(keyId: number): Awaitable<number>;

  /** Releases the files of jobs past their retention, and deletes jobs that expired or failed long ago. */
  expire(): Awaitable<void>;
  /** Returns the names, without `.tmp`, of the files that jobs own: inputs, files being written, completed files. */
  listFiles(): Awaitable<Set<string>>;
  close(): void;
}

/** Part of a store that readers of jobs need. */
export type JobReader = Pick<JobStore, "countByState" | "oldestPendingMs" | "listLatest" | "close">;

/** Returns the bytes that a new job adds to those kept for its key: the size of its uploaded file. */
export function inputBytesOf(work: JobWork): number {
  return work.kind === "geocode" ? work.request.inputBytes : 0;
}

/** Returns the name of the file that an attempt writes; unique, so no two workers ever write one file. */
export function fileNameOf({ id, attempt, request }: Claim): string {
  return `${id}.${attempt}.${request.format}`;
}

/** Returns the name of the file that a user has uploaded for a job. */
export function inputNameOf(id: string): string {
  return `${id}.0.input`;
}

export function isInputName(name: string): boolean {
  return /\.0\.input$/.test(name);
}

/** Returns the names of the files that a job owns; `completed` is the name of its file once it has one. */
export function ownedFilesOf(claim: Claim, state: JobState, completed: string | null): string[] {
  const isUnfinished = state === "pending" || state === "processing";
  return [
    ...(completed === null ? [] : [completed]),
    ...(state === "processing" ? [fileNameOf(claim)] : []),
    ...(isUnfinished && claim.kind === "geocode" ? [inputNameOf(claim.id)] : []),
  ];
}

/** Returns true for names that `fileNameOf` and `inputNameOf` give, and for names of compressed forms and drafts. */
export function isJobFileName(name: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d+\./.test(name);
}

/** Length of a lease: a silent worker keeps its job for this long. A worker reports some forty times in this time. */
export const LEASE_MS = 10_000;
/** Maximum interruptions after which a job is retried; one more fails the job. */
export const MAX_INTERRUPTIONS = 5;
/** Error of a job that was interrupted more often. */
export const INTERRUPTED_TOO_OFTEN = "The export was interrupted too often.";
/** Time for which the record of a job stays after it expired or failed. */
export const RECORD_RETENTION_MS = 30 * 24 * 3_600_000;

/** Returns a unique name for a worker's leases: host, process id and a UUID. */
export function createWorkerName(): string {
  return `${hostname()}/${process.pid}/${crypto.randomUUID()}`;
}

/**
 * Returns true when a worker is known to be dead because its process on this host has ended; its job then need not wait
 * for the lease to expire. Returns false for workers on other hosts and when the process id is in use again.
 */
export function isWorkerDead(worker: string): boolean {
  const [host, pid] = worker.split("/");
  if (host !== hostname() || Number(pid) === process.pid) {
    return false;
  }
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/** State of the export thread and of its jobs, reported every few seconds. */
export interface JobsState {
  readonly counts: Partial<Record<JobState, number>>;
  /** Time at which the oldest waiting job was requested, in milliseconds since 1970; undefined when none waits. */
  readonly oldestPendingMs: number | undefined;
  /** Jobs that failed since the start, for another reason than the file or the limits of their owner. */
  readonly failures: number;
  /** Reason why the storage of job files cannot be used; undefined while it can. */
  readonly storageFault: string | undefined;
}

export const NO_JOBS: JobsState = {
  counts: {},
  oldestPendingMs: undefined,
  failures: 0,
  storageFault: undefined,
};
