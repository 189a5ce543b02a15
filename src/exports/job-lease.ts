/** Times of leases and records that every job store keeps. */

/** Length of a lease: a silent worker keeps its job for so long. A worker reports some forty times in this. */
export const LEASE_MS = 10_000;
/** Maximum interruptions after which a job is retried; one more fails the job. */
export const MAX_INTERRUPTIONS = 5;
/** Error of a job that was interrupted more often. */
export const INTERRUPTED_TOO_OFTEN = "The export was interrupted too often.";
/** Time for which the record of a job stays after it expired or failed. */
export const RECORD_RETENTION_MS = 30 * 24 * 3_600_000;
