import { openSqliteStores } from "../../../src/accounts/sqlite/sqlite-stores.ts";

/** Opens the keys in the accounts.db of a data folder; their methods return at once. */
export function openKeyStore(dataDir: string, options?: Parameters<typeof openSqliteStores>[1]) {
  const { keys, close } = openSqliteStores(dataDir, options);
  return { ...keys, close };
}
