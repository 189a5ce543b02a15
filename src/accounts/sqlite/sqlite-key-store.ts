import type { Awaitable } from "../../base/awaitable.ts";
import { BUSY_TIMEOUT_MS, type Database, isLocked } from "../../base/sqlite.ts";
import { type ApiKey, createSecret, formatToken, hashSecret, type KeySettings } from "../api-key.ts";
import { type Actor, type AuditAction, currentUser, recordOfKey } from "../audit.ts";
import { KeyMemory } from "../key-memory.ts";
import { type KeyRow, type KeyRowValue, keyColumnsOf, keyOfRow } from "../key-row.ts";
import {
  assertCanRotate,
  assertUnrevoked,
  type DayUsage,
  type IssuedKey,
  type KeyAdmin,
  type KeyReport,
  type KeyStore,
  type NewKey,
} from "../key-store.ts";
import { formatMonth, usageMonthOf } from "../usage-months.ts";
import { accountsPath, toAccountsError } from "./accounts-db.ts";
import {
  type AccountsFile,
  type AccountsFileOptions,
  inspectAccountsFile,
  openAccountsFile,
} from "./accounts-file.ts";
import { insertAudit } from "./sqlite-audit.ts";

const REPORT_SQL = `
SELECT api_key.*, coalesce(sum(requests) FILTER (WHERE month = ?), 0) AS requests, max(last_used_at) AS last_used_at
FROM api_key LEFT JOIN key_usage ON key_id = id`;

/** Selects a row for each of the ?1 days up to ?2, with the requests of the key ?3 or, without it, of all keys. */
const usageByDaySql = (filter: "" | "AND key_id = ?3") => `
WITH RECURSIVE days(day, later) AS (
  SELECT date(?2, '-' || (?1 - 1) || ' days'), ?1 - 1
  UNION ALL SELECT date(day, '+1 day'), later - 1 FROM days WHERE later > 0
)
SELECT day, (
  SELECT coalesce(sum(requests), 0) FROM key_usage_day used WHERE used.day = days.day ${filter}
) AS requests FROM days ORDER BY day`;

/** Opens the key store of a data folder and loads its keys. */
export function openKeyStore(
  dataDir: string,
  { waitMs = BUSY_TIMEOUT_MS, ...options }: AccountsFileOptions & { waitMs?: number } = {},
): SqliteKeyStore {
  const file = openAccountsFile(dataDir, options);
  try {
    const keys = new SqliteKeyStore(file);
    keys.load();
    file.setBusyTimeout(waitMs);
    return keys;
  } catch (error) {
    file.close();
    throw toAccountsError(error, accountsPath(dataDir));
  }
}

/** Opens the keys of a data folder for reading, and leaves no file beside accounts.db. */
export function inspectKeys(dataDir: string): KeyAdmin {
  return new SqliteKeyStore(inspectAccountsFile(dataDir));
}

export class SqliteKeyStore implements KeyStore, KeyAdmin {
  readonly #file: AccountsFile;
  readonly #cache: KeyCache;

  /** Holds no keys until the first lookup or `load`. */
  constructor(file: AccountsFile) {
    this.#file = file;
    this.#cache = new KeyCache(file);
  }

  find(id: number): ApiKey | undefined {
    return this.#cache.find(id);
  }

  refresh(): Awaitable<void> {
    return this.#cache.refresh();
  }

  approvesOrigin(origin: string): boolean {
    return this.#cache.approvesOrigin(origin);
  }

  assertReadable(): void {
    this.#cache.assertReadable();
  }

  /** Loads keys; throws when that fails. */
  load(): void {
    this.#cache.load();
  }

  close(): void {
    this.#file.close();
  }

