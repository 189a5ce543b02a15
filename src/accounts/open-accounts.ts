/**
 * Opens the stores of the accounts: accounts.db or PostgreSQL. The only file through which other folders reach an
 * implementation; they see the interfaces of key-store.ts, audit.ts, login-link.ts and usage-flusher.ts.
 */

import { AppError } from "../base/errors.ts";
import { logInfo } from "../base/log.ts";
import { Postgres, untilAnswered } from "../base/postgres.ts";
import { migrate } from "../base/postgres-migrations.ts";
import { postgresAddress } from "../base/postgres-url.ts";
import { type CallServer, openCallServer } from "../base/thread-calls.ts";
import type { AccountsPlace } from "./accounts-place.ts";
import type { AuditLog } from "./audit.ts";
import type { KeyAdmin, KeyReports, KeyStore } from "./key-store.ts";
import type { LoginLinks } from "./login-link.ts";
import type { KeySlots } from "./memory/key-slots.ts";
import type { NodeStore } from "./node-store.ts";
import { startAccountsHub } from "./postgres/accounts-hub.ts";
import { type DatabaseFinding, examinePostgres } from "./postgres/examine-database.ts";
import { PostgresNodes } from "./postgres/postgres-nodes.ts";
import { postgresStores } from "./postgres/postgres-stores.ts";
import { TABLES } from "./postgres/schema.ts";
import { openThreadStores } from "./postgres/thread-stores.ts";
import { startUsageWriter } from "./postgres/usage-writer.ts";
import { writeAccounts } from "./postgres/write-accounts.ts";
import * as sqliteCheck from "./sqlite/accounts-check.ts";
import * as accountsDb from "./sqlite/accounts-db.ts";
import { readAccounts } from "./sqlite/read-accounts.ts";
import { inspectKeys as inspectSqliteKeys, openSqliteStores } from "./sqlite/sqlite-stores.ts";
import * as sqliteUsage from "./sqlite/usage-flusher.ts";
import type { AccountsHealth, UsageFlusher } from "./usage-flusher.ts";
import type { SharedUsage, UsageTotal } from "./usage-months.ts";

export { inspectAccountsVersion } from "./sqlite/accounts-check.ts";
export { checkAccountsCopy, copyAccounts, replaceAccounts } from "./sqlite/accounts-copy.ts";
export { carryOverAudit } from "./sqlite/carry-over-audit.ts";

/** Accounts of a serving process, which all its threads open by their place. */
export interface RunningAccounts {
  readonly place: AccountsPlace;
  /** The only database client of the process, and the end that answers its threads; undefined for accounts.db. */
  readonly database?: { readonly postgres: Postgres; readonly calls: CallServer };
  close(): Promise<void>;
}

/**
 * Prepares the accounts for a serving process. Waits, with a line in the log, while PostgreSQL does not answer; rejects
 * when it refuses, which waiting does not cure.
 */
export async function startAccounts(place: AccountsPlace): Promise<RunningAccounts> {
  if (place.postgres === undefined) {
    return { place, close: async () => {} };
  }
  const postgres = new Postgres(place.postgres);
  const calls = openCallServer();
  const hub = await untilAnswered(async () => {
    await migrate(postgres, TABLES);
    return await startAccountsHub(postgres, calls);
  });
  logInfo("keys, usage and export jobs are in PostgreSQL", { address: postgres.address });
  return {
    place: { ...place, postgres: { ...place.postgres, channel: calls.channel } },
    database: { postgres, calls },
    async close() {
      hub.stop();
      calls.close();
      await postgres.close();
    },
  };
}

/** Stores of one place, opened once and handed on. */
export interface Stores {
  readonly keys: KeyAdmin;
  readonly audit: AuditLog;
  readonly links: LoginLinks;
  close(): void;
}

export interface ServedStores extends Stores {
  readonly keys: KeyStore & KeyAdmin;
  /** Usage that all nodes share; undefined for accounts.db, which one machine has. */
  readonly usage: SharedUsage | undefined;
}

/** Opens the stores of a serving process, in any of its threads. */
export function openServedStores(
  { dataDir, postgres }: AccountsPlace,
  options?: accountsDb.AccountsDbOptions,
): ServedStores {
  return postgres === undefined ? openSqliteStores(dataDir, options) : openThreadStores(channelOf(postgres));
}

/** Opens the stores for a command; `create: false` throws when there is no accounts.db. */
export async function openStores(
  { dataDir, postgres }: AccountsPlace,
  options: Pick<accountsDb.AccountsDbOptions, "create"> = {},
): Promise<Stores> {
  if (postgres === undefined) {
    return openSqliteStores(dataDir, options);
  }
  const database = new Postgres(postgres);
  await migrate(database, TABLES);
  return { ...postgresStores(database), close: () => void database.close() };
}

