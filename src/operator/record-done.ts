import type { AuditLog, AuditRecord } from "../accounts/audit.ts";
import { retryQuery } from "../accounts/retry-query.ts";
import { messageOf } from "../base/errors.ts";
import { logOperatorError } from "../base/log.ts";

/** Records what was done, and must be possible while the accounts are away: the log then tells of it. Never rejects. */
export async function recordDone(audit: AuditLog, record: AuditRecord): Promise<void> {
  try {
    await retryQuery(() => audit.record(record));
  } catch (error) {
    const done = `${record.action} ${record.subject}`;
    logOperatorError("something that was done is not in the audit", { done, reason: messageOf(error) });
  }
}
