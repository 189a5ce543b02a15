/** Operations that show actions on the service and networks of keys, and that change the log. */
import { z } from "zod";
import { AUDIT_DAYS, type AuditLog, type AuditRecord } from "../../../../accounts/audit.ts";
import { retryQuery } from "../../../../accounts/retry-query.ts";
import { messageOf } from "../../../../base/errors.ts";
import { LOG_LEVELS, logOperatorError } from "../../../../base/log.ts";
import { type AnswerOf, keyPath, operation, wholeNumber } from "../operation.ts";

const ENTRIES_PER_PAGE = 50;

export const listAudit = operation({
  method: "GET",
  path: "/api/audit",
  query: z.object({ before: keyPath.shape.id.optional() }),
  async handler({ audit }, { query: { before } }) {
    const found = await retryQuery(() => audit.list({ limit: ENTRIES_PER_PAGE + 1, beforeId: before }));
    return { entries: found.slice(0, ENTRIES_PER_PAGE), hasOlder: found.length > ENTRIES_PER_PAGE };
  },
});
export type AuditAnswer = AnswerOf<typeof listAudit>;

export const listNetworks = operation({
  method: "GET",
  path: "/api/keys/{id}/networks",
  parameters: keyPath,
  query: z.object({ days: wholeNumber(AUDIT_DAYS).default(30) }),
  handler: ({ audit }, { parameters: { id }, query: { days } }) => retryQuery(() => audit.listUses(id, days)),
});
export type NetworkUseAnswer = AnswerOf<typeof listNetworks>[number];

export const showLog = operation({
  method: "GET",
  path: "/api/log",
  handler: ({ log }) => log.state(),
});
export type LogAnswer = AnswerOf<typeof showLog>;

const logChange = z.strictObject({
  level: z.enum(LOG_LEVELS).optional(),
  accessLog: z.boolean().optional(),
  /** Name of the user on whose behalf `./baken log` asks. */
  user: z.string().min(1).max(100).optional(),
});

export const changeLog = operation({
  method: "PATCH",
  path: "/api/log",
  body: logChange,
  async handler({ log, audit }, { body: { user, ...change }, by: session }) {
    const before = log.state();
    log.change(change);
    const after = log.state();
    const by = user === undefined ? session : { kind: "user" as const, name: user };
    await recordDone(audit, { action: "change", subject: "log", by, before, after });
    return after;
  },
});

/** Records an action. When the accounts cannot be reached, the log has it instead. Never rejects. */
export async function recordDone(audit: AuditLog, record: AuditRecord): Promise<void> {
  try {
    await retryQuery(() => audit.record(record));
  } catch (error) {
    const done = `${record.action} ${record.subject}`;
    logOperatorError("something that was done is not in the audit", { done, reason: messageOf(error) });
  }
}
