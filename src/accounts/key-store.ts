import type { Awaitable } from "../base/awaitable.ts";
import type { Database } from "../base/sqlite.ts";
import { openAccountsDb } from "./accounts-db.ts";
import {
  type ApiKey,
  createSecret,
  formatToken,
  hashSecret,
  isInForce,
  type KeyKind,
  type KeySettings,
} from "./api-key.ts";
import { columnsOf, type KeyRow, keyOfRow, type RowValue } from "./key-row.ts";
import { approvesOrigin } from "./origins.ts";

/** The keys as requests see them: all in memory, so that a wrong id costs what a wrong secret does. */
export interface KeyStore {
  /** Revoked and expired ones too. Changes by other processes are seen within a second. */
  find(id: number): ApiKey | undefined;
  /** Looks for changes at once; true when there are some. Costs a few microseconds. */
  refresh(): boolean;
  /** Whether a browser key in force approves the origin: what a preflight, which carries no key, can be told. */
  approvesOrigin(origin: string): boolean;
  /** Throws when the store cannot be read. */
  assertReadable(): void;
  close(): void;
}

/** What the owner of the service does with keys. A key that is not there gives `undefined`. */
export interface KeyAdmin {
  count(): Awaitable<number>;
  /** Makes a key; its token exists only in this result. */
  create(key: NewKey): Awaitable<IssuedKey>;
  list(): Awaitable<KeyReport[]>;
  report(id: number): Awaitable<KeyReport | undefined>;
  update(id: number, settings: Partial<KeySettings>): Awaitable<ApiKey | undefined>;
  revoke(id: number): Awaitable<ApiKey | undefined>;
  /** Gives the key a new secret; the present one opens it for so long, the one before that no more. */
  rotate(id: number, overlapMs: number): Awaitable<IssuedKey | undefined>;
}

export interface NewKey extends Partial<KeySettings> {
  readonly name: string;
  readonly kind: KeyKind;
}

export interface IssuedKey {
  readonly key: ApiKey;
  readonly token: string;
}

/** A key and what was done with it. */
export interface KeyReport extends ApiKey {
  readonly requestsThisMonth: number;
  readonly lastUsedAt: string | undefined;
}

/** How long keys in memory are trusted before asking whether another process changed the file. */
const RECHECK_MS = 250;

const REPORT_SQL = `
SELECT api_key.*, coalesce(sum(requests) FILTER (WHERE month = ?), 0) AS requests, max(last_used_at) AS last_used_at
FROM api_key LEFT JOIN key_usage ON key_id = id`;

/** Opens the keys of a data folder. */
export function openKeyStore(dataDir: string): SqliteKeyStore {
  return new SqliteKeyStore(openAccountsDb(dataDir));
}

