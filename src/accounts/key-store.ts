import type { Awaitable } from "../base/awaitable.ts";
import { AppError } from "../base/errors.ts";
import { type Database, PATIENT_MS } from "../base/sqlite.ts";
import { accountsFault, accountsPath } from "./accounts-db.ts";
import { type AccountsFile, type FollowOptions, followAccountsDb } from "./accounts-file.ts";
import {
  type ApiKey,
  createSecret,
  formatToken,
  hashSecret,
  isInForce,
  type KeyKind,
  type KeySettings,
} from "./api-key.ts";
import { KeyMemory } from "./key-memory.ts";
import { columnsOf, type KeyRow, keyOfRow, type RowValue } from "./key-row.ts";

/**
 * The keys as requests see them: all in memory, so that a wrong id costs what a wrong secret does, and that they go on
 * while the store cannot be read.
 */
export interface KeyStore {
  /** Revoked and expired ones too. Changes by other processes are seen within a second. */
  find(id: number): ApiKey | undefined;
  /** Looks for changes at once; true when there are some. Costs a few microseconds. */
  refresh(): boolean;
  /** Whether a browser key in force approves the origin: what a preflight, which carries no key, can be told. */
  approvesOrigin(origin: string): boolean;
  /** Throws when the store cannot be read. A lock, which passes, is no such reason. */
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

const REPORT_SQL = `
SELECT api_key.*, coalesce(sum(requests) FILTER (WHERE month = ?), 0) AS requests, max(last_used_at) AS last_used_at
FROM api_key LEFT JOIN key_usage ON key_id = id`;

/** Opens the keys of a data folder. */
export function openKeyStore(
  dataDir: string,
  { waitMs = PATIENT_MS, ...options }: FollowOptions & { waitMs?: number } = {},
): SqliteKeyStore {
  const file = followAccountsDb(dataDir, options);
  try {
    const keys = new SqliteKeyStore(file);
    keys.load();
    file.setWait(waitMs);
    return keys;
  } catch (error) {
    file.close();
    throw accountsFault(error, accountsPath(dataDir));
  }
}

export class SqliteKeyStore implements KeyStore, KeyAdmin {
  readonly #file: Pick<AccountsFile, "db" | "follow" | "close">;
  readonly #memory: KeyMemory;

  /** Knows no key before it is first asked, or loads them. */
  constructor(file: Pick<AccountsFile, "db" | "follow" | "close">) {
    this.#file = file;
    this.#memory = new KeyMemory(file);
  }

  find(id: number): ApiKey | undefined {
    return this.#memory.find(id);
  }

  refresh(): boolean {
    return this.#memory.refresh();
  }

  approvesOrigin(origin: string): boolean {
    return this.#memory.approvesOrigin(origin);
  }

  assertReadable(): void {
    this.#memory.assertReadable();
  }

  /** Reads all keys; throws when that fails. */
  load(): void {
    this.#memory.load();
  }

  close(): void {
    this.#file.close();
  }

  count(): number {
    return this.#do(
      (db) => db.query<{ keys: number }, []>("SELECT count(*) AS keys FROM api_key").get()!.keys,
    );
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
    const sql = `${REPORT_SQL} GROUP BY id ORDER BY id`;
    return this.#do((db) => db.query<ReportRow, [string]>(sql).all(currentMonth())).map(reportOfRow);
  }

  report(id: number): KeyReport | undefined {
    const sql = `${REPORT_SQL} WHERE id = ? GROUP BY id`;
    const found = this.#do((db) => db.query<ReportRow, [string, number]>(sql).get(currentMonth(), id));
    return found === null ? undefined : reportOfRow(found);
  }

  update(id: number, settings: Partial<KeySettings>): ApiKey | undefined {
    return this.#changeable(id) && this.#write("UPDATE api_key", columnsOf(settings), id);
  }

  /** A key revoked before keeps its moment. */
  revoke(id: number): ApiKey | undefined {
    const present = this.report(id);
    if (present === undefined || present.revokedAt !== undefined) return present;
    return this.#write("UPDATE api_key", { revoked_at: new Date().toISOString() }, id);
  }

  rotate(id: number, overlapMs: number): IssuedKey | undefined {
    const secret = createSecret();
    const present = this.#changeable(id);
    if (present !== undefined && !isInForce(present, Date.now())) {
      throw new AppError(
        "unavailable",
        `Key ${id} expired at ${present.expiresAt}, so a new secret would open nothing: give it a later --expires with keys update first.`,
      );
    }
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

  /** The key, unless it was revoked: that is for good. */
  #changeable(id: number): ApiKey | undefined {
    const present = this.report(id);
    if (present?.revokedAt === undefined) return present;
    throw new AppError(
      "unavailable",
      `Key ${id} was revoked at ${present.revokedAt}, which cannot be undone: make a new one with keys create.`,
    );
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
    const bound = [...Object.values(values), ...(id === undefined ? [] : [id])];
    const row = this.#do((db) => db.prepare<KeyRow, RowValue[]>(`${sql} RETURNING *`).get(...bound));
    this.#memory.load();
    return row === null ? undefined : keyOfRow(row);
  }

  /** Throws what the operator can do something about as AppError. */
  #do<T>(work: (db: Database) => T): T {
    const { db } = this.#file;
    try {
      return work(db);
    } catch (error) {
      throw accountsFault(error, db.filename);
    }
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

/** `2026-11`, in UTC. */
function currentMonth(): string {
  return new Date().toISOString().slice(0, 7);
}
