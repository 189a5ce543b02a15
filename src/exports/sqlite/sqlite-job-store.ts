import {
  type AccountsFile,
  inspectAccountsFile,
  openAccountsFile,
} from "../../accounts/sqlite/accounts-file.ts";
import { BUSY_TIMEOUT_MS, type Database } from "../../base/sqlite.ts";
import {
  type Claim,
  type EndedJob,
  type FullQueue,
  INTERRUPTED_TOO_OFTEN,
  type IsWorkerDead,
  inputBytesOf,
  type Job,
  type JobKind,
  type JobReader,
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
  type TakeForJob,
} from "../job.ts";
import { hasTable, makeTable } from "./job-table.ts";

const UNFINISHED = "state IN ('pending', 'processing')";
/** Bytes kept of one job: its file, or the upload for it. */
const KEPT_BYTES = `CASE WHEN ${UNFINISHED} THEN coalesce(json_extract(request, '$.inputBytes'), 0) ELSE file_size END`;
const IS_LIVE = `(file_name IS NOT NULL OR ${UNFINISHED})`;
const IS_CLAIMED = "id = ? AND worker = ? AND attempts = ? AND state = 'processing'";

/**
 * Opens the jobs in a data folder's accounts.db. Every method throws when that stays locked for longer than `waitMs`.
 */
export function openSqliteJobs(dataDir: string, { create = true, waitMs = BUSY_TIMEOUT_MS } = {}): JobStore {
  const file = openAccountsFile(dataDir, { create, prepare: makeTable });
  file.setBusyTimeout(waitMs);
  return new SqliteJobStore(file);
}

/** Opens the jobs of a data folder for reading, and leaves no file beside accounts.db. */
export function inspectSqliteJobs(dataDir: string): JobReader {
  return new SqliteJobStore(inspectAccountsFile(dataDir));
}

class SqliteJobStore implements JobStore {
  readonly #file: AccountsFile;

  constructor(file: AccountsFile) {
    this.#file = file;
  }

