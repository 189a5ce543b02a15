import type { AccountsContent } from "../accounts-content.ts";
import type { AuditRow } from "../audit.ts";
import type { KeyRow } from "../key-row.ts";
import { toAccountsError } from "./accounts-db.ts";
import { inspectAccountsFile } from "./accounts-file.ts";

/** Reads all keys, usage and the audit of an accounts.db, in one state, and changes nothing. */
export function readAccounts(dataDir: string): AccountsContent {
  const { db, path, close } = inspectAccountsFile(dataDir);
  try {
    // A file of an older version has no audit.
    const hasAudit = db.query("SELECT 1 FROM sqlite_schema WHERE name = 'key_use'").get() !== null;
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
      audit: hasAudit ? db.query<AuditRow, []>("SELECT * FROM audit ORDER BY id").all() : [],
      uses: hasAudit
        ? db.query<AccountsContent["uses"][number], []>("SELECT * FROM key_use ORDER BY day, key_id").all()
        : [],
    }))();
  } catch (error) {
    throw toAccountsError(error, path);
  } finally {
    close();
  }
}
