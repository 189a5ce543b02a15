/**
 * Parts of statements that differ between accounts.db and PostgreSQL. A time of a job is a number of milliseconds in
 * accounts.db; in PostgreSQL it is read from the clock of the database, so that clocks of nodes do not matter.
 */

export interface StoreDialect {
  /** Columns of a key, as a row of api_key has them. */
  readonly keyColumns: string;
  /** Statement at the start of a transaction that changes keys: returns the revision of the change as `n`. */
  readonly takeRevision: string;
  /** Requests in a row of key_usage or key_usage_day. */
  readonly requests: string;
  /** Returns a table of the rows in the parameter ?1, a JSON array of objects; `columns` gives the type of each. */
  rowsOfJson(columns: Readonly<Record<string, string>>): string;

  /** The present time, as columns of jobs store it. */
  readonly now: string;
  /** Returns the time that many milliseconds from now. */
  after(milliseconds: string): string;
  /** Returns a time of a job in milliseconds since 1970. */
  millisecondsOf(time: string): string;
  /** Bytes of the uploaded file of a job; null without one. */
  readonly inputBytes: string;
  /** Statements at the start of a transaction that counts jobs and adds one. */
  readonly lockJobs: readonly string[];
  /** Statements that tell other nodes of a new job. */
  readonly announceJob: readonly string[];
  /** End of a SELECT of rows that the transaction changes: other transactions wait for these rows. */
  readonly forUpdate: string;
  /** End of a SELECT of rows that any one worker may take: other workers skip rows that are taken. */
  readonly skipLocked: string;
  /** True when workers are processes of this machine, so that a dead one is known before its lease ends. */
  readonly areWorkersLocal: boolean;
}

/** Channel of NOTIFY for changed keys; the payload is their revision. */
export const KEYS_CHANNEL = "baken_keys";

/** Channel of NOTIFY for new jobs, without a payload. */
export const JOBS_CHANNEL = "baken_jobs";
/** Number of the advisory lock under which jobs are counted and added: `job` as bytes. */
const JOBS_LOCK = 0x6a6f62;

const SQLITE_NOW = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";

export const SQLITE: StoreDialect = {
  // A file that is only inspected may lack columns of later versions.
  keyColumns: "api_key.*",
  takeRevision: "SELECT coalesce(max(revision), 0) + 1 AS n FROM api_key",
  requests: "requests",
  rowsOfJson(columns) {
    const values = Object.keys(columns).map((name) => `json_extract(value, '$.${name}') AS ${name}`);
    return `(SELECT ${values.join(", ")} FROM json_each(?1))`;
  },
  now: SQLITE_NOW,
  after: (milliseconds) => `(${SQLITE_NOW} + ${milliseconds})`,
  millisecondsOf: (time) => time,
  inputBytes: "json_extract(request, '$.inputBytes')",
  // A transaction has the only lock for writing from its start.
  lockJobs: [],
  announceJob: [],
  forUpdate: "",
  skipLocked: "",
  areWorkersLocal: true,
};

export const POSTGRES: StoreDialect = {
  // Each by name: an open connection refuses `*` once a newer program has added a column.
  keyColumns: `id, name, kind, secret_sha256, created_at, rate_per_minute, visitor_rate_per_minute, monthly_quota,
  origins, ip_ranges, expires_at, revoked_at, previous_sha256, previous_until, revision`,
  // Locks the row until the commit, so that revisions become visible in their order.
  takeRevision: `
WITH next AS (UPDATE key_revision SET n = n + 1 RETURNING n)
SELECT n, pg_notify('${KEYS_CHANNEL}', n::text) FROM next`,
  requests: "taken - returned",
  rowsOfJson(columns) {
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
    return `json_to_recordset((?1::text)::json) AS rows_of_json (${typed.join(", ")})`;
  },
  now: "now()",
  after: (milliseconds) => `(now() + ${milliseconds} * interval '1 millisecond')`,
  millisecondsOf: (time) => `floor(extract(epoch FROM ${time}) * 1000)::bigint`,
  inputBytes: "(request::json ->> 'inputBytes')::bigint",
  lockJobs: [`SELECT pg_advisory_xact_lock(${JOBS_LOCK})`],
  announceJob: [`SELECT pg_notify('${JOBS_CHANNEL}', '')`],
  forUpdate: "FOR UPDATE",
  skipLocked: "FOR UPDATE SKIP LOCKED",
  areWorkersLocal: false,
};
