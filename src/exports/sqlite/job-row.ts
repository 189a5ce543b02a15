import type { Claim, Job, JobKind, JobState, JobWork } from "../job.ts";

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
