/** Operations on jobs, for both databases. */
import type { StoreDialect } from "../accounts/store-dialect.ts";
import { inTransaction, type Operation, type OperationsOf, query } from "../base/store-operations.ts";
import {
  type Claim,
  type FullQueue,
  INTERRUPTED_TOO_OFTEN,
  type IsWorkerDead,
  inputBytesOf,
  type Job,
  type JobKind,
  type JobState,
  type JobStore,
  type JobWork,
  LEASE_MS,
  type LiveJob,
  MAX_INTERRUPTIONS,
  type NewJob,
  ownedFilesOf,
  type QueueLimits,
  RECORD_RETENTION_MS,
  type TakeForJob,
} from "./job.ts";

/** Methods of a job store that are operations. */
export type JobMethods = Omit<JobStore, "close">;

export function jobOperations(dialect: StoreDialect): OperationsOf<JobMethods> {
  return {
    add: (job, limits, take) => addJob(dialect, { job, limits, take }),
    find: (id, keyId) => findJob(dialect, id, keyId),
    ...reportOperations(dialect),
    ...leaseOperations(dialect),
    ...endOperations(dialect),
  };
}

const UNFINISHED = "state IN ('pending', 'processing')";
const IS_LIVE = `(file_name IS NOT NULL OR ${UNFINISHED})`;
/** True for the worker that has the job: one that lost its lease changes nothing any more. */
const IS_CLAIMED = "id = ?1 AND worker = ?2 AND attempts = ?3 AND state = 'processing'";
/** Form of all ids that are given out, which the column of PostgreSQL accepts. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface JobRow {
  readonly id: string;
  readonly key_id: number;
  readonly kind: JobKind;
  readonly request: string;
  readonly state: Exclude<JobState, "expired">;
  /** Milliseconds since 1970, as are the other times. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number | null;
  /** 1 when the retention of the file has ended. */
  readonly is_expired: number;
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

const isExpiredSql = ({ now }: StoreDialect) => `state = 'completed' AND expires_at <= ${now}`;

/** Columns of a {@link JobRow}. */
function jobColumns(dialect: StoreDialect): string {
  const times = ["created_at", "updated_at", "expires_at"].map(
    (name) => `${dialect.millisecondsOf(name)} AS ${name}`,
  );
  return `id, key_id, kind, request, state, ${times.join(", ")},
  CASE WHEN ${isExpiredSql(dialect)} THEN 1 ELSE 0 END AS is_expired, total_records, processed_records, file_name,
  file_size, file_version, error, worker, attempts, interruptions`;
}

function* readJob(dialect: StoreDialect, id: string, lock = ""): Operation<JobRow | undefined> {
  if (!UUID.test(id)) {
    return undefined;
  }
  const select = `SELECT ${jobColumns(dialect)} FROM export_job WHERE id = ?1 ${lock}`;
  const [row] = yield* query<JobRow>(select, id);
  return row;
}

function* findJob(dialect: StoreDialect, id: string, keyId: number): Operation<Job | undefined> {
  const row = yield* readJob(dialect, id);
  return row?.key_id === keyId ? jobOfRow(row) : undefined;
}

interface Addition {
  readonly job: NewJob;
  readonly limits: QueueLimits;
  readonly take: TakeForJob | undefined;
}

function* addJob(dialect: StoreDialect, { job, limits, take }: Addition): Operation<Job | FullQueue> {
  let giveBack: (() => void) | undefined;
  try {
    return yield* inTransaction(function* () {
      yield* runAll(dialect.lockJobs);
      const existing = job.id === undefined ? undefined : yield* findJob(dialect, job.id, job.keyId);
      if (existing !== undefined) {
        return existing;
      }
      const unfinished = yield* query<LiveJob>(
        `SELECT id, key_id AS "keyId" FROM export_job WHERE ${UNFINISHED}`,
      );
      const full = yield* findFull(dialect, { job, limits }, unfinished);
      if (full !== undefined) {
        return full;
      }
      giveBack = take?.(new Set(unfinished.map(({ id }) => id)));
      return yield* insertJob(dialect, job);
    });
  } catch (error) {
    giveBack?.();
    throw error;
  }
}

function* findFull(
  dialect: StoreDialect,
  { job, limits }: Omit<Addition, "take">,
  unfinished: readonly LiveJob[],
): Operation<FullQueue | undefined> {
  if (unfinished.filter(({ keyId }) => keyId === job.keyId).length >= limits.perKey) {
    return "key-full";
  }
  if (unfinished.length >= limits.overall) {
    return "all-full";
  }
  const bytes = (yield* countKeptBytes(dialect, job.keyId)) + inputBytesOf(job);
  return bytes >= limits.bytesPerKey ? "bytes-full" : undefined;
}

