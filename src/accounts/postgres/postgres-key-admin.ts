import type { SQL } from "bun";
import type { Postgres } from "../../base/postgres.ts";
import { type ApiKey, createSecret, formatToken, hashSecret, type KeySettings } from "../api-key.ts";
import { type Actor, type AuditAction, currentUser, recordOfKey } from "../audit.ts";
import { type KeyRow, type KeyRowValue, keyColumnsOf } from "../key-row.ts";
import {
  assertCanRotate,
  assertUnrevoked,
  type DayUsage,
  type IssuedKey,
  type KeyAdmin,
  type KeyReport,
  type NewKey,
} from "../key-store.ts";
import { formatMonth, usageMonthOf } from "../usage-months.ts";
import { insertAudit } from "./postgres-audit.ts";
import { KEYS_CHANNEL } from "./schema.ts";
import { KEY_COLUMNS, keyOfStored, type StoredRow } from "./stored-keys.ts";

const REPORT_SQL = `
SELECT ${KEY_COLUMNS},
  coalesce(sum(taken - returned) FILTER (WHERE month = $1), 0)::float8 AS requests,
  max(last_used_at) AS last_used_at
FROM api_key LEFT JOIN key_usage ON key_id = id`;

type RowValues = Readonly<Partial<Record<keyof KeyRow, KeyRowValue>>>;

/** Administration of keys in PostgreSQL. Every change locks the revision first, so changes follow one another. */
export class PostgresKeyAdmin implements KeyAdmin {
  readonly #database: Postgres;

  constructor(database: Postgres) {
    this.#database = database;
  }

  createFirst(key: NewKey, by?: Actor): Promise<IssuedKey | undefined> {
    return this.#change(async (sql, revision) => {
      const [existing] = await sql`SELECT 1 FROM api_key LIMIT 1`;
      return existing === undefined ? await createKey(sql, key, { revision, by }) : undefined;
    });
  }

  create(key: NewKey, by?: Actor): Promise<IssuedKey> {
    return this.#change((sql, revision) => createKey(sql, key, { revision, by }));
  }

  list(): Promise<KeyReport[]> {
    return this.#database.run((sql) => readReports(sql, ""));
  }

  report(id: number): Promise<KeyReport | undefined> {
    return this.#database.run((sql) => readReport(sql, id));
  }

  async listUsageByDay(days: number, id?: number): Promise<DayUsage[]> {
    const rows = await this.#database.run(
      (sql) => sql<DayUsage[]>`
        SELECT to_char(each_day, 'YYYY-MM-DD') AS day, coalesce(sum(taken - returned), 0)::float8 AS requests
        FROM generate_series((now() AT TIME ZONE 'UTC')::date - ${days - 1}::integer,
          (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS each_day
        LEFT JOIN key_usage_day used
          ON used.day = each_day::date AND (${id ?? null}::integer IS NULL OR key_id = ${id ?? null}::integer)
        GROUP BY 1 ORDER BY 1`,
    );
    return [...rows];
  }

  update(id: number, settings: Partial<KeySettings>, by?: Actor): Promise<ApiKey | undefined> {
    return this.#changeKey({ action: "change", id, by }, assertUnrevoked, () => keyColumnsOf(settings));
  }

  /** Revokes a key. A key that is already revoked keeps its `revokedAt`. */
  revoke(id: number, by?: Actor): Promise<ApiKey | undefined> {
    return this.#changeKey(
      { action: "revoke", id, by },
      () => {},
      ({ revokedAt }) => (revokedAt === undefined ? { revoked_at: new Date().toISOString() } : {}),
    );
  }

  async rotate(id: number, overlapMs: number, by?: Actor): Promise<IssuedKey | undefined> {
    const secret = createSecret();
    const key = await this.#changeKey(
      { action: "rotate", id, by },
      assertCanRotate,
      ({ kind, secretSha256 }) => ({
        secret_sha256: hashSecret(secret, kind),
        previous_sha256: overlapMs > 0 ? secretSha256 : null,
        previous_until: overlapMs > 0 ? new Date(Date.now() + overlapMs).toISOString() : null,
      }),
    );
    return key && { key, token: formatToken(id, secret) };
  }

  close(): void {
    void this.#database.close();
  }

  /** Changes a key to the columns that `change` derives from it, unless `check` throws. */
  #changeKey(
    { action, id, by = currentUser() }: Change,
    check: (key: ApiKey) => void,
    change: (key: ApiKey) => RowValues,
  ): Promise<ApiKey | undefined> {
    return this.#change(async (sql, revision) => {
      const existing = await readReport(sql, id);
      if (existing === undefined) {
        return undefined;
      }
      check(existing);
      const { requestsThisMonth: _requests, lastUsedAt: _time, ...before } = existing;
      const after = await updateKey(sql, id, { ...change(existing), revision });
      const record = after && recordOfKey(action, { before, after, by });
      if (record !== undefined) {
        await insertAudit(sql, record);
      }
      return after;
    });
  }

  /** Runs `work` with the next revision, which no other change can take before this one is committed. */
  #change<T>(work: (sql: SQL, revision: number) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (sql) => {
      const [next] = await sql<{ n: number }[]>`UPDATE key_revision SET n = n + 1 RETURNING n`;
      const result = await work(sql, next!.n);
      await sql.notify(KEYS_CHANNEL, String(next!.n));
      return result;
    });
  }
}