  createFirst(key: NewKey, by?: Actor): IssuedKey | undefined {
    return this.#inTransaction((db) => {
      const hasKeys = db.query("SELECT 1 FROM api_key LIMIT 1").get() !== null;
      return hasKeys ? undefined : createKey(db, key, by);
    });
  }

  create(key: NewKey, by?: Actor): IssuedKey {
    return this.#inTransaction((db) => createKey(db, key, by));
  }

  list(): KeyReport[] {
    const sql = `${REPORT_SQL} GROUP BY id ORDER BY id`;
    return this.#run((db) => db.query<ReportRow, [string]>(sql).all(currentMonth())).map(reportOfRow);
  }

  report(id: number): KeyReport | undefined {
    const sql = `${REPORT_SQL} WHERE id = ? GROUP BY id`;
    const found = this.#run((db) => db.query<ReportRow, [string, number]>(sql).get(currentMonth(), id));
    return found === null ? undefined : reportOfRow(found);
  }

  listUsageByDay(days: number, id?: number): DayUsage[] {
    const today = new Date().toISOString().slice(0, 10);
    return this.#run((db) =>
      id === undefined
        ? db.query<DayUsage, [number, string]>(usageByDaySql("")).all(days, today)
        : db.query<DayUsage, [number, string, number]>(usageByDaySql("AND key_id = ?3")).all(days, today, id),
    );
  }

  update(id: number, settings: Partial<KeySettings>, by?: Actor): ApiKey | undefined {
    return this.#change({ action: "change", id, by }, (key) => {
      assertUnrevoked(key);
      return keyColumnsOf(settings);
    });
  }

  /** Revokes a key. A key that is already revoked keeps its `revokedAt`. */
  revoke(id: number, by?: Actor): ApiKey | undefined {
    return this.#change({ action: "revoke", id, by }, ({ revokedAt }) =>
      revokedAt === undefined ? { revoked_at: new Date().toISOString() } : undefined,
    );
  }

  rotate(id: number, overlapMs: number, by?: Actor): IssuedKey | undefined {
    const secret = createSecret();
    const key = this.#change({ action: "rotate", id, by }, (existing) => {
      assertCanRotate(existing);
      return {
        secret_sha256: hashSecret(secret, existing.kind),
        previous_sha256: overlapMs > 0 ? existing.secretSha256 : null,
        previous_until: overlapMs > 0 ? new Date(Date.now() + overlapMs).toISOString() : null,
      };
    });
    return key && { key, token: formatToken(id, secret) };
  }

  /**
   * Changes a key to the columns that `change` derives from it. Reads the key in the transaction that writes it, so
   * that changes by several processes follow one another. Returns undefined for an unknown key.
   */
  #change({ action, id, by }: Change, change: (key: ApiKey) => RowValues | undefined): ApiKey | undefined {
    return this.#inTransaction((db) => {
      const before = readKey(db, id);
      const values = before && change(before);
      return values === undefined ? before : writeKey(db, { action, before, by }, values);
    });
  }

  /** Runs `work` under the write lock from its start; loads the keys that it has changed. */
  #inTransaction<T>(work: (db: Database) => T): T {
    const result = this.#run((db) => db.transaction(() => work(db)).immediate());
    this.#cache.load();
    return result;
  }

  /** Runs `work`; rethrows any error as an AppError with a message for the operator. */
  #run<T>(work: (db: Database) => T): T {
    try {
      return work(this.#file.db);
    } catch (error) {
      throw toAccountsError(error, this.#file.path);
    }
  }
}

/** Change of a key for the audit. */
interface Change {
  readonly action: AuditAction;
  readonly id: number;
  readonly by: Actor | undefined;
}

function createKey(db: Database, { kind, ...settings }: NewKey, by: Actor | undefined): IssuedKey {
  const secret = createSecret();
  const columns = {
    ...keyColumnsOf(settings),
    kind,
    secret_sha256: hashSecret(secret, kind),
    created_at: new Date().toISOString(),
  };
  const key = writeKey(db, { action: "create", before: undefined, by }, columns);
  return { key, token: formatToken(key.id, secret) };
}

/** Inserts a key, or updates the existing one, under a new revision. Every change of a key is made here. */
function writeKey(
  db: Database,
  { action, before, by = currentUser() }: Omit<Change, "id"> & { readonly before: ApiKey | undefined },
  values: RowValues,
): ApiKey {
  const names = Object.keys(values);
  const next = "(SELECT coalesce(max(revision), 0) + 1 FROM api_key)";
  const sql =
    before === undefined
      ? `INSERT INTO api_key (${names.join(", ")}, revision) VALUES (${names.map(() => "?, ").join("")}${next})`
      : `UPDATE api_key SET ${names.map((name) => `${name} = ?, `).join("")}revision = ${next} WHERE id = ?`;
  const bound = [...Object.values(values), ...(before === undefined ? [] : [before.id])];
  const after = keyOfRow(db.prepare<KeyRow, KeyRowValue[]>(`${sql} RETURNING *`).get(...bound)!);
  const record = recordOfKey(action, { before, after, by });
  if (record !== undefined) {
    insertAudit(db, record);
  }
  return after;
}

function readKey(db: Database, id: number): ApiKey | undefined {
  const row = db.query<KeyRow, [number]>("SELECT * FROM api_key WHERE id = ?").get(id);
  return row === null ? undefined : keyOfRow(row);
}

type RowValues = Readonly<Partial<Record<keyof KeyRow, KeyRowValue>>>;

interface ReportRow extends KeyRow {
  readonly requests: number;
  readonly last_used_at: string | null;
}

function reportOfRow(row: ReportRow): KeyReport {
  return { ...keyOfRow(row), requestsThisMonth: row.requests, lastUsedAt: row.last_used_at ?? undefined };
}

function currentMonth(): string {
  return formatMonth(usageMonthOf(Date.now()));
}

