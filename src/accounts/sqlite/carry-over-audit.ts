import { AUDIT_COLUMNS } from "../audit.ts";
import { toAccountsError } from "./accounts-db.ts";
import { openAccountsFile } from "./accounts-file.ts";

/** Skips entries that both files have: they were made before the backup. */
const CARRY_OVER = `
INSERT INTO main.audit (${AUDIT_COLUMNS})
SELECT ${AUDIT_COLUMNS} FROM former.audit EXCEPT SELECT ${AUDIT_COLUMNS} FROM main.audit ORDER BY at`;
/**
 * Counts of a key, day and network only grow, so the larger count is the later one. Only for keys that both files have,
 * because new keys may get the ids of other keys.
 */
const CARRY_OVER_USES = `
INSERT INTO main.key_use (day, key_id, network, requests, last_at)
SELECT day, key_id, network, requests, last_at FROM former.key_use
JOIN former.api_key AS known ON known.id = key_id
JOIN main.api_key AS restored ON restored.id = key_id AND restored.created_at = known.created_at
WHERE true
ON CONFLICT DO UPDATE SET
  requests = max(requests, excluded.requests), last_at = max(last_at, excluded.last_at)`;

/**
 * Adds to accounts.db the entries that only the file `former` has, and the networks from which its keys were used.
 * Throws when `former` cannot be read.
 */
export function carryOverAudit(dataDir: string, former: string): void {
  const file = openAccountsFile(dataDir, { create: false });
  const { db } = file;
  try {
    db.query("ATTACH ? AS former").run(former);
    // Both tables are of one version.
    if (db.query("SELECT 1 FROM former.sqlite_schema WHERE name = 'key_use'").get() !== null) {
      // Not begun as "immediate": that would lock the former file for writing too, and note both files in a third file,
      // which a killed process would leave. The first statement writes, so the transaction waits for the lock all the
      // same.
      db.transaction(() => {
        db.run(CARRY_OVER);
        db.run(CARRY_OVER_USES);
      })();
    }
  } catch (error) {
    throw toAccountsError(error, former);
  } finally {
    file.close();
  }
}
