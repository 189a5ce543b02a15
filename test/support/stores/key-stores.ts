/** The stores of keys, for tests that all of them must pass. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KeyAdmin, KeyStore } from "../../../src/accounts/key-store.ts";
import { openKeys } from "../../../src/accounts/open-accounts.ts";
import { openKeyStore } from "../../../src/accounts/sqlite/sqlite-key-store.ts";
import { hasPostgres } from "../servers/postgres-cluster.ts";
import { startDatabases, startNode } from "./postgres-place.ts";

export interface KeyStoreUnderTest {
  /** Opens the keys of the store with this name, once more if it is open, as another process does. */
  open(name: string): Promise<KeyStore & KeyAdmin>;
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
    async remove() {
      await Promise.all(nodes.map((node) => node.close()));
      databases.remove();
    },
  };
}