/** Change of a key for the audit. */
interface Change {
  readonly action: AuditAction;
  readonly id: number;
  readonly by: Actor | undefined;
}

interface Creation {
  readonly revision: number;
  readonly by: Actor | undefined;
}

async function createKey(
  sql: SQL,
  key: NewKey,
  { revision, by = currentUser() }: Creation,
): Promise<IssuedKey> {
  const issued = await insertKey(sql, key, revision);
  await insertAudit(sql, recordOfKey("create", { before: undefined, after: issued.key, by })!);
  return issued;
}

async function insertKey(sql: SQL, { kind, ...settings }: NewKey, revision: number): Promise<IssuedKey> {
  const secret = createSecret();
  const values: RowValues = {
    ...keyColumnsOf(settings),
    kind,
    secret_sha256: hashSecret(secret, kind),
    created_at: new Date().toISOString(),
    revision,
  };
  const names = Object.keys(values);
  const places = names.map((_, i) => `$${i + 1}`);
  const [row] = await sql.unsafe<StoredRow[]>(
    `INSERT INTO api_key (${names.join(", ")}) VALUES (${places.join(", ")}) RETURNING ${KEY_COLUMNS}`,
    Object.values(values),
  );
  const key = keyOfStored(row!);
  return { key, token: formatToken(key.id, secret) };
}

async function updateKey(sql: SQL, id: number, values: RowValues): Promise<ApiKey | undefined> {
  const names = Object.keys(values);
  const changes = names.map((name, i) => `${name} = $${i + 2}`);
  const [row] = await sql.unsafe<StoredRow[]>(
    `UPDATE api_key SET ${changes.join(", ")} WHERE id = $1 RETURNING ${KEY_COLUMNS}`,
    [id, ...Object.values(values)],
  );
  return row && keyOfStored(row);
}

async function readReport(sql: SQL, id: number): Promise<KeyReport | undefined> {
  const [found] = await readReports(sql, "WHERE id = $2", id);
  return found;
}

async function readReports(
  sql: SQL,
  filter: "" | "WHERE id = $2",
  ...ids: readonly number[]
): Promise<KeyReport[]> {
  const month = formatMonth(usageMonthOf(Date.now()));
  const rows = await sql.unsafe<StoredRow[]>(`${REPORT_SQL} ${filter} GROUP BY id ORDER BY id`, [
    month,
    ...ids,
  ]);
  return rows.map((row) => ({
    ...keyOfStored(row),
    requestsThisMonth: Number(row.requests),
    lastUsedAt: row.last_used_at instanceof Date ? row.last_used_at.toISOString() : undefined,
  }));
}
