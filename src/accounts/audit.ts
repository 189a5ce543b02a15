/**
 * The audit: actions on the service, by whom and when; from which networks keys were used; and its rows in the
 * table that every store has.
 */
import { hostname } from "node:os";
import type { Awaitable } from "../base/awaitable.ts";
import { userName } from "../base/config.ts";
import type { ApiKey } from "./api-key.ts";

export type AuditAction =
  | "create"
  | "change"
  | "rotate"
  | "revoke"
  | "restore"
  | "use"
  | "publish"
  | "cancel"
  | "open";

/** Days, today included, for which the audit is kept unless another number is set. */
export const AUDIT_DAYS = 400;

/** Author of an action: a user account that runs a command, or a session of the operator's pages. */
export interface Actor {
  readonly kind: "user" | "session";
  readonly name: string;
}

/** Values before and after a change, in the types of JSON; never a secret. */
type AuditValues = Readonly<Record<string, unknown>>;

/** Action to record. */
export interface AuditRecord {
  readonly action: AuditAction;
  /** Names the object of the action: `key 3`, `job <id>`, `registry 2021-10-15`. */
  readonly subject: string;
  readonly by: Actor;
  readonly before?: AuditValues | undefined;
  readonly after?: AuditValues | undefined;
}

/** Recorded action. */
export interface AuditEntry {
  readonly id: number;
  /** ISO 8601, UTC, as every time here. */
  readonly at: string;
  /** Name of the machine. */
  readonly node: string;
  readonly actor: Actor["kind"];
  readonly who: string;
  readonly action: AuditAction;
  readonly subject: string;
  /** Id of the key that is the subject; null for other subjects. */
  readonly keyId: number | null;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
}

interface AuditSelection {
  /** Maximum number of entries, newest first. */
  readonly limit: number;
  /** Only entries older than the one with this id. */
  readonly beforeId?: number | undefined;
  readonly subject?: string | undefined;
}

/** Requests with the token of a server key from one network. */
export interface KeyUse {
  readonly keyId: number;
  /** As networkRange returns it, or {@link OTHER_NETWORKS}. */
  readonly network: string;
  readonly requests: number;
  /** Time of the last of them, in milliseconds since 1970; its day (UTC) counts for all. */
  readonly lastMs: number;
}

/** Stands for the networks that are not counted separately. */
export const OTHER_NETWORKS = "other";

/** Uses of a key on one day from one network. */
export interface NetworkUse {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly network: string;
  readonly requests: number;
  readonly lastAt: string;
}

/** Store of the audit, kept with the keys. Methods throw `unavailable` when it cannot be used. */
export interface AuditLog {
  record(record: AuditRecord): Awaitable<void>;
  /** Lists entries, newest first. */
  list(selection: AuditSelection): Awaitable<AuditEntry[]>;
  addUses(uses: readonly KeyUse[]): Awaitable<void>;
  /** Lists the uses of the last `days` days (UTC), today included; the latest first. */
  listUses(keyId: number, days: number): Awaitable<NetworkUse[]>;
  /** Removes entries and uses of all but the last `days` days. */
  keepDays(days: number): Awaitable<void>;
}

/** Name of this machine in entries. */
const thisNode = hostname;

/** Returns the user of this process as actor; for a command run by `sudo`, the user who called it. */
export function currentUser(): Actor {
  return { kind: "user", name: userName() };
}

const KEY_SUBJECT = "key ";

interface KeyChange {
  readonly before: ApiKey | undefined;
  readonly after: ApiKey;
  readonly by: Actor;
}

/** Returns the record of a change of a key, with the differences; undefined without any. */
export function recordOfKey(action: AuditAction, { before, after, by }: KeyChange): AuditRecord | undefined {
  const [old, now] = [before === undefined ? {} : shownOf(before), shownOf(after)] as [
    AuditValues,
    AuditValues,
  ];
  const changed = Object.keys(now).filter((name) => !Bun.deepEquals(old[name], now[name]));
  if (changed.length === 0 && action !== "rotate") {
    return undefined;
  }
  const only = (values: AuditValues) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? null]));
  const subject = subjectOfKey(after.id);
  return { action, subject, by, before: before && only(old), after: only(now) };
}

export function subjectOfKey(id: number): string {
  return `${KEY_SUBJECT}${id}`;
}

function shownOf({ id: _id, secretSha256: _secret, previous, createdAt: _time, ...key }: ApiKey) {
  const { ratePerMinute } = key;
  return {
    ...key,
    ratePerMinute: Number.isFinite(ratePerMinute) ? ratePerMinute : null,
    previousSecretUntil: previous?.until,
  };
}

/** Row of the table audit, which every store has. */
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

export function auditValuesOf({ action, subject, by, before, after }: AuditRecord): (string | null)[] {
  const json = (values: object | undefined) => (values === undefined ? null : JSON.stringify(values));
  const at = new Date().toISOString();
  return [at, thisNode(), by.kind, by.name, action, subject, json(before), json(after)];
}

export function entryOfRow({ before, after, ...row }: AuditRow): AuditEntry {
  const parse = (text: string | null) => (text === null ? null : JSON.parse(text));
  const id = row.subject.startsWith(KEY_SUBJECT) ? Number(row.subject.slice(KEY_SUBJECT.length)) : Number.NaN;
  return { ...row, keyId: Number.isNaN(id) ? null : id, before: parse(before), after: parse(after) };
}
