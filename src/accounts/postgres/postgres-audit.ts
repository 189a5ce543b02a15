import type { SQL } from "bun";
import type { Postgres } from "../../base/postgres.ts";
import {
  AUDIT_COLUMNS,
  type AuditEntry,
  type AuditLog,
  type AuditRecord,
  type AuditRow,
  type AuditSelection,
  auditValuesOf,
  entryOfRow,
  type KeyUse,
  type NetworkUse,
} from "../audit.ts";

const INSERT = `INSERT INTO audit (${AUDIT_COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;
const LIST = `
SELECT * FROM audit
WHERE ($1::float8 IS NULL OR id < $1) AND ($2::text IS NULL OR subject = $2) ORDER BY id DESC LIMIT $3`;
/** Rows in the order of their keys, so that nodes lock them in one order and never wait in a circle. */
const ADD_USES = `
INSERT INTO key_use AS used (day, key_id, network, requests, last_at)
SELECT day, key_id, network, sum(requests), max(last_at) FROM json_to_recordset(($1::text)::json)
  AS counted (day date, key_id integer, network text, requests bigint, last_at timestamptz)
GROUP BY day, key_id, network ORDER BY day, key_id, network
ON CONFLICT (day, key_id, network) DO UPDATE
SET requests = used.requests + excluded.requests, last_at = greatest(used.last_at, excluded.last_at)`;

/** Records an entry in the transaction of the caller. */
export async function insertAudit(sql: SQL, record: AuditRecord): Promise<void> {
  await sql.unsafe(INSERT, auditValuesOf(record));
}

export class PostgresAudit implements AuditLog {
  readonly #database: Postgres;

  constructor(database: Postgres) {
    this.#database = database;
  }

  record(record: AuditRecord): Promise<void> {
    return this.#database.run((sql) => insertAudit(sql, record));
  }

  async list({ limit, beforeId, subject }: AuditSelection): Promise<AuditEntry[]> {
    const rows = await this.#database.run((sql) =>
      sql.unsafe<StoredEntry[]>(LIST, [beforeId ?? null, subject ?? null, limit]),
    );
    return rows.map(({ id, at, ...row }) => entryOfRow({ ...row, id: Number(id), at: at.toISOString() }));
  }

  async addUses(uses: readonly KeyUse[]): Promise<void> {
    const rows = uses.map(({ keyId, network, requests, lastMs }) => {
      const last_at = new Date(lastMs).toISOString();
      return { day: last_at.slice(0, 10), key_id: keyId, network, requests, last_at };
    });
    await this.#database.run((sql) => sql.unsafe(ADD_USES, [JSON.stringify(rows)]));
  }

  async listUses(keyId: number, days: number): Promise<NetworkUse[]> {
    const rows = await this.#database.run(
      (sql) => sql<StoredUse[]>`
        SELECT to_char(day, 'YYYY-MM-DD') AS day, network, requests::float8 AS requests, last_at FROM key_use
        WHERE key_id = ${keyId} AND day > (now() AT TIME ZONE 'UTC')::date - ${days}::integer
        ORDER BY last_at DESC`,
    );
    return rows.map(({ last_at, ...use }) => ({ ...use, lastAt: last_at.toISOString() }));
  }

  async keepDays(days: number): Promise<void> {
    await this.#database.run(async (sql) => {
      await sql`
        DELETE FROM audit WHERE (at AT TIME ZONE 'UTC')::date <= (now() AT TIME ZONE 'UTC')::date - ${days}::integer`;
      await sql`DELETE FROM key_use WHERE day <= (now() AT TIME ZONE 'UTC')::date - ${days}::integer`;
    });
  }

  close(): void {
    void this.#database.close();
  }
}

type StoredEntry = Omit<AuditRow, "id" | "at"> & { readonly id: string | number; readonly at: Date };
type StoredUse = Omit<NetworkUse, "lastAt"> & { readonly last_at: Date };