/** Milliseconds between checks for changes of the file by another process. */
const CHECK_INTERVAL_MS = 250;

/** Pause between attempts while another process holds the lock; each attempt may wait for the lock itself. */
const RETRY_MS = 100;
/** A longer lock is a fault of the operator's; until it ends, only the keys in memory are known. */
const RETRY_TIMEOUT_MS = 5_000;

/** Stands for the newest change of a file without keys. */
const NO_CHANGE = { id: 0, revision: -1, created_at: "", secret_sha256: new Uint8Array() } as const;

/** In-memory cache of all keys of a file, which detects changes of the file. */
class KeyCache {
  readonly #file: Pick<AccountsFile, "db" | "reopenIfReplaced">;
  readonly #keys = new KeyMemory();
  /** Newest change known; undefined before the first load. */
  #newestChange: Pick<KeyRow, "id" | "revision" | "created_at" | "secret_sha256"> | undefined;
  #dataVersion = 0;
  #nextCheckAtMs = 0;
  #lastError: unknown;
  #pendingRetry: Promise<void> | undefined;

  constructor(file: Pick<AccountsFile, "db" | "reopenIfReplaced">) {
    this.#file = file;
  }

  find(id: number): ApiKey | undefined {
    this.#reloadIfChanged();
    return this.#keys.find(id);
  }

  /**
   * Checks for changes at once. While another process holds the lock, resolves once the file was read, at the latest
   * after five seconds.
   */
  refresh(): Awaitable<void> {
    // While the file cannot be read, a client that tries tokens does not trigger a read for each one.
    if (this.#lastError === undefined) {
      this.#nextCheckAtMs = 0;
    }
    this.#reloadIfChanged();
    if (!isLocked(this.#lastError)) {
      return;
    }
    this.#pendingRetry ??= this.#retry();
    return this.#pendingRetry;
  }

  async #retry(): Promise<void> {
    const deadlineMs = performance.now() + RETRY_TIMEOUT_MS;
    while (isLocked(this.#lastError) && performance.now() < deadlineMs) {
      await Bun.sleep(RETRY_MS);
      this.#nextCheckAtMs = 0;
      this.#reloadIfChanged();
    }
    this.#pendingRetry = undefined;
  }

  approvesOrigin(origin: string): boolean {
    this.#reloadIfChanged();
    return this.#keys.approvesOrigin(origin);
  }

  /** Throws the error that prevents reading the file, unless that is a lock. */
  assertReadable(): void {
    this.#reloadIfChanged();
    try {
      if (this.#lastError !== undefined) {
        throw this.#lastError;
      }
      this.#file.db.query("SELECT id FROM api_key LIMIT 1").get();
    } catch (error) {
      if (!isLocked(error)) {
        throw error;
      }
    }
  }

  /** Reloads keys when the file was replaced or has changed; on an error keeps the known keys. */
  #reloadIfChanged(): void {
    const now = performance.now();
    if (now < this.#nextCheckAtMs) {
      return;
    }
    this.#nextCheckAtMs = now + CHECK_INTERVAL_MS;
    try {
      if (this.#file.reopenIfReplaced()) {
        this.#newestChange = undefined;
        this.#dataVersion = 0;
      }
      // Changes when another connection has written.
      const { data_version } = this.#file.db
        .query<{ data_version: number }, []>("PRAGMA data_version")
        .get()!;
      if (data_version !== this.#dataVersion) {
        this.load();
      }
      this.#dataVersion = data_version;
      this.#lastError = undefined;
    } catch (error) {
      this.#lastError = error;
    }
  }

  /** Loads the changed keys; all keys the first time and when the file has other content. */
  load(): void {
    const isOtherContent = this.#hasOtherContent();
    const changed = this.#file.db.query<KeyRow, [number]>(
      "SELECT * FROM api_key WHERE revision > ? ORDER BY revision",
    );
    const rows = changed.all(isOtherContent ? -1 : this.#newestChange!.revision);
    if (!isOtherContent && rows.length === 0) {
      return;
    }
    this.#keys.apply({ keys: rows.map(keyOfRow), isAll: isOtherContent });
    this.#newestChange = rows.at(-1) ?? { ...NO_CHANGE };
  }

  /** Returns true when the file lacks the newest change known: it holds other keys, as after a restore. */
  #hasOtherContent(): boolean {
    const known = this.#newestChange;
    if (known === undefined) {
      return true;
    }
    if (known.revision === NO_CHANGE.revision) {
      return false;
    }
    const row = this.#file.db.query<KeyRow, [number]>("SELECT * FROM api_key WHERE id = ?").get(known.id);
    if (row === null || row.created_at !== known.created_at || row.revision < known.revision) {
      return true;
    }
    return row.revision === known.revision && !Bun.deepEquals(row.secret_sha256, known.secret_sha256);
  }
}
