import type { SQL } from "bun";
import { type Postgres, PostgresAway } from "../../base/postgres.ts";
import {
  type Claim,
  type EndedJob,
  type FullQueue,
  INTERRUPTED_TOO_OFTEN,
  inputBytesOf,
  type Job,
  type JobKind,
  type JobState,
  type JobStore,
  type JobWork,
  LEASE_MS,
  type Lease,
  type LiveJob,
  MAX_INTERRUPTIONS,
  type NewFile,
  type NewJob,
  ownedFilesOf,
  type QueueLimits,
  RECORD_RETENTION_MS,
} from "../job.ts";
import { JOBS_CHANNEL } from "./schema.ts";

/** Row as JOB_COLUMNS selects it. */
interface JobRow {
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
const SHOWN_STATE = `CASE WHEN ${IS_EXPIRED} THEN 'expired' ELSE state END`;

const JOB_COLUMNS = `id, key_id, kind, request, ${SHOWN_STATE} AS state, created_at,
  CASE WHEN ${IS_EXPIRED} THEN expires_at ELSE updated_at END AS updated_at, total_records, processed_records,
  CASE WHEN ${IS_EXPIRED} THEN NULL ELSE file_name END AS file_name, file_size::float8 AS file_size, file_version, error,
  worker, attempts, interruptions`;

function jobOfRow(row: JobRow): Job {
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

function claimOfRow(row: JobRow): Claim {
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

/** Number of the advisory lock under which jobs are counted and added: `job` as bytes. */
const ADD_LOCK = 0x6a6f62;
/** Milliseconds between attempts to complete a job while the database is away. */
const COMPLETE_RETRY_MS = 500;

const LEASE = `now() + interval '${LEASE_MS} milliseconds'`;
const UNFINISHED = "state IN ('pending', 'processing')";
const IS_LIVE = `(file_name IS NOT NULL OR ${UNFINISHED})`;
/** Bytes kept for the key $1: files of its jobs, and uploads of unfinished ones. */
const KEPT_BYTES_SQL = `
SELECT coalesce(sum(
  CASE WHEN ${UNFINISHED} THEN coalesce((request::json ->> 'inputBytes')::bigint, 0) ELSE file_size END
), 0)::float8 AS bytes FROM export_job WHERE key_id = $1 AND ${IS_LIVE}`;
/** Holds for the worker that has the job: one that lost its lease changes nothing any more. */
const IS_CLAIMED = "id = $1 AND worker = $2 AND attempts = $3 AND state = 'processing'";

const RECLAIM_SQL = `
UPDATE export_job SET worker = NULL, updated_at = now(), processed_records = 0, interruptions = interruptions + 1,
  state = CASE WHEN interruptions < ${MAX_INTERRUPTIONS} THEN 'pending' ELSE 'failed' END,
  error = CASE WHEN interruptions < ${MAX_INTERRUPTIONS} THEN NULL ELSE '${INTERRUPTED_TOO_OFTEN}' END
WHERE seq IN (
  SELECT seq FROM export_job WHERE state = 'processing' AND lease_until <= now() FOR UPDATE SKIP LOCKED
)`;

const CLAIM_SQL = `
UPDATE export_job SET state = 'processing', worker = $1, attempts = attempts + 1, processed_records = 0,
  updated_at = now(), lease_until = ${LEASE}
WHERE seq = (
  SELECT seq FROM export_job job WHERE state = 'pending' AND kind = $2
  ORDER BY (SELECT coalesce(max(lease_until), '-infinity') FROM export_job mine WHERE mine.key_id = job.key_id), seq
  FOR UPDATE SKIP LOCKED LIMIT 1
) RETURNING ${JOB_COLUMNS}`;

const FIND_SQL = `SELECT ${JOB_COLUMNS} FROM export_job WHERE id::text = $1 AND key_id = $2`;

/** Export jobs in PostgreSQL, for all nodes. */
export class PostgresJobStore implements JobStore {
  readonly #database: Postgres;

  constructor(database: Postgres) {
    this.#database = database;
  }

  add(job: NewJob, limits: QueueLimits): Promise<Job | FullQueue> {
    const { id = crypto.randomUUID(), keyId, kind, request, totalRecords } = job;
    return this.#database.transaction(async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(${ADD_LOCK})`;
      const [existing] = job.id === undefined ? [] : await sql.unsafe<JobRow[]>(FIND_SQL, [job.id, keyId]);
      if (existing !== undefined) {
        return jobOfRow(existing);
      }
      const [counts] = await sql.unsafe<{ own: number; all: number }[]>(
        `SELECT count(*)::integer AS "all", (count(*) FILTER (WHERE key_id = $1))::integer AS own
         FROM export_job WHERE ${UNFINISHED}`,
        [keyId],
      );
      if (counts!.own >= limits.perKey) {
        return "key-full";
      }
      if (counts!.all >= limits.overall) {
        return "all-full";
      }
      const [kept] = await sql.unsafe<{ bytes: number }[]>(KEPT_BYTES_SQL, [keyId]);
      if (kept!.bytes + inputBytesOf(job) >= limits.bytesPerKey) {
        return "bytes-full";
      }
      const [row] = await sql.unsafe<JobRow[]>(
        `INSERT INTO export_job (id, key_id, kind, request, state, created_at, updated_at, total_records)
         VALUES ($1, $2, $3, $4, 'pending', now(), now(), $5) RETURNING ${JOB_COLUMNS}`,
        [id, keyId, kind, JSON.stringify(request), totalRecords],
      );
      await sql.notify(JOBS_CHANNEL);
      return jobOfRow(row!);
    });
  }

  async find(id: string, keyId: number): Promise<Job | undefined> {
    const [row] = await this.#query(FIND_SQL, [id, keyId]);
    return row && jobOfRow(row);
  }

  async countByState(): Promise<Partial<Record<JobState, number>>> {
    const rows = await this.#database.run((sql) =>
      sql.unsafe<{ shown: JobState; jobs: number }[]>(
        `SELECT ${SHOWN_STATE} AS shown, count(*)::integer AS jobs FROM export_job GROUP BY shown`,
      ),
    );
    return Object.fromEntries(rows.map(({ shown, jobs }) => [shown, jobs]));
  }

