/** The end of the accounts in the main thread of a serving process, which has its only database client. */
import type { Postgres } from "../../base/postgres.ts";
import type { CallServer, Methods } from "../../base/thread-calls.ts";
import type { KeySettings } from "../api-key.ts";
import type { Actor, AuditRecord, AuditSelection, KeyUse } from "../audit.ts";
import type { NewKey } from "../key-store.ts";
import type { UsageDelta } from "../usage-totals.ts";
import { KeyFeed } from "./key-feed.ts";
import { PostgresAudit } from "./postgres-audit.ts";
import { PostgresKeyAdmin } from "./postgres-key-admin.ts";
import { PostgresUsage } from "./postgres-usage.ts";

/** Event with a KeyChange. */
export const KEYS_CHANGED = "keys changed";

/** Reads the keys, follows their changes, and answers thread-keys.ts and thread-usage.ts of all threads. */
export async function startAccountsHub(database: Postgres, calls: CallServer): Promise<{ stop(): void }> {
  const feed = new KeyFeed(database, (change) => calls.send(KEYS_CHANGED, change));
  await feed.start();
  calls.answer(accountMethods(database, feed));
  return { stop: () => feed.stop() };
}

/** Methods of keys and usage. After a change the keys are read, so that this process uses it at once. */
function accountMethods(database: Postgres, feed: KeyFeed) {
  const admin = new PostgresKeyAdmin(database);
  const usage = new PostgresUsage(database);
  const audit = new PostgresAudit(database);
  const thenRead = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    await feed.refresh();
    return result;
  };
  return {
    listKeys: () => feed.list(),
    refreshKeys: () => feed.refresh(),
    createFirst: (key: NewKey, by: Actor) => thenRead(admin.createFirst(key, by)),
    create: (key: NewKey, by: Actor) => thenRead(admin.create(key, by)),
    list: () => admin.list(),
    report: (id: number) => admin.report(id),
    update: (id: number, settings: Partial<KeySettings>, by: Actor) =>
      thenRead(admin.update(id, settings, by)),
    revoke: (id: number, by: Actor) => thenRead(admin.revoke(id, by)),
    rotate: (id: number, overlapMs: number, by: Actor) => thenRead(admin.rotate(id, overlapMs, by)),
    listUsageByDay: (days: number, id?: number) => admin.listUsageByDay(days, id),
    recordAudit: (record: AuditRecord) => audit.record(record),
    listAudit: (selection: AuditSelection) => audit.list(selection),
    addUses: (uses: readonly KeyUse[]) => audit.addUses(uses),
    listUses: (keyId: number, days: number) => audit.listUses(keyId, days),
    keepAuditDays: (days: number) => audit.keepDays(days),
    flushUsage: (deltas: readonly UsageDelta[]) => usage.flush(deltas),
    listUsageTotals: (months: readonly number[]) => usage.listTotals(months),
  } satisfies Methods;
}
