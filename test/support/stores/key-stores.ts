/** The stores of keys, for tests that all of them must pass. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import type { AccountsPlace } from "../../../src/accounts/accounts-place.ts";
import type { AuditLog } from "../../../src/accounts/audit.ts";
import type { KeyAdmin, KeyStore } from "../../../src/accounts/key-store.ts";
import type { LoginLinks } from "../../../src/accounts/login-link.ts";
import { openServedStores, openStores } from "../../../src/accounts/open-accounts.ts";
import { hasPostgres } from "../servers/postgres-cluster.ts";
import { openKeyStore } from "./open-key-store.ts";
import { placeOf, startDatabases, startNode } from "./postgres-place.ts";

interface Closable {
  close(): void;
}

export interface KeyStoreUnderTest {
  /** Opens the keys of the store with this name, even if it is open already, as another process does. */
  open(name: string): Promise<KeyStore & KeyAdmin & Closable>;
  /** Opens the audit of the store with this name, which must have been opened. */
  openAudit(name: string): Promise<AuditLog & Closable>;
  /** Opens the login links of the store with this name, which must have been opened, as a server and as a command. */
  openLinks(name: string): Promise<Readonly<Record<"server" | "command", LoginLinks>>>;
  /** Returns the place of the store with this name, which must have been opened, for a command. */
  placeOf(name: string): Promise<AccountsPlace>;
  /** Changes the store with this name by SQL. */
  change(name: string, sql: string): Promise<void>;
  remove(): Promise<void>;
}

export const KEY_STORES: readonly (readonly [string, () => Promise<KeyStoreUnderTest>])[] = [
  ["accounts.db", startSqlite],
  ...(hasPostgres() ? ([["PostgreSQL", startOnPostgres]] as const) : []),
];

async function startSqlite(): Promise<KeyStoreUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), "baken-keys-"));
  return {
    open: async (name) => openKeyStore(join(folder, name)),
    openAudit: (name) => openAudit({ dataDir: join(folder, name) }),
    async openLinks(name) {
      const place = { dataDir: join(folder, name) };
      return { server: openServedStores(place).links, command: (await openStores(place)).links };
    },
    placeOf: async (name) => ({ dataDir: join(folder, name) }),
    async change(name, sql) {
      using db = new Database(join(folder, name, "accounts.db"));
      db.run(sql);
    },
    async remove() {
      rmSync(folder, { recursive: true });
    },
  };
}

async function openAudit(place: AccountsPlace): Promise<AuditLog & Closable> {
  const { audit, close } = await openStores(place, { create: false });
  return { ...audit, close };
}

async function startOnPostgres(): Promise<KeyStoreUnderTest> {
  const databases = await startDatabases();
  const urls = new Map<string, Promise<string>>();
  const nodes: Awaited<ReturnType<typeof startNode>>[] = [];
  return {
    async open(name) {
      const url = urls.get(name) ?? databases.create();
      urls.set(name, url);
      const node = await startNode(await url);
      nodes.push(node);
      const { keys, close } = openServedStores(node.place);
      await keys.refresh();
      return { ...keys, close };
    },
    async openAudit(name) {
      return openAudit(placeOf(await urls.get(name)!));
    },
    async openLinks(name) {
      const url = await urls.get(name)!;
      const node = await startNode(url);
      nodes.push(node);
      return { server: openServedStores(node.place).links, command: (await openStores(placeOf(url))).links };
    },
    placeOf: async (name) => placeOf(await urls.get(name)!),
    async change(name, sql) {
      await using database = new SQL(await urls.get(name)!, { max: 1 });
      await database.unsafe(`SET search_path TO baken; ${sql}`);
    },
    async remove() {
      await Promise.all(nodes.map((node) => node.close()));
      databases.remove();
    },
  };
}
