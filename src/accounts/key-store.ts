import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";
import { type Database, openShared } from "../base/sqlite.ts";
import { type ApiKey, createSecret, formatToken, hashSecret, type KeyKind } from "./api-key.ts";

export interface NewKey {
  readonly name: string;
  readonly kind: KeyKind;
}

/** Where API keys live. Changes by other processes are seen within a second. */
export interface KeyStore {
  /** Makes a key; its token exists only in this result. */
  create(key: NewKey): { key: ApiKey; token: string };
  /** Called for every request: answers from memory for keys seen before. */
  find(id: number): ApiKey | undefined;
  count(): number;
  /** Throws when the store cannot be read. */
  assertReadable(): void;
  close(): void;
}

/** How long keys in memory are trusted before asking whether another process changed the file. */
const RECHECK_MS = 250;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  secret_sha256 BLOB NOT NULL,
  created_at TEXT NOT NULL
)`;

/** Opens `<dataDir>/accounts.db`, made with its folder when missing. */
export function openKeyStore(dataDir: string): KeyStore {
  const path = join(dataDir, "accounts.db");
  try {
    mkdirSync(dataDir, { recursive: true });
    const db = openShared(path);
    db.run(SCHEMA);
    return new SqliteKeyStore(db);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("unavailable", `${path} cannot be used: ${reason}`, { cause });
  }
}

interface KeyRow {
  id: number;
  name: string;
  kind: KeyKind;
  secret_sha256: Uint8Array;
  created_at: string;
}

class SqliteKeyStore implements KeyStore {
  readonly #db: Database;
  readonly #known = new Map<number, ApiKey>();
  #dataVersion = 0;
  #recheckAt = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  create({ name, kind }: NewKey): { key: ApiKey; token: string } {
    const secret = createSecret();
    const secretSha256 = hashSecret(secret);
    const createdAt = new Date().toISOString();
    const { id } = this.#db
      .query<{ id: number }, [string, string, Uint8Array, string]>(
        "INSERT INTO api_key (name, kind, secret_sha256, created_at) VALUES (?, ?, ?, ?) RETURNING id",
      )
      .get(name, kind, secretSha256, createdAt)!;
    return { key: { id, name, kind, secretSha256, createdAt }, token: formatToken(id, secret) };
  }

  find(id: number): ApiKey | undefined {
    this.#forgetWhenChanged();
    return this.#known.get(id) ?? this.#load(id);
  }

  count(): number {
    return this.#db.query<{ keys: number }, []>("SELECT count(*) AS keys FROM api_key").get()!.keys;
  }

  assertReadable(): void {
    this.#db.query("SELECT id FROM api_key LIMIT 1").get();
  }

  close(): void {
    this.#db.close();
  }

  #load(id: number): ApiKey | undefined {
    const row = this.#db.query<KeyRow, [number]>("SELECT * FROM api_key WHERE id = ?").get(id);
    if (row === null) return undefined;
    const key = {
      id,
      name: row.name,
      kind: row.kind,
      secretSha256: row.secret_sha256,
      createdAt: row.created_at,
    };
    this.#known.set(id, key);
    return key;
  }

  /** SQLite's data_version moves when another connection has written. */
  #forgetWhenChanged(): void {
    const now = performance.now();
    if (now < this.#recheckAt) return;
    this.#recheckAt = now + RECHECK_MS;
    const { data_version } = this.#db.query<{ data_version: number }, []>("PRAGMA data_version").get()!;
    if (data_version !== this.#dataVersion) this.#known.clear();
    this.#dataVersion = data_version;
  }
}
