/** Parts of statements that differ between accounts.db and PostgreSQL. */

export interface StoreDialect {
  /** Columns of a key, as a row of api_key has them. */
  readonly keyColumns: string;
  /** Statement at the start of a transaction that changes keys: returns the revision of the change as `n`. */
  readonly takeRevision: string;
  /** Requests in a row of key_usage or key_usage_day. */
  readonly requests: string;
  /** Returns a table of the rows in the parameter ?1, a JSON array of objects; `columns` gives the type of each. */
  rowsOfJson(columns: Readonly<Record<string, string>>): string;
}

/** Channel of NOTIFY for changed keys; the payload is their revision. */
export const KEYS_CHANNEL = "baken_keys";

export const SQLITE: StoreDialect = {
  // A file that is only inspected may lack columns of later versions.
  keyColumns: "api_key.*",
  takeRevision: "SELECT coalesce(max(revision), 0) + 1 AS n FROM api_key",
  requests: "requests",
  rowsOfJson(columns) {
    const values = Object.keys(columns).map((name) => `json_extract(value, '$.${name}') AS ${name}`);
    return `(SELECT ${values.join(", ")} FROM json_each(?1))`;
  },
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
};
