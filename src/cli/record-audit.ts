import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { type AuditRecord, currentUser } from "../accounts/audit.ts";
import { hasAccounts, openStores, withStore } from "../accounts/open-accounts.ts";
import { messageOf } from "../base/errors.ts";
import { printNote } from "./output.ts";

/**
 * Records in the audit what a command has done, by the user who called it. Where there are no accounts, nothing is
 * recorded: a new accounts.db could replace one that was removed. Never throws, because the command has already done
 * its work.
 */
export async function recordAudit(place: AccountsPlace, record: Omit<AuditRecord, "by">): Promise<void> {
  if (!hasAccounts(place)) {
    return;
  }
  try {
    await withStore(await openStores(place, { create: false }), async ({ audit }) =>
      audit.record({ ...record, by: currentUser() }),
    );
  } catch (error) {
    printNote(`This is done, but not in the audit: ${messageOf(error)}`);
  }
}