function* insertJob(
  dialect: StoreDialect,
  { id = crypto.randomUUID(), keyId, kind, request, totalRecords }: NewJob,
): Operation<Job> {
  const { now } = dialect;
  const [row] = yield* query<JobRow>(
    `INSERT INTO export_job (id, key_id, kind, request, state, created_at, updated_at, total_records)
     VALUES (?1, ?2, ?3, ?4, 'pending', ${now}, ${now}, ?5) RETURNING ${jobColumns(dialect)}`,
    ...[id, keyId, kind, JSON.stringify(request), totalRecords],
  );
  yield* runAll(dialect.announceJob);
  return jobOfRow(row!);
}

function* runAll(statements: readonly string[]): Operation<void> {
  for (const statement of statements) {
    yield* query(statement);
  }
}

function reportOperations(
  dialect: StoreDialect,
): Pick<OperationsOf<JobMethods>, "countByState" | "oldestPendingMs" | "listLatest"> {
  return {
    *countByState() {
      const rows = yield* query<{ shown: JobState; jobs: number }>(
        `SELECT CASE WHEN ${isExpiredSql(dialect)} THEN 'expired' ELSE state END AS shown, count(*) AS jobs
         FROM export_job GROUP BY shown`,
      );
      return Object.fromEntries(rows.map(({ shown, jobs }) => [shown, jobs]));
    },
    *oldestPendingMs() {
      const oldest = dialect.millisecondsOf("min(created_at)");
      const [row] = yield* query<{ ms: number | null }>(
        `SELECT ${oldest} AS ms FROM export_job WHERE state = 'pending'`,
      );
      return row?.ms ?? undefined;
    },
    *listLatest(limit) {
      const select = `SELECT ${jobColumns(dialect)} FROM export_job ORDER BY seq DESC LIMIT ?1`;
      return (yield* query<JobRow>(select, limit)).map(jobOfRow);
    },
  };
}

function leaseOperations(
  dialect: StoreDialect,
): Pick<OperationsOf<JobMethods>, "claim" | "report" | "complete" | "fail" | "release"> {
  const { now, after } = dialect;
  return {
    *claim(kind, worker, isWorkerDead) {
      // Workers poll several times a second: without work, no transaction.
      const find = `SELECT 1 FROM export_job WHERE ${UNFINISHED} AND kind = ?1 LIMIT 1`;
      if ((yield* query(find, kind)).length === 0) {
        return undefined;
      }
      return yield* inTransaction(function* () {
        yield* reclaimJobs(dialect, isWorkerDead);
        const [row] = yield* query<JobRow>(claimSql(dialect), worker, kind);
        return row && claimOfRow(row);
      });
    },
    *report({ id, worker, attempt }, { totalRecords = null, processedRecords }) {
      const rows = yield* query(
        `UPDATE export_job SET total_records = coalesce(CAST(?4 AS integer), total_records), processed_records = ?5,
           updated_at = ${now}, lease_until = ${after(`${LEASE_MS}`)} WHERE ${IS_CLAIMED} RETURNING id`,
        ...[id, worker, attempt, totalRecords, processedRecords],
      );
      return rows.length > 0;
    },
    *complete({ id, worker, attempt }, records, { name, sizeBytes, version, retentionMs }) {
      const rows = yield* query(
        `UPDATE export_job SET state = 'completed', total_records = ?4, processed_records = ?4, updated_at = ${now},
           expires_at = ${after("?5")}, file_name = ?6, file_size = ?7, file_version = ?8, worker = NULL
         WHERE ${IS_CLAIMED} RETURNING id`,
        ...[id, worker, attempt, records, retentionMs, name, sizeBytes, version],
      );
      // A repeated call after a lost answer finds the file, because its name belongs to one attempt.
      const find = "SELECT 1 FROM export_job WHERE id = ?1 AND file_name = ?2 AND state = 'completed'";
      return rows.length > 0 || (yield* query(find, id, name)).length > 0;
    },
    *fail({ id, worker, attempt }, error) {
      const rows = yield* query(
        `UPDATE export_job SET state = 'failed', error = ?4, updated_at = ${now}, worker = NULL
         WHERE ${IS_CLAIMED} RETURNING id`,
        ...[id, worker, attempt, error],
      );
      return rows.length > 0;
    },
    *release({ id, worker, attempt }) {
      yield* query(
        `UPDATE export_job SET state = 'pending', worker = NULL, processed_records = 0, updated_at = ${now}
         WHERE ${IS_CLAIMED}`,
        ...[id, worker, attempt],
      );
    },
  };
}

