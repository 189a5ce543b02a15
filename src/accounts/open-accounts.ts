/**
 * Opens the store of keys and usage: accounts.db. The only file through which other folders reach an implementation;
 * they see the interfaces of key-store.ts.
 */
import type { KeyAdmin, KeyStore } from "./key-store.ts";
import type { AccountsDbOptions } from "./sqlite/accounts-db.ts";
import { openKeyStore } from "./sqlite/sqlite-key-store.ts";

export { findAccountsFault, inspectAccountsVersion } from "./sqlite/accounts-check.ts";
export { checkAccountsCopy, copyAccounts, replaceAccounts } from "./sqlite/accounts-copy.ts";
export { hasAccounts, listAccountsPaths } from "./sqlite/accounts-db.ts";
export { inspectKeys } from "./sqlite/sqlite-key-store.ts";
export { startUsageFlusher } from "./sqlite/usage-flusher.ts";

/** Opens the keys of a data folder, creating the store when it is missing. */
export function openKeys(dataDir: string, options?: AccountsDbOptions): KeyStore & KeyAdmin {
  return openKeyStore(dataDir, options);
}