export class SqliteKeyStore implements KeyStore, KeyAdmin {
  readonly #db: Database;
  readonly #keys = new Map<number, ApiKey>();
  #approvedOrigins: readonly string[] = [];
  #revision = -1;
  #dataVersion = 0;
  #recheckAt = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  find(id: number): ApiKey | undefined {
    this.#noticeChanges();
    return this.#keys.get(id);
  }

  refresh(): boolean {
    const before = this.#revision;
    this.#recheckAt = 0;
    this.#noticeChanges();
    return this.#revision !== before;
  }

  approvesOrigin(origin: string): boolean {
    this.#noticeChanges();
    return approvesOrigin(this.#approvedOrigins, origin);
  }

  assertReadable(): void {
    this.#db.query("SELECT id FROM api_key LIMIT 1").get();
  }

  close(): void {
    this.#db.close();
  }

  count(): number {
    return this.#db.query<{ keys: number }, []>("SELECT count(*) AS keys FROM api_key").get()!.keys;
  }

  create({ kind, ...settings }: NewKey): IssuedKey {
    const secret = createSecret();
    const row = this.#write("INSERT INTO api_key", {
      ...columnsOf(settings),
      kind,
      secret_sha256: hashSecret(secret),
      created_at: new Date().toISOString(),
    })!;
    return { key: row, token: formatToken(row.id, secret) };
  }

  list(): KeyReport[] {
    const rows = this.#db.query<ReportRow, [string]>(`${REPORT_SQL} GROUP BY id ORDER BY id`);
    return rows.all(currentMonth()).map(reportOfRow);
  }

  report(id: number): KeyReport | undefined {
    const row = this.#db.query<ReportRow, [string, number]>(`${REPORT_SQL} WHERE id = ? GROUP BY id`);
    const found = row.get(currentMonth(), id);
    return found === null ? undefined : reportOfRow(found);
  }

  update(id: number, settings: Partial<KeySettings>): ApiKey | undefined {
    return this.#write("UPDATE api_key", columnsOf(settings), id);
  }

  revoke(id: number): ApiKey | undefined {
    return this.#write("UPDATE api_key", { revoked_at: new Date().toISOString() }, id);
  }

  rotate(id: number, overlapMs: number): IssuedKey | undefined {
    const secret = createSecret();
    const present = this.report(id);
    const key =
      present &&
      this.#write(
        "UPDATE api_key",
        {
          secret_sha256: hashSecret(secret),
          previous_sha256: overlapMs > 0 ? present.secretSha256 : null,
          previous_until: overlapMs > 0 ? new Date(Date.now() + overlapMs).toISOString() : null,
        },
        id,
      );
    return key && { key, token: formatToken(id, secret) };
  }

  /** The one place that changes keys: gives every change a revision of its own. */
  #write(
    statement: "INSERT INTO api_key" | "UPDATE api_key",
    values: RowValues,
    id?: number,
  ): ApiKey | undefined {
    const names = Object.keys(values);
    const next = "(SELECT coalesce(max(revision), 0) + 1 FROM api_key)";
    const sql =
      id === undefined
        ? `${statement} (${names.join(", ")}, revision) VALUES (${names.map(() => "?, ").join("")}${next})`
        : `${statement} SET ${names.map((name) => `${name} = ?, `).join("")}revision = ${next} WHERE id = ?`;
    const row = this.#db
      .prepare<KeyRow, RowValue[]>(`${sql} RETURNING *`)
      .get(...Object.values(values), ...(id === undefined ? [] : [id]));
    this.#loadChanges();
    return row === null ? undefined : keyOfRow(row);
  }

  /** SQLite's data_version moves when another connection has written. */
  #noticeChanges(): void {
    const now = performance.now();
    if (now < this.#recheckAt) return;
    this.#recheckAt = now + RECHECK_MS;
    const { data_version } = this.#db.query<{ data_version: number }, []>("PRAGMA data_version").get()!;
    if (data_version !== this.#dataVersion) this.#loadChanges();
    this.#dataVersion = data_version;
  }

  #loadChanges(): void {
    const changed = this.#db.query<KeyRow, [number]>(
      "SELECT * FROM api_key WHERE revision > ? ORDER BY revision",
    );
    const rows = changed.all(this.#revision);
    if (rows.length === 0) return;
    for (const row of rows) this.#keys.set(row.id, keyOfRow(row));
    this.#revision = rows.at(-1)!.revision;
    this.#approvedOrigins = originsInForce([...this.#keys.values()]);
  }
}

type RowValues = Readonly<Partial<Record<keyof KeyRow, RowValue>>>;

interface ReportRow extends KeyRow {
  readonly requests: number;
  readonly last_used_at: string | null;
}

function reportOfRow(row: ReportRow): KeyReport {
  return { ...keyOfRow(row), requestsThisMonth: row.requests, lastUsedAt: row.last_used_at ?? undefined };
}

/** A key that expires meanwhile leaves its origins here until the next change: only preflights look at them. */
function originsInForce(keys: readonly ApiKey[]): string[] {
  const now = Date.now();
  const browserKeys = keys.filter((key) => key.kind === "browser" && isInForce(key, now));
  return [...new Set(browserKeys.flatMap(({ origins }) => origins))];
}

/** `2026-11`, in UTC. */
function currentMonth(): string {
  return new Date().toISOString().slice(0, 7);
}
