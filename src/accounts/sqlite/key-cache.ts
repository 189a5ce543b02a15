import type { Awaitable } from "../../base/awaitable.ts";
import { type Database, isLocked } from "../../base/sqlite.ts";
import type { ApiKey } from "../api-key.ts";
import { KeyMemory } from "../key-memory.ts";
import { type KeyRow, keyOfRow } from "../key-row.ts";
import type { KeyStore } from "../key-store.ts";
import type { AccountsFile } from "./accounts-file.ts";

/** Milliseconds between checks for changes of the file by another process. */
const CHECK_INTERVAL_MS = 250;

/** Pause between attempts while another process holds the lock; each attempt may wait for the lock itself. */
const RETRY_MS = 100;
/** A longer lock is a fault of the operator's; until it ends, only the keys in memory are known. */
const RETRY_TIMEOUT_MS = 5_000;

/** Stands for the newest change of a file without keys. */
const NO_CHANGE = { id: 0, revision: -1, created_at: "", secret_sha256: new Uint8Array() } as const;

/** In-memory cache of all keys of a file, which detects changes of the file. Empty until the first use or `load`. */
export class KeyCache implements KeyStore {
  readonly #file: Pick<AccountsFile, "db" | "reopenIfReplaced">;
  readonly #keys = new KeyMemory();
  #newestChange: Pick<KeyRow, "id" | "revision" | "created_at" | "secret_sha256"> = NO_CHANGE;
  /** Database of the keys in memory: undefined before the first load; `#file` has another one after a restore. */
  #loaded: Database | undefined;
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
      this.#file.reopenIfReplaced();
      // Changes when another connection has written.
      const { data_version } = this.#file.db
        .query<{ data_version: number }, []>("PRAGMA data_version")
        .get()!;
      if (data_version !== this.#dataVersion || this.#file.db !== this.#loaded) {
        this.load();
      }
      this.#dataVersion = data_version;
      this.#lastError = undefined;
    } catch (error) {
      this.#lastError = error;
    }
  }

  /** Loads the changed keys; all keys the first time and when the file has other content. Throws when that fails. */
  load(): void {
    const { db } = this.#file;
    const isOtherContent = db !== this.#loaded || this.#hasOtherContent();
    const changed = db.query<KeyRow, [number]>("SELECT * FROM api_key WHERE revision > ? ORDER BY revision");
    const rows = changed.all(isOtherContent ? -1 : this.#newestChange.revision);
    if (!isOtherContent && rows.length === 0) {
      return;
    }
    this.#keys.apply({ keys: rows.map(keyOfRow), isAll: isOtherContent });
    this.#newestChange = rows.at(-1) ?? NO_CHANGE;
    this.#loaded = db;
  }

  /** Returns true when the file lacks the newest change known: it holds other keys, as after a restore. */
  #hasOtherContent(): boolean {
    const known = this.#newestChange;
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
