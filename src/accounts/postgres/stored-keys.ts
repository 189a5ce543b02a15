/** Statements on keys that the administration and the feed of changes share. */
import type { SQL } from "bun";
import type { ApiKey } from "../api-key.ts";
import { type KeyRow, keyOfRow } from "../key-row.ts";

/** Columns of a key as KeyRow needs them: `bigint` would come as text. */
export const KEY_COLUMNS = `id, name, kind, secret_sha256, created_at, rate_per_minute, visitor_rate_per_minute,
  monthly_quota::float8 AS monthly_quota, origins, ip_ranges, expires_at, revoked_at, previous_sha256, previous_until,
  revision`;

/** Row as Bun returns it: times as Date, bytes as Buffer. */
type StoredValue = string | number | Date | Uint8Array | null;
export type StoredRow = Readonly<Record<string, StoredValue>>;

export function keyOfStored(row: StoredRow): ApiKey {
  return keyOfRow(toRow(row) as unknown as KeyRow);
}

function toRow(row: StoredRow): Record<string, StoredValue> {
  const plain = (value: StoredValue) => {
    if (value instanceof Date) {
      return value.toISOString();
    }
    return value instanceof Uint8Array ? new Uint8Array(value) : value;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}

/** Keys read from the database, and the newest change among all commits. */
export interface ReadKeys {
  readonly keys: readonly ApiKey[];
  readonly revision: number;
  readonly isAll: boolean;
}

/**
 * Reads the keys changed after a revision; all keys when `revision` is undefined or the database has an older one, as
 * after a restore or a switch to a server that lagged behind.
 */
export async function readKeys(sql: SQL, revision: number | undefined): Promise<ReadKeys> {
  const [newest] = await sql<{ n: number }[]>`SELECT n FROM key_revision`;
  const isAll = revision === undefined || newest!.n < revision;
  if (!isAll && newest!.n === revision) {
    return { keys: [], revision, isAll };
  }
  const from = isAll ? -1 : revision;
  const rows: StoredRow[] = await sql.unsafe(
    `SELECT ${KEY_COLUMNS} FROM api_key WHERE revision > $1 ORDER BY revision`,
    [from],
  );
  const latest = Math.max(newest!.n, ...rows.slice(-1).map((row) => Number(row.revision)));
  return { keys: rows.map(keyOfStored), revision: latest, isAll };
}