  /** Returns the current accounts.db: reopens it when it was replaced, because jobs in the old file are lost. */
  get #db(): Database {
    this.#file.reopenIfReplaced();
    return this.#file.db;
  }

  add(job: NewJob, limits: QueueLimits, take?: TakeForJob): Job | FullQueue {
    let giveBack: (() => void) | undefined;
    try {
      return this.#inTransaction(() => {
        const existing = job.id === undefined ? undefined : this.find(job.id, job.keyId);
        if (existing !== undefined) {
          return existing;
        }
        const unfinished = this.#listUnfinished();
        const full = this.#findFull(job, limits, unfinished);
        if (full !== undefined) {
          return full;
        }
        giveBack = take?.(new Set(unfinished.map(({ id }) => id)));
        return this.#insert(job);
      });
    } catch (error) {
      giveBack?.();
      throw error;
    }
  }

  #listUnfinished(): LiveJob[] {
    const sql = `SELECT id, key_id AS keyId FROM export_job WHERE ${UNFINISHED}`;
    return this.#db.query<LiveJob, []>(sql).all();
  }

  #findFull(job: NewJob, limits: QueueLimits, unfinished: readonly LiveJob[]): FullQueue | undefined {
    if (unfinished.filter(({ keyId }) => keyId === job.keyId).length >= limits.perKey) {
      return "key-full";
    }
    if (unfinished.length >= limits.overall) {
      return "all-full";
    }
    const bytes = this.keptBytes(job.keyId) + inputBytesOf(job);
    return bytes >= limits.bytesPerKey ? "bytes-full" : undefined;
  }

  #insert({ id = crypto.randomUUID(), keyId, kind, request, totalRecords }: NewJob): Job {
    const now = Date.now();
    const row = this.#db
      .query<JobRow, [string, number, JobKind, string, number, number, number]>(
        `INSERT INTO export_job (id, key_id, kind, request, state, created_at, updated_at, total_records)
         VALUES (?, ?, ?, ?, 'pending', ?, ?, ?) RETURNING *`,
      )
      .get(id, keyId, kind, JSON.stringify(request), now, now, totalRecords)!;
    return jobOfRow(row, now);
  }

  find(id: string, keyId: number): Job | undefined {
    const row = this.#db
      .query<JobRow, [string, number]>("SELECT * FROM export_job WHERE id = ? AND key_id = ?")
      .get(id, keyId);
    return row === null ? undefined : jobOfRow(row, Date.now());
  }

  countByState(): Partial<Record<JobState, number>> {
    // An accounts.db under inspection lacks the table when no export was ever requested.
    if (!hasTable(this.#db)) {
      return {};
    }
    const rows = this.#db
      .query<{ shown: JobState; jobs: number }, [number]>(
        `SELECT CASE WHEN state = 'completed' AND expires_at <= ? THEN 'expired' ELSE state END AS shown,
           count(*) AS jobs FROM export_job GROUP BY shown`,
      )
      .all(Date.now());
    return Object.fromEntries(rows.map(({ shown, jobs }) => [shown, jobs]));
  }

  oldestPendingMs(): number | undefined {
    if (!hasTable(this.#db)) {
      return undefined;
    }
    const sql = "SELECT min(created_at) AS ms FROM export_job WHERE state = 'pending'";
    return this.#db.query<{ ms: number | null }, []>(sql).get()?.ms ?? undefined;
  }

  listLatest(limit: number): Job[] {
    if (!hasTable(this.#db)) {
      return [];
    }
    const now = Date.now();
    return this.#db
      .query<JobRow, [number]>("SELECT * FROM export_job ORDER BY seq DESC LIMIT ?")
      .all(limit)
      .map((row) => jobOfRow(row, now));
  }

  claim(kind: JobKind, worker: string, isWorkerDead: IsWorkerDead): Claim | undefined {
    // Workers poll several times a second: without work, no transaction.
    const work = this.#db
      .query(`SELECT 1 FROM export_job WHERE ${UNFINISHED} AND kind = ? LIMIT 1`)
      .get(kind);
    if (work === null) {
      return undefined;
    }
    const now = Date.now();
    return this.#inTransaction(() => {
      this.#reclaimExpiredLeases(now, isWorkerDead);
      const row = this.#db
        .query<JobRow, [string, number, number, JobKind]>(
          `UPDATE export_job SET state = 'processing', worker = ?, attempts = attempts + 1, processed_records = 0,
             updated_at = ?, lease_until = ?
           WHERE seq = (SELECT seq FROM export_job job WHERE state = 'pending' AND kind = ?
             ORDER BY (SELECT coalesce(max(lease_until), 0) FROM export_job mine
               WHERE mine.key_id = job.key_id), seq LIMIT 1)
           RETURNING *`,
        )
        .get(worker, now, now + LEASE_MS, kind);
      return row === null ? undefined : claimOfRow(row);
    });
  }

  report(
    { id, worker, attempt }: Lease,
    progress: { totalRecords?: number; processedRecords: number },
  ): boolean {
    const now = Date.now();
    const { totalRecords = null, processedRecords } = progress;
    const { changes } = this.#db
      .query(
        `UPDATE export_job SET total_records = coalesce(?, total_records), processed_records = ?, updated_at = ?,
           lease_until = ? WHERE ${IS_CLAIMED}`,
      )
      .run(totalRecords, processedRecords, now, now + LEASE_MS, id, worker, attempt);
    return changes > 0;
  }

  complete({ id, worker, attempt }: Lease, records: number, file: NewFile): boolean {
    const now = Date.now();
    const { name, sizeBytes, version, retentionMs } = file;
    const { changes } = this.#db
      .query(
        `UPDATE export_job SET state = 'completed', total_records = ?1, processed_records = ?1, updated_at = ?2,
           expires_at = ?2 + ?3, file_name = ?4, file_size = ?5, file_version = ?6, worker = NULL
         WHERE id = ?7 AND worker = ?8 AND attempts = ?9 AND state = 'processing'`,
      )
      .run(records, now, retentionMs, name, sizeBytes, version, id, worker, attempt);
    return changes > 0;
  }

  fail({ id, worker, attempt }: Lease, error: string): boolean {
    const { changes } = this.#db
      .query(
        `UPDATE export_job SET state = 'failed', error = ?, updated_at = ?, worker = NULL WHERE ${IS_CLAIMED}`,
      )
      .run(error, Date.now(), id, worker, attempt);
    return changes > 0;
  }

  release({ id, worker, attempt }: Lease): void {
    this.#db
      .query(
        `UPDATE export_job SET state = 'pending', worker = NULL, processed_records = 0, updated_at = ?
         WHERE ${IS_CLAIMED}`,
      )
      .run(Date.now(), id, worker, attempt);
  }

  cancel(id: string, reason: string, keyId?: number): EndedJob | undefined {
    const now = Date.now();
    return this.#inTransaction(() => {
      const row = this.#db.query<JobRow, [string]>("SELECT * FROM export_job WHERE id = ?").get(id);
      if (row === null || (keyId !== undefined && row.key_id !== keyId)) {
        return undefined;
      }
      this.#db
        .query(
          `UPDATE export_job SET state = 'failed', error = ?, updated_at = ?, worker = NULL
           WHERE id = ? AND ${UNFINISHED}`,
        )
        .run(reason, now, id);
      this.#db
        .query(
          "UPDATE export_job SET expires_at = ?, file_name = NULL WHERE id = ? AND file_name IS NOT NULL",
        )
        .run(now, id);
      return {
        job: this.find(id, row.key_id)!,
        files: ownedFilesOf(claimOfRow(row), row.state, row.file_name),
      };
    });
  }

  listLive(): LiveJob[] {
    return this.#db.query<LiveJob, []>(`SELECT id, key_id AS keyId FROM export_job WHERE ${IS_LIVE}`).all();
  }

  keptBytes(keyId: number): number {
    return this.#db
      .query<{ bytes: number }, [number]>(
        `SELECT coalesce(sum(${KEPT_BYTES}), 0) AS bytes FROM export_job WHERE key_id = ? AND ${IS_LIVE}`,
      )
      .get(keyId)!.bytes;
  }

  expire(): void {
    const now = Date.now();
    this.#db
      .query("UPDATE export_job SET file_name = NULL WHERE file_name IS NOT NULL AND expires_at <= ?")
      .run(now);
    this.#db
      .query(
        "DELETE FROM export_job WHERE state IN ('completed', 'failed') AND coalesce(expires_at, updated_at) <= ?",
      )
      .run(now - RECORD_RETENTION_MS);
  }

  listFiles(): Set<string> {
    const rows = this.#db.query<JobRow, []>(`SELECT * FROM export_job WHERE ${IS_LIVE}`).all();
    return new Set(rows.flatMap((row) => ownedFilesOf(claimOfRow(row), row.state, row.file_name)));
  }

  close(): void {
    this.#file.close();
  }

  #reclaimExpiredLeases(now: number, isWorkerDead: IsWorkerDead): void {
    const leased = this.#db
      .query<{ seq: number; worker: string; lease_until: number }, []>(
        "SELECT seq, worker, lease_until FROM export_job WHERE state = 'processing'",
      )
      .all();
    const reclaim = this.#db.query(
      `UPDATE export_job SET worker = NULL, updated_at = ?1, processed_records = 0, interruptions = interruptions + 1,
         state = iif(interruptions < ${MAX_INTERRUPTIONS}, 'pending', 'failed'),
         error = iif(interruptions < ${MAX_INTERRUPTIONS}, NULL, '${INTERRUPTED_TOO_OFTEN}')
       WHERE seq = ?2`,
    );
    for (const { seq, worker, lease_until } of leased) {
      if (lease_until <= now || isWorkerDead(worker)) {
        reclaim.run(now, seq);
      }
    }
  }

  /** Runs `work` under the write lock from the start, so that what it reads still holds when it writes. */
  #inTransaction<T>(work: () => T): T {
    return this.#db.transaction(work).immediate();
  }
}

interface JobRow {
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

function jobOfRow(row: JobRow, now: number): Job {
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
