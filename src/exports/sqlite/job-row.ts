import type { Claim, Job, JobKind, JobState, JobWork } from "../job.ts";

/**
 * Table of jobs. Times are milliseconds since 1970. `state` is never `expired`: a completed job counts as
 * expired once `expires_at` has passed. Pending and processing jobs are few and queried constantly, so they have a
 * partial index.
 */
export const JOB_TABLE = `
CREATE TABLE IF NOT EXISTS export_job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  key_id INTEGER NOT NULL,
  kind TEXT NOT NULL DEFAULT 'export',
  request TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER,
  total_records INTEGER NOT NULL,
  processed_records INTEGER NOT NULL DEFAULT 0,
  file_name TEXT,
  file_size INTEGER,
  file_version TEXT,
  error TEXT,
  worker TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  interruptions INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER
);
CREATE INDEX IF NOT EXISTS export_job_key ON export_job (key_id, lease_until);
CREATE INDEX IF NOT EXISTS export_job_unfinished ON export_job (key_id, seq) WHERE state IN ('pending', 'processing');`;

/** Columns added in later versions, for files that older versions created. */
export const ADDED_COLUMNS = { kind: "TEXT NOT NULL DEFAULT 'export'" };

export interface JobRow {
  readonly id: string;
  readonly kind: JobKind;
  readonly key_id: number;
  readonly request: string;
  readonly state: Exclude<JobState, "expired">;
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number | null;
  readonly total_records: number;
  readonly processed_records: number;
  readonly file_name: string | null;
  readonly file_size: number;
  readonly file_version: string;
  readonly error: string | null;
  readonly worker: string | null;
  readonly attempts: number;
  readonly interruptions: number;
}

export function jobOfRow(row: JobRow, now: number): Job {
  const { file_name: name, file_size: sizeBytes, file_version: version } = row;
  const isExpired = row.expires_at !== null && row.expires_at <= now && row.state === "completed";
  return {
    ...workOf(row),
    id: row.id,
    keyId: row.key_id,
    state: isExpired ? "expired" : row.state,
    createdAt: row.created_at,
    updatedAt: isExpired ? row.expires_at! : row.updated_at,
    totalRecords: row.total_records,
    processedRecords: row.processed_records,
    file: name === null || isExpired ? undefined : { name, sizeBytes, version },
    error: row.error ?? undefined,
  };
}

export function claimOfRow(row: JobRow): Claim {
  return {
    ...workOf(row),
    id: row.id,
    keyId: row.key_id,
    worker: row.worker!,
    attempt: row.attempts,
    interruptions: row.interruptions,
  };
}

function workOf({ kind, request }: JobRow): JobWork {
  return { kind, request: JSON.parse(request) };
}
