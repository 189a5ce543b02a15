/** Limits from which the operator should know, for notices and doctor; deploy/prometheus has the same in its rules. */

/** A nightly backup that was skipped once. */
export const MAX_BACKUP_AGE_MS = 36 * 3_600_000;
/** A waiting job that no worker takes up. */
export const MAX_JOB_WAIT_MS = 15 * 60_000;
/** Difference of clocks by which limits and leases suffer. */
export const MAX_CLOCK_OFFSET_MS = 2_000;
/** Share of the files that a process may open. */
export const MANY_OPEN_FILES = 0.8;