/** Returns jobs whose lease has ended, or whose worker is dead, to pending; those interrupted too often fail. */
function* reclaimJobs(dialect: StoreDialect, isWorkerDead: IsWorkerDead): Operation<void> {
  const { now, areWorkersLocal, skipLocked } = dialect;
  const dead = areWorkersLocal ? yield* listDeadWorkers(isWorkerDead) : [];
  for (const worker of [null, ...dead]) {
    yield* query(
      `UPDATE export_job SET worker = NULL, updated_at = ${now}, processed_records = 0,
         interruptions = interruptions + 1,
         state = CASE WHEN interruptions < ${MAX_INTERRUPTIONS} THEN 'pending' ELSE 'failed' END,
         error = CASE WHEN interruptions < ${MAX_INTERRUPTIONS} THEN NULL ELSE '${INTERRUPTED_TOO_OFTEN}' END
       WHERE seq IN (SELECT seq FROM export_job
         WHERE state = 'processing' AND (lease_until <= ${now} OR worker = ?1) ${skipLocked})`,
      worker,
    );
  }
}

function* listDeadWorkers(isWorkerDead: IsWorkerDead): Operation<string[]> {
  const select = "SELECT DISTINCT worker FROM export_job WHERE state = 'processing'";
  const rows = yield* query<{ worker: string }>(select);
  return rows.map(({ worker }) => worker).filter(isWorkerDead);
}

/** Leases the oldest pending job of the key that was served least recently. */
function claimSql(dialect: StoreDialect): string {
  const { now, after, skipLocked } = dialect;
  return `
UPDATE export_job SET state = 'processing', worker = ?1, attempts = attempts + 1, processed_records = 0,
  updated_at = ${now}, lease_until = ${after(`${LEASE_MS}`)}
WHERE seq = (
  SELECT seq FROM export_job job WHERE state = 'pending' AND kind = ?2
  ORDER BY (SELECT max(lease_until) FROM export_job mine WHERE mine.key_id = job.key_id) NULLS FIRST, seq
  LIMIT 1 ${skipLocked}
) RETURNING ${jobColumns(dialect)}`;
}

function endOperations(
  dialect: StoreDialect,
): Pick<OperationsOf<JobMethods>, "cancel" | "listLive" | "keptBytes" | "expire" | "listFiles"> {
  const { now, after } = dialect;
  return {
    cancel: (id, reason, keyId) =>
      inTransaction(function* () {
        const row = yield* readJob(dialect, id, dialect.forUpdate);
        if (row === undefined || (keyId !== undefined && row.key_id !== keyId)) {
          return undefined;
        }
        yield* query(
          `UPDATE export_job SET state = 'failed', error = ?2, updated_at = ${now}, worker = NULL
           WHERE id = ?1 AND ${UNFINISHED}`,
          ...[id, reason],
        );
        yield* query(
          `UPDATE export_job SET expires_at = ${now}, file_name = NULL WHERE id = ?1 AND file_name IS NOT NULL`,
          id,
        );
        return { job: jobOfRow((yield* readJob(dialect, id))!), files: filesOfRow(row) };
      }),
    listLive: () => query<LiveJob>(`SELECT id, key_id AS "keyId" FROM export_job WHERE ${IS_LIVE}`),
    keptBytes: (keyId) => countKeptBytes(dialect, keyId),
    *expire() {
      yield* query(
        `UPDATE export_job SET file_name = NULL WHERE file_name IS NOT NULL AND expires_at <= ${now}`,
      );
      yield* query(
        `DELETE FROM export_job WHERE state IN ('completed', 'failed')
           AND coalesce(expires_at, updated_at) <= ${after(`-${RECORD_RETENTION_MS}`)}`,
      );
    },
    *listFiles() {
      const rows = yield* query<JobRow>(`SELECT ${jobColumns(dialect)} FROM export_job WHERE ${IS_LIVE}`);
      return new Set(rows.flatMap(filesOfRow));
    },
  };
}

/** Counts the bytes kept for the jobs of a key: their files, and the uploads of unfinished ones. */
function* countKeptBytes({ inputBytes }: StoreDialect, keyId: number): Operation<number> {
  const kept = `CASE WHEN ${UNFINISHED} THEN coalesce(${inputBytes}, 0) ELSE file_size END`;
  const [row] = yield* query<{ bytes: number }>(
    `SELECT CAST(coalesce(sum(${kept}), 0) AS bigint) AS bytes FROM export_job WHERE key_id = ?1 AND ${IS_LIVE}`,
    keyId,
  );
  return row!.bytes;
}

function jobOfRow(row: JobRow): Job {
  const { file_name: name, file_size: sizeBytes, file_version: version } = row;
  const isExpired = row.is_expired === 1;
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

function filesOfRow(row: JobRow): string[] {
  return ownedFilesOf(claimOfRow(row), row.state, row.file_name);
}

function workOf({ kind, request }: JobRow): JobWork {
  return { kind, request: JSON.parse(request) };
}
