import { openCaller } from "../../base/thread-calls.ts";
import type { AuditLog } from "../audit.ts";

/** Opens the audit that the hub of the process (accounts-hub.ts) writes, for any thread. */
export function openThreadAudit(channel: string): AuditLog {
  const calls = openCaller(channel);
  return {
    record: (record) => calls.call("recordAudit", record),
    list: (selection) => calls.call("listAudit", selection),
    addUses: (uses) => calls.call("addUses", uses),
    listUses: (keyId, days) => calls.call("listUses", keyId, days),
    keepDays: (days) => calls.call("keepAuditDays", days),
    close: () => calls.close(),
  };
}
