import type { SQL } from "bun";
import { AppError } from "../../base/errors.ts";
import type { Postgres } from "../../base/postgres.ts";
import type { AccountsContent } from "../accounts-content.ts";
import { AUDIT_COLUMNS } from "../audit.ts";
import { KEYS_CHANNEL } from "../store-dialect.ts";

/** Longest time for all rows: some hundred thousand. */
const COPY_TIMEOUT_MS = 120_000;

/** Rows of one statement; its text stays far below the limit of a parameter. */
const ROWS_PER_STATEMENT = 5_000;

const INSERT_KEYS = `
INSERT INTO api_key (id, name, kind, secret_sha256, created_at, rate_per_minute, visitor_rate_per_minute, monthly_quota,
  origins, ip_ranges, expires_at, revoked_at, previous_sha256, previous_until, revision)
SELECT id, name, kind, decode(secret_sha256, 'hex'), created_at, rate_per_minute, visitor_rate_per_minute, monthly_quota,
  origins, ip_ranges, expires_at, revoked_at, decode(previous_sha256, 'hex'), previous_until, (SELECT n FROM key_revision)
FROM json_to_recordset(($1::text)::json) AS copied (id integer, name text, kind text, secret_sha256 text,
  created_at timestamptz, rate_per_minute integer, visitor_rate_per_minute integer, monthly_quota bigint, origins text,
  ip_ranges text, expires_at timestamptz, revoked_at timestamptz, previous_sha256 text, previous_until timestamptz)`;

const INSERT_MONTHS = `
INSERT INTO key_usage (key_id, month, taken, returned, last_used_at)
SELECT key_id, month, requests, 0, last_used_at FROM json_to_recordset(($1::text)::json)
  AS copied (key_id integer, month text, requests bigint, last_used_at timestamptz)`;

const INSERT_DAYS = `
INSERT INTO key_usage_day (day, key_id, taken, returned)
SELECT day, key_id, requests, 0 FROM json_to_recordset(($1::text)::json)
  AS copied (day date, key_id integer, requests bigint)`;

const INSERT_AUDIT = `
INSERT INTO audit (${AUDIT_COLUMNS})
SELECT ${AUDIT_COLUMNS} FROM json_to_recordset(($1::text)::json) AS copied (id integer, at timestamptz, node text,
  actor text, who text, action text, subject text, "before" text, "after" text) ORDER BY id`;

const INSERT_USES = `
INSERT INTO key_use (day, key_id, network, requests, last_at)
SELECT day, key_id, network, requests, last_at FROM json_to_recordset(($1::text)::json)
  AS copied (day date, key_id integer, network text, requests bigint, last_at timestamptz)`;

/** Writes keys, usage and audit to a database without keys, all or nothing. Tokens stay valid, ids the same. */
export async function writeAccounts(
  database: Postgres,
  { keys, months, days, audit, uses }: AccountsContent,
): Promise<void> {
  const hex = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString("hex");
  const keyRows = keys.map((key) => ({
    ...key,
    secret_sha256: hex(key.secret_sha256),
    previous_sha256: hex(key.previous_sha256),
  }));
  await database.transaction(async (sql) => {
    await sql.unsafe(`SET LOCAL statement_timeout = ${COPY_TIMEOUT_MS}`);
    const [revision] = await sql<{ n: number }[]>`UPDATE key_revision SET n = n + 1 RETURNING n`;
    const [existing] = await sql`SELECT id FROM api_key LIMIT 1`;
    if (existing !== undefined) {
      throw new AppError(
        "unavailable",
        `PostgreSQL at ${database.address} has keys already; copy to a database without any. Nothing was changed.`,
      );
    }
    await insertAll(sql, INSERT_KEYS, keyRows);
    await insertAll(sql, INSERT_MONTHS, months);
    await insertAll(sql, INSERT_DAYS, days);
    await insertAll(sql, INSERT_AUDIT, audit);
    await insertAll(sql, INSERT_USES, uses);
    const highest = Math.max(1, ...keys.slice(-1).map(({ id }) => id));
    await sql`SELECT setval(pg_get_serial_sequence('api_key', 'id'), ${highest}, ${keys.length > 0})`;
    await sql.notify(KEYS_CHANNEL, String(revision!.n));
  }, COPY_TIMEOUT_MS);
}

async function insertAll(sql: SQL, statement: string, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    await sql.unsafe(statement, [JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT))]);
  }
}