/**
 * Copies keys and usage from accounts.db of the data folder to the database, which must have no keys. Throws when the
 * place names no database or the folder has no accounts.db.
 */
export async function copyToDatabase({
  dataDir,
  postgres,
}: AccountsPlace): Promise<{ keys: number; address: string }> {
  if (postgres === undefined) {
    throw new AppError("usage", "Expected --accounts postgres://…, the database to copy to.");
  }
  if (!accountsDb.hasAccounts(dataDir)) {
    throw new AppError("unavailable", `There is no accounts.db in ${dataDir}: check --data.`);
  }
  const content = readAccounts(dataDir);
  const database = new Postgres(postgres);
  await migrate(database, TABLES);
  await writeAccounts(database, content);
  await database.close();
  return { keys: content.keys.length, address: `PostgreSQL at ${database.address}` };
}

/** Opens the keys for reading, and changes nothing. */
export function inspectKeys({ dataDir, postgres }: AccountsPlace): KeyReports & { close(): void } {
  if (postgres === undefined) {
    return inspectSqliteKeys(dataDir);
  }
  const database = new Postgres(postgres);
  return { ...postgresStores(database).keys, close: () => void database.close() };
}

/** Returns true when the place has a store: accounts.db exists, or a database was named. */
export function hasAccounts({ dataDir, postgres }: AccountsPlace): boolean {
  return postgres !== undefined || accountsDb.hasAccounts(dataDir);
}

/** Returns true when a database was named, so that an accounts.db of the data folder is not in use. */
export function isInDatabase({ postgres }: AccountsPlace): boolean {
  return postgres !== undefined;
}

/** Returns the fault of accounts.db, each page read; undefined for a sound file, without a file and for a database. */
export function findAccountsFault({ dataDir, postgres }: AccountsPlace): string | undefined {
  return postgres === undefined ? sqliteCheck.findAccountsFault(dataDir) : undefined;
}

/** Asks the database whether it can hold the accounts. Throws `unavailable` when it cannot be reached, or refuses. */
export async function examineDatabase({ postgres }: AccountsPlace): Promise<DatabaseFinding> {
  const { url, timeoutMs } = postgres!;
  return await examinePostgres({ url, timeoutMs });
}

/** Opens the nodes that share the accounts of a serving process; undefined for accounts.db, which one machine has. */
export function openNodes({ database }: RunningAccounts): NodeStore | undefined {
  return database && new PostgresNodes(database.postgres);
}

/** Opens the nodes for a command, which only reads them; undefined for accounts.db. */
export function inspectNodes({ postgres }: AccountsPlace): NodeStore | undefined {
  return postgres && new PostgresNodes(new Postgres(postgres));
}

/** Returns the files of the data folder that hold the store. */
export function listAccountsPaths({ dataDir, postgres }: AccountsPlace): string[] {
  return postgres === undefined ? accountsDb.listAccountsPaths(dataDir) : [];
}

/** Describes the place for people, without secrets. */
export function describeAccounts({ postgres }: AccountsPlace): string {
  return postgres === undefined ? "accounts.db" : `PostgreSQL at ${postgresAddress(postgres.url)}`;
}

interface FlusherOptions {
  readonly slots: KeySlots;
  readonly health: AccountsHealth;
  /** The readability of the keys is checked on behalf of all threads. */
  readonly stores: Pick<ServedStores, "keys" | "usage">;
  /** Called with the totals of all nodes, where the store has them. */
  readonly learnTotals?: ((totals: readonly UsageTotal[]) => void) | undefined;
}

/** Starts to write the usage counted in the slots; once for a process. */
export function startUsageFlusher({ dataDir }: AccountsPlace, options: FlusherOptions): UsageFlusher {
  const { usage, keys } = options.stores;
  return usage === undefined
    ? sqliteUsage.startUsageFlusher(dataDir, { ...options, keys })
    : startUsageWriter(usage, options);
}

function channelOf({ channel }: NonNullable<AccountsPlace["postgres"]>): string {
  if (channel === undefined) {
    throw new Error("only startAccounts makes a place from which threads can open PostgreSQL");
  }
  return channel;
}

/** Runs `work` with an open store, closes the store and returns the result. */
export async function withStore<S extends { close(): void }, T>(
  store: S,
  work: (store: S) => Promise<T>,
): Promise<T> {
  try {
    return await work(store);
  } finally {
    store.close();
  }
}
