import type { JobState } from "./job.ts";

/** State of the export thread and of its jobs, which it tells every few seconds. */
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
