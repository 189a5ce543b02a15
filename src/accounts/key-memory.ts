import { isLocked } from "../base/sqlite.ts";
import type { AccountsFile } from "./accounts-file.ts";
import { type ApiKey, isInForce } from "./api-key.ts";
import { type KeyRow, keyOfRow } from "./key-row.ts";
import { approvesOrigin } from "./origins.ts";

/** How long keys in memory are trusted before asking whether another process changed the file. */
const RECHECK_MS = 250;

/** The newest change of a file without keys. */
const NO_CHANGE = { id: 0, revision: -1, created_at: "", secret_sha256: new Uint8Array() } as const;

/** All keys of a file, in memory, and what tells that the file has others. */
export class KeyMemory {
  readonly #file: Pick<AccountsFile, "db" | "follow">;
  #keys = new Map<number, ApiKey>();
  #approvedOrigins: readonly string[] = [];
  /** The newest change known; absent before the first reading. */
  #newest: Pick<KeyRow, "id" | "revision" | "created_at" | "secret_sha256"> | undefined;
  #dataVersion = 0;
  #recheckAt = 0;
  #trouble: unknown;

  constructor(file: Pick<AccountsFile, "db" | "follow">) {
    this.#file = file;
  }

  find(id: number): ApiKey | undefined {
    this.#noticeChanges();
    return this.#keys.get(id);
  }

  /** Looks for changes at once; true when there are some. */
  refresh(): boolean {
    const before = this.#newest;
    // While it cannot be read, who tries tokens does not make this thread try each time.
    if (this.#trouble === undefined) this.#recheckAt = 0;
    this.#noticeChanges();
    return this.#newest !== before;
  }

  approvesOrigin(origin: string): boolean {
    this.#noticeChanges();
    return approvesOrigin(this.#approvedOrigins, origin);
  }

  /** Throws why the file cannot be read, unless that is a lock. */
  assertReadable(): void {
    this.#noticeChanges();
    try {
      if (this.#trouble !== undefined) throw this.#trouble;
      this.#file.db.query("SELECT id FROM api_key LIMIT 1").get();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
  }

  /** Looks whether the file is another one or has changed; what is known stays when that fails. */
  #noticeChanges(): void {
    const now = performance.now();
    if (now < this.#recheckAt) return;
    this.#recheckAt = now + RECHECK_MS;
    try {
      if (this.#file.follow()) {
        this.#newest = undefined;
        this.#dataVersion = 0;
      }
      // Moves when another connection has written.
      const { data_version } = this.#file.db
        .query<{ data_version: number }, []>("PRAGMA data_version")
        .get()!;
      if (data_version !== this.#dataVersion) this.load();
      this.#dataVersion = data_version;
      this.#trouble = undefined;
    } catch (error) {
      this.#trouble = error;
    }
  }

  /** Reads what has changed; all of it the first time. */
  load(): void {
    const isOther = this.#isOtherContent();
    const changed = this.#file.db.query<KeyRow, [number]>(
      "SELECT * FROM api_key WHERE revision > ? ORDER BY revision",
    );
    const rows = changed.all(isOther ? -1 : this.#newest!.revision);
    if (isOther) this.#keys = new Map();
    else if (rows.length === 0) return;
    for (const row of rows) this.#keys.set(row.id, keyOfRow(row));
    this.#newest = rows.at(-1) ?? { ...NO_CHANGE };
    this.#approvedOrigins = originsInForce([...this.#keys.values()]);
  }

  /** Whether the file holds other keys than those known, as after a restore: the newest change known is not in it. */
  #isOtherContent(): boolean {
    const known = this.#newest;
    if (known === undefined) return true;
    if (known.revision === NO_CHANGE.revision) return false;
    const row = this.#file.db.query<KeyRow, [number]>("SELECT * FROM api_key WHERE id = ?").get(known.id);
    if (row === null || row.created_at !== known.created_at || row.revision < known.revision) return true;
    return row.revision === known.revision && !Bun.deepEquals(row.secret_sha256, known.secret_sha256);
  }
}

/** A key that expires meanwhile leaves its origins here until the next change: only preflights look at them. */
function originsInForce(keys: readonly ApiKey[]): string[] {
  const now = Date.now();
  const browserKeys = keys.filter((key) => key.kind === "browser" && isInForce(key, now));
  return [...new Set(browserKeys.flatMap(({ origins }) => origins))];
}
