import type { AccountsContent } from "../accounts-content.ts";
import type { KeyRow } from "../key-row.ts";
import { toAccountsError } from "./accounts-db.ts";
import { inspectAccountsFile } from "./accounts-file.ts";

/** Reads all keys and usage of an accounts.db, in one state, and changes nothing. */
export function readAccounts(dataDir: string): AccountsContent {
  const { db, path, close } = inspectAccountsFile(dataDir);
  try {
    return db.transaction(() => ({
      keys: db.query<KeyRow, []>("SELECT * FROM api_key ORDER BY id").all(),
      months: db
        .query<AccountsContent["months"][number], []>(
          "SELECT key_id, month, requests, last_used_at FROM key_usage ORDER BY key_id, month",
        )
        .all(),
      days: db
        .query<AccountsContent["days"][number], []>(
          "SELECT day, key_id, requests FROM key_usage_day ORDER BY day, key_id",
        )
        .all(),
    }))();
  } catch (error) {
    throw toAccountsError(error, path);
  } finally {
    close();
  }
}