  async oldestPendingMs(): Promise<number | undefined> {
    const [row] = await this.#database.run(
      (sql) => sql<{ ms: number | null }[]>`
        SELECT (extract(epoch FROM min(created_at)) * 1000)::float8 AS ms FROM export_job WHERE state = 'pending'`,
    );
    return row?.ms ?? undefined;
  }

  async listLatest(limit: number): Promise<Job[]> {
    const rows = await this.#query(`SELECT ${JOB_COLUMNS} FROM export_job ORDER BY seq DESC LIMIT $1`, [
      limit,
    ]);
    return rows.map(jobOfRow);
  }

  /** A dead worker is known by its lease alone: names of hosts and process ids are no proof over machines. */
  async claim(kind: JobKind, worker: string): Promise<Claim | undefined> {
    const [isWork] = await this.#query(`SELECT 1 FROM export_job WHERE ${UNFINISHED} AND kind = $1 LIMIT 1`, [
      kind,
    ]);
    if (isWork === undefined) {
      return undefined;
    }
    await this.#query(RECLAIM_SQL, []);
    const [row] = await this.#query(CLAIM_SQL, [worker, kind]);
    return row && claimOfRow(row);
  }

  report(lease: Lease, progress: { totalRecords?: number; processedRecords: number }): Promise<boolean> {
    const { totalRecords = null, processedRecords } = progress;
    return this.#change(
      lease,
      `total_records = coalesce($4::integer, total_records), processed_records = $5, updated_at = now(),
       lease_until = ${LEASE}`,
      [totalRecords, processedRecords],
    );
  }

  /**
   * Repeats while the database is away: the file is complete, and nobody knows whether a lost attempt was committed. A
   * repetition finds the job completed with this file, whose name belongs to one attempt.
   */
  async complete(lease: Lease, records: number, file: NewFile): Promise<boolean> {
    const { name, sizeBytes, version, retentionMs } = file;
    for (;;) {
      try {
        const isChanged = await this.#change(
          lease,
          `state = 'completed', total_records = $4, processed_records = $4, updated_at = now(), worker = NULL,
           expires_at = now() + $5 * interval '1 millisecond', file_name = $6, file_size = $7, file_version = $8`,
          [records, retentionMs, name, sizeBytes, version],
        );
        return isChanged || (await this.#isCompletedWith(name));
      } catch (error) {
        if (!(error instanceof PostgresAway)) {
          throw error;
        }
      }
      await Bun.sleep(COMPLETE_RETRY_MS);
    }
  }

  fail(lease: Lease, error: string): Promise<boolean> {
    return this.#change(lease, "state = 'failed', error = $4, updated_at = now(), worker = NULL", [error]);
  }

  async release(lease: Lease): Promise<void> {
    const changes = "state = 'pending', worker = NULL, processed_records = 0, updated_at = now()";
    await this.#change(lease, changes, []);
  }

  cancel(id: string, reason: string, keyId?: number): Promise<EndedJob | undefined> {
    return this.#database.transaction(async (sql) => {
      const select = `SELECT ${JOB_COLUMNS} FROM export_job WHERE id::text = $1`;
      const [row] = await sql.unsafe<JobRow[]>(`${select} FOR UPDATE`, [id]);
      if (row === undefined || (keyId !== undefined && row.key_id !== keyId)) {
        return undefined;
      }
      await sql.unsafe(
        `UPDATE export_job SET state = 'failed', error = $2, updated_at = now(), worker = NULL
         WHERE id::text = $1 AND ${UNFINISHED}`,
        [id, reason],
      );
      await sql.unsafe(
        `UPDATE export_job SET expires_at = now(), file_name = NULL
         WHERE id::text = $1 AND file_name IS NOT NULL`,
        [id],
      );
      const [ended] = await sql.unsafe<JobRow[]>(select, [id]);
      return { job: jobOfRow(ended!), files: ownedFilesOf(claimOfRow(row), row.state, row.file_name) };
    });
  }

  async listLive(): Promise<LiveJob[]> {
    return await this.#database.run((sql) =>
      sql.unsafe<LiveJob[]>(`SELECT id, key_id AS "keyId" FROM export_job WHERE ${IS_LIVE}`),
    );
  }

  async keptBytes(keyId: number): Promise<number> {
    const rows = await this.#database.run((sql) => sql.unsafe<{ bytes: number }[]>(KEPT_BYTES_SQL, [keyId]));
    return rows[0]!.bytes;
  }

  async expire(): Promise<void> {
    await this.#query(
      "UPDATE export_job SET file_name = NULL WHERE file_name IS NOT NULL AND expires_at <= now()",
      [],
    );
    await this.#query(
      `DELETE FROM export_job WHERE state IN ('completed', 'failed')
         AND coalesce(expires_at, updated_at) <= now() - interval '${RECORD_RETENTION_MS} milliseconds'`,
      [],
    );
  }

  async listFiles(): Promise<Set<string>> {
    const rows = await this.#query(`SELECT ${JOB_COLUMNS} FROM export_job WHERE ${IS_LIVE}`, []);
    return new Set(rows.flatMap((row) => ownedFilesOf(claimOfRow(row), row.state, row.file_name)));
  }

  close(): void {
    void this.#database.close();
  }

  #query(statement: string, values: readonly unknown[]): Promise<JobRow[]> {
    return this.#database.run((sql: SQL) => sql.unsafe<JobRow[]>(statement, [...values]));
  }

  /** Changes the job of a claim; returns false when the claim has lost it. */
  async #change(
    { id, worker, attempt }: Lease,
    changes: string,
    values: readonly unknown[],
  ): Promise<boolean> {
    const statement = `UPDATE export_job SET ${changes} WHERE ${IS_CLAIMED} RETURNING ${JOB_COLUMNS}`;
    const rows = await this.#query(statement, [id, worker, attempt, ...values]);
    return rows.length > 0;
  }

  async #isCompletedWith(name: string): Promise<boolean> {
    const rows = await this.#query("SELECT 1 FROM export_job WHERE file_name = $1 AND state = 'completed'", [
      name,
    ]);
    return rows.length > 0;
  }
}
