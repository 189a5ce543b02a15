/** The stores of keys, for tests that all of them must pass. */
import { Database } from "bun:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SQL } from "bun";
import type { AuditLog } from "../../../src/accounts/audit.ts";
import type { KeyAdmin, KeyStore } from "../../../src/accounts/key-store.ts";
import type { LoginLinks } from "../../../src/accounts/login-link.ts";
import {
  openAuditLog,
  openKeys,
  openLoginLinks,
  openServedLinks,
} from "../../../src/accounts/open-accounts.ts";
import { openKeyStore } from "../../../src/accounts/sqlite/sqlite-key-store.ts";
import { hasPostgres } from "../servers/postgres-cluster.ts";
import { placeOf, startDatabases, startNode } from "./postgres-place.ts";

export interface KeyStoreUnderTest {
  /** Opens the keys of the store with this name, once more if it is open, as another process does. */
  open(name: string): Promise<KeyStore & KeyAdmin>;
  /** Opens the audit of the store with this name, which must have been opened. */
  openAudit(name: string): Promise<AuditLog>;
  /** Opens the login links of the store with this name, which must have been opened, as a server and as a command. */
  openLinks(name: string): Promise<Readonly<Record<"server" | "command", LoginLinks>>>;
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
    openAudit: (name) => openAuditLog({ dataDir: join(folder, name) }),
    async openLinks(name) {
      const place = { dataDir: join(folder, name) };
      return { server: openServedLinks(place, 5_000), command: await openLoginLinks(place) };
    },
    async change(name, sql) {
      using db = new Database(join(folder, name, "accounts.db"));
      db.run(sql);
    },
    async remove() {
      rmSync(folder, { recursive: true });
    },
  };
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
      const keys = openKeys(node.place);
      await keys.refresh();
      return keys;
    },
    async openAudit(name) {
      return openAuditLog(placeOf(await urls.get(name)!));
    },
    async openLinks(name) {
      const url = await urls.get(name)!;
      const node = await startNode(url);
      nodes.push(node);
      return { server: openServedLinks(node.place, 5_000), command: await openLoginLinks(placeOf(url)) };
    },
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
