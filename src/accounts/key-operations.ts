import { inTransaction, type Operation, type OperationsOf, query } from "../base/store-operations.ts";
import { type ApiKey, createSecret, formatToken, hashSecret } from "./api-key.ts";
import { type Actor, type AuditAction, currentUser, recordOfKey } from "./audit.ts";
import { insertAudit } from "./audit-operations.ts";
import { type KeyColumns, type KeyRow, keyColumnsOf, keyOfRow } from "./key-row.ts";
import {
  assertCanRotate,
  assertUnrevoked,
  type DayUsage,
  type IssuedKey,
  type KeyChanges,
  type KeyReport,
  type KeyReports,
  type NewKey,
} from "./key-store.ts";
import type { StoreDialect } from "./store-dialect.ts";
import { formatMonth, usageMonthOf } from "./usage-months.ts";

const DAY_MS = 86_400_000;

interface ReportRow extends KeyRow {
  readonly requests: number;
  readonly last_used_at: string | null;
}

export function keyReportOperations({ keyColumns, requests }: StoreDialect): OperationsOf<KeyReports> {
  const select = `
SELECT ${keyColumns}, CAST(coalesce(sum(${requests}) FILTER (WHERE month = ?1), 0) AS bigint) AS requests,
  max(last_used_at) AS last_used_at
FROM api_key LEFT JOIN key_usage ON key_id = id`;
  const selectDays = `
SELECT day, CAST(sum(${requests}) AS bigint) AS requests FROM key_usage_day
WHERE day >= ?1 AND day <= ?2 AND key_id = coalesce(?3, key_id) GROUP BY day`;
  return {
    *list() {
      const rows = yield* query<ReportRow>(`${select} GROUP BY id ORDER BY id`, currentMonth());
      return rows.map(reportOfRow);
    },
    *report(id) {
      const [row] = yield* query<ReportRow>(`${select} WHERE id = ?2 GROUP BY id`, currentMonth(), id);
      return row && reportOfRow(row);
    },
    *listUsageByDay(count, id) {
      const now = Date.now();
      const days = Array.from({ length: count }, (_, i) => dayOf(now - (count - 1 - i) * DAY_MS));
      const rows = yield* query<DayUsage>(selectDays, days[0] ?? null, days.at(-1) ?? null, id ?? null);
      const used = new Map(rows.map((row) => [row.day.slice(0, 10), row.requests]));
      return days.map((day) => ({ day, requests: used.get(day) ?? 0 }));
    },
  };
}

/** Every change is one transaction with the next revision, so that changes by several processes follow one another. */
export function keyChangeOperations(dialect: StoreDialect): OperationsOf<KeyChanges> {
  return {
    createFirst: (key, by) =>
      inChange(dialect, function* (revision) {
        const existing = yield* query("SELECT 1 FROM api_key LIMIT 1");
        return existing.length > 0 ? undefined : yield* createKey(dialect, key, { revision, by });
      }),
    create: (key, by) => inChange(dialect, (revision) => createKey(dialect, key, { revision, by })),
    update: (id, settings, by) =>
      changeKey(dialect, { action: "change", id, by }, (key) => {
        assertUnrevoked(key);
        return keyColumnsOf(settings);
      }),
    revoke: (id, by) =>
      changeKey(dialect, { action: "revoke", id, by }, ({ revokedAt }) =>
        revokedAt === undefined ? { revoked_at: dateOf(Date.now()) } : undefined,
      ),
    *rotate(id, overlapMs, by) {
      const secret = createSecret();
      const key = yield* changeKey(dialect, { action: "rotate", id, by }, (existing) => {
        assertCanRotate(existing);
        return {
          secret_sha256: hashSecret(secret, existing.kind),
          previous_sha256: overlapMs > 0 ? existing.secretSha256 : null,
          previous_until: overlapMs > 0 ? dateOf(Date.now() + overlapMs) : null,
        };
      });
      return key && { key, token: formatToken(id, secret) };
    },
  };
}

/** Change of a key for the audit. */
interface Change {
  readonly action: AuditAction;
  readonly id: number;
  readonly by: Actor | undefined;
}

/** Runs `work` in a transaction with the next revision, which no other change can take before this one has ended. */
function inChange<T>({ takeRevision }: StoreDialect, work: (revision: number) => Operation<T>): Operation<T> {
  return inTransaction(function* () {
    const [next] = yield* query<{ n: number }>(takeRevision);
    return yield* work(next!.n);
  });
}

function* createKey(
  dialect: StoreDialect,
  { kind, ...settings }: NewKey,
  { revision, by }: Pick<Change, "by"> & { readonly revision: number },
): Operation<IssuedKey> {
  const secret = createSecret();
  const key = yield* writeKey(
    dialect,
    { action: "create", before: undefined, by },
    {
      ...keyColumnsOf(settings),
      kind,
      secret_sha256: hashSecret(secret, kind),
      created_at: dateOf(Date.now()),
      revision,
    },
  );
  return { key, token: formatToken(key.id, secret) };
}

/**
 * Writes the columns that `valuesOf` derives from a key, and returns the key; undefined for an unknown one. Writes
 * nothing when `valuesOf` returns undefined.
 */
function changeKey(
  dialect: StoreDialect,
  { id, ...change }: Change,
  valuesOf: (key: ApiKey) => KeyColumns | undefined,
): Operation<ApiKey | undefined> {
  return inChange(dialect, function* (revision) {
    const before = yield* readKey(dialect, id);
    const values = before && valuesOf(before);
    return values === undefined
      ? before
      : yield* writeKey(dialect, { ...change, before }, { ...values, revision });
  });
}

/** Inserts a key, or updates the existing one. Every change of a key is made here. */
function* writeKey(
  dialect: StoreDialect,
  { action, before, by = currentUser() }: Omit<Change, "id"> & { readonly before: ApiKey | undefined },
  values: KeyColumns,
): Operation<ApiKey> {
  const names = Object.keys(values);
  const places = names.map((_, i) => `?${i + 1}`);
  const statement =
    before === undefined
      ? `INSERT INTO api_key (${names.join(", ")}) VALUES (${places.join(", ")})`
      : `UPDATE api_key SET ${names.map((name, i) => `${name} = ${places[i]}`).join(", ")} WHERE id = ?${names.length + 1}`;
  const bound = [...Object.values(values), ...(before === undefined ? [] : [before.id])];
  const [written] = yield* query<{ id: number }>(`${statement} RETURNING id`, ...bound);
  const after = (yield* readKey(dialect, written!.id))!;
  const record = recordOfKey(action, { before, after, by });
  if (record !== undefined) {
    yield* insertAudit(record);
  }
  return after;
}

function* readKey({ keyColumns }: StoreDialect, id: number): Operation<ApiKey | undefined> {
  const [row] = yield* query<KeyRow>(`SELECT ${keyColumns} FROM api_key WHERE id = ?1`, id);
  return row && keyOfRow(row);
}

function reportOfRow(row: ReportRow): KeyReport {
  return { ...keyOfRow(row), requestsThisMonth: row.requests, lastUsedAt: row.last_used_at ?? undefined };
}

function currentMonth(): string {
  return formatMonth(usageMonthOf(Date.now()));
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns the day (UTC) of a time. */
function dayOf(ms: number): string {
  return dateOf(ms).slice(0, 10);
}
