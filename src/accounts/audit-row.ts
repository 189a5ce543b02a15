/** Converts entries of the audit to and from rows of the table audit, which every store has. */
import { type Actor, type AuditAction, type AuditEntry, type AuditRecord, thisNode } from "./audit.ts";

export interface AuditRow {
  readonly id: number;
  readonly at: string;
  readonly node: string;
  readonly actor: Actor["kind"];
  readonly who: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** JSON, as is `after`. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Columns of a new row, in the order of the values that valuesOf returns. */
export const AUDIT_COLUMNS = 'at, node, actor, who, action, subject, "before", "after"';

export function valuesOf({ action, subject, by, before, after }: AuditRecord): (string | null)[] {
  const json = (values: object | undefined) => (values === undefined ? null : JSON.stringify(values));
  const at = new Date().toISOString();
  return [at, thisNode(), by.kind, by.name, action, subject, json(before), json(after)];
}

export function entryOfRow({ before, after, ...row }: AuditRow): AuditEntry {
  const parse = (text: string | null) => (text === null ? null : JSON.parse(text));
  return { ...row, before: parse(before), after: parse(after) };
}
