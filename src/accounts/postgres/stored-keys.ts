import { type Operation, query } from "../../base/store-operations.ts";
import type { ApiKey } from "../api-key.ts";
import { type KeyRow, keyOfRow } from "../key-row.ts";
import { POSTGRES } from "../store-dialect.ts";

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
export function* readKeys(revision: number | undefined): Operation<ReadKeys> {
  const [newest] = yield* query<{ n: number }>("SELECT n FROM key_revision");
  const isAll = revision === undefined || newest!.n < revision;
  if (!isAll && newest!.n === revision) {
    return { keys: [], revision, isAll };
  }
  const select = `SELECT ${POSTGRES.keyColumns} FROM api_key WHERE revision > ?1 ORDER BY revision`;
  const rows = yield* query<KeyRow>(select, isAll ? -1 : revision);
  const latest = Math.max(newest!.n, ...rows.slice(-1).map((row) => row.revision));
  return { keys: rows.map(keyOfRow), revision: latest, isAll };
}
