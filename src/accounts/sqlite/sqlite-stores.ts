/** Keys, audit and login links in accounts.db. */
import { BUSY_TIMEOUT_MS } from "../../base/sqlite.ts";
import { type Operation, runOnSqlite, type SyncStore, syncStore } from "../../base/store-operations.ts";
import type { AuditLog } from "../audit.ts";
import { auditOperations } from "../audit-operations.ts";
import { keyChangeOperations, keyReportOperations } from "../key-operations.ts";
import type { KeyAdmin, KeyReports, KeyStore } from "../key-store.ts";
import type { LoginLinks } from "../login-link.ts";
import { LOGIN_LINK_OPERATIONS } from "../login-link-operations.ts";
import { SQLITE } from "../store-dialect.ts";
import { accountsPath, toAccountsError } from "./accounts-db.ts";
import {
  type AccountsFile,
  type AccountsFileOptions,
  inspectAccountsFile,
  openAccountsFile,
} from "./accounts-file.ts";
import { KeyCache } from "./key-cache.ts";

interface SqliteStores {
  readonly keys: KeyStore & SyncStore<KeyAdmin>;
  readonly audit: SyncStore<AuditLog>;
  readonly links: SyncStore<LoginLinks>;
  readonly usage: undefined;
  close(): void;
}

/** Opens the stores of a data folder and loads the keys. `waitMs` is the longest wait for a lock from then on. */
export function openSqliteStores(
  dataDir: string,
  { waitMs = BUSY_TIMEOUT_MS, ...options }: AccountsFileOptions & { waitMs?: number | undefined } = {},
): SqliteStores {
  const file = openAccountsFile(dataDir, options);
  try {
    const cache = new KeyCache(file);
    cache.load();
    file.setBusyTimeout(waitMs);
    return storesOf(file, cache);
  } catch (error) {
    file.close();
    throw toAccountsError(error, accountsPath(dataDir));
  }
}

/** Opens the keys of a data folder for reading, and leaves no file beside accounts.db. */
export function inspectKeys(dataDir: string): SyncStore<KeyReports> & { close(): void } {
  const file = inspectAccountsFile(dataDir);
  const keys = syncStore<KeyReports>(keyReportOperations(SQLITE), runOn(file));
  return { ...keys, close: () => file.close() };
}

function storesOf(file: AccountsFile, cache: KeyCache): SqliteStores {
  const run = runOn(file);
  const runChange = <T>(operation: Operation<T>): T => {
    const result = run(operation);
    cache.load();
    return result;
  };
  return {
    keys: {
      find: (id) => cache.find(id),
      refresh: () => cache.refresh(),
      approvesOrigin: (origin) => cache.approvesOrigin(origin),
      assertReadable: () => cache.assertReadable(),
      ...syncStore(keyReportOperations(SQLITE), run),
      ...syncStore(keyChangeOperations(SQLITE), runChange),
    },
    audit: syncStore(auditOperations(SQLITE), run),
    links: syncStore(LOGIN_LINK_OPERATIONS, run),
    usage: undefined,
    close: () => file.close(),
  };
}

/** Runs operations on the present accounts.db; rethrows any error as an AppError with a message for the operator. */
function runOn(file: AccountsFile) {
  return <T>(operation: Operation<T>): T => {
    try {
      file.reopenIfReplaced();
      return runOnSqlite(file.db, operation);
    } catch (error) {
      throw toAccountsError(error, file.path);
    }
  };
}
