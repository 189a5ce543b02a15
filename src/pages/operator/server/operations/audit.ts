/** Operations that show actions on the service and networks of keys, and that change the log. */
import { z } from "zod";
import { AUDIT_DAYS, type AuditLog, type AuditRecord } from "../../../../accounts/audit.ts";
import { retryQuery } from "../../../../accounts/retry-query.ts";
import { messageOf } from "../../../../base/errors.ts";
import { LOG_LEVELS, logOperatorError } from "../../../../base/log.ts";
import { optional } from "../../../../http/parameters/kinds.ts";
import { type AnswerOf, days, id, operation } from "../operation.ts";

const ENTRIES_PER_PAGE = 50;

export const listAudit = operation({
  path: "/api/audit",
  query: { before: optional(id) },
  async handler({ audit }, { before }) {
    const found = await retryQuery(() => audit.list({ limit: ENTRIES_PER_PAGE + 1, beforeId: before }));
    return { entries: found.slice(0, ENTRIES_PER_PAGE), hasOlder: found.length > ENTRIES_PER_PAGE };
  },
});
export type AuditAnswer = AnswerOf<typeof listAudit>;

export const listNetworks = operation({
  path: "/api/keys/{id}/networks",
  pathParameters: { id },
  query: { days: days(AUDIT_DAYS) },
  handler: ({ audit }, { id, days }) => retryQuery(() => audit.listUses(id, days)),
});
export type NetworkUseAnswer = AnswerOf<typeof listNetworks>[number];

export const showLog = operation({
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
  requestBody: logChange,
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
