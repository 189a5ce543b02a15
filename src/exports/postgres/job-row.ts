import type { Claim, Job, JobKind, JobState, JobWork } from "../job.ts";

/** Row as JOB_COLUMNS selects it. */
export interface JobRow {
  readonly id: string;
  readonly key_id: number;
  readonly kind: JobKind;
  readonly request: string;
  readonly state: JobState;
  readonly created_at: Date;
  readonly updated_at: Date;
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

const IS_EXPIRED = "state = 'completed' AND expires_at <= now()";

/** State of a job as its owner sees it. */
export const SHOWN_STATE = `CASE WHEN ${IS_EXPIRED} THEN 'expired' ELSE state END`;

export const JOB_COLUMNS = `id, key_id, kind, request, ${SHOWN_STATE} AS state, created_at,
  CASE WHEN ${IS_EXPIRED} THEN expires_at ELSE updated_at END AS updated_at, total_records, processed_records,
  CASE WHEN ${IS_EXPIRED} THEN NULL ELSE file_name END AS file_name, file_size::float8 AS file_size, file_version, error,
  worker, attempts, interruptions`;

export function jobOfRow(row: JobRow): Job {
  const { file_name: name, file_size: sizeBytes, file_version: version } = row;
  return {
    ...workOf(row),
    id: row.id,
    keyId: row.key_id,
    state: row.state,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    totalRecords: row.total_records,
    processedRecords: row.processed_records,
    file: name === null ? undefined : { name, sizeBytes, version },
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
