/** The end of the accounts in the main thread of a serving process, which has its only database client. */

import { coalesce } from "../../base/coalesce.ts";
import { AppError } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import type { Postgres } from "../../base/postgres.ts";
import type { CallServer, Methods } from "../../base/thread-calls.ts";
import type { KeySettings } from "../api-key.ts";
import type { Actor, AuditRecord, AuditSelection, KeyUse } from "../audit.ts";
import { type KeyChange, KeyMemory } from "../key-memory.ts";
import type { NewKey } from "../key-store.ts";
import type { UsageDelta } from "../usage-months.ts";
import { PostgresAudit } from "./postgres-audit.ts";
import { PostgresKeyAdmin } from "./postgres-key-admin.ts";
import { PostgresLoginLinks } from "./postgres-login-links.ts";
import { PostgresUsage } from "./postgres-usage.ts";
import { KEYS_CHANNEL } from "./schema.ts";
import { readKeys } from "./stored-keys.ts";

/** Event with a KeyChange. */
export const KEYS_CHANGED = "keys changed";

/** Reads the keys, follows their changes, and answers thread-accounts.ts of all threads. */
export async function startAccountsHub(database: Postgres, calls: CallServer): Promise<{ stop(): void }> {
  const feed = new KeyFeed(database, (change) => calls.send(KEYS_CHANGED, change));
  await feed.start();
  calls.answer(accountMethods(database, feed));
  return { stop: () => feed.stop() };
}

/** Methods of the accounts. After a change the keys are read, so that this process uses it at once. */
function accountMethods(database: Postgres, feed: KeyFeed) {
  const admin = new PostgresKeyAdmin(database);
  const usage = new PostgresUsage(database);
  const audit = new PostgresAudit(database);
  const links = new PostgresLoginLinks(database);
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
    createLink: (nowMs: number, by?: Actor) => links.create(nowMs, by),
    hasLink: (sha256: string, nowMs: number) => links.has(sha256, nowMs),
    useLink: (token: string, nowMs: number) => links.use(token, nowMs),
    flushUsage: (deltas: readonly UsageDelta[]) => usage.flush(deltas),
    listUsageTotals: (months: readonly number[]) => usage.listTotals(months),
  } satisfies Methods;
}

/** Milliseconds between looks at the revision: a change is seen within a second even when no NOTIFY arrives. */
const POLL_MS = 500;

/** Follows the keys of a database: at each NOTIFY, twice a second, and after a lost connection. */
class KeyFeed {
  readonly #database: Postgres;
  readonly #memory = new KeyMemory();
  readonly #onChange: (change: KeyChange) => void;
  readonly #read = coalesce(() => this.#readChanges());
  /** Newest revision known; undefined until all keys are read, and after a lost connection. */
  #revision: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Postgres, onChange: (change: KeyChange) => void) {
    this.#database = database;
    this.#onChange = onChange;
  }

  /** Reads all keys and begins to follow them. */
  async start(): Promise<void> {
    await this.#database.listen(KEYS_CHANNEL, () => void this.refresh());
    await this.#read();
    this.#database.onReturn(() => {
      // The server may be another one, which lacks changes that were seen or has others under their numbers.
      this.#revision = undefined;
      void this.refresh();
    });
    this.#timer = setInterval(() => void this.refresh(), POLL_MS);
    this.#timer.unref();
  }

  /** Reads changes that were committed before this call; keeps the known keys while the server is away. */
  async refresh(): Promise<void> {
    if (this.#database.isAway) {
      return;
    }
    try {
      await this.#read();
    } catch (error) {
      if (!(error instanceof AppError)) {
        logError("the keys cannot be read", error);
      }
    }
  }

  list(): readonly KeyChange["keys"][number][] {
    return this.#memory.list();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #readChanges(): Promise<void> {
    const known = this.#revision;
    const { keys, revision, isAll } = await this.#database.run((sql) => readKeys(sql, known));
    if (known !== this.#revision) {
      return;
    }
    this.#revision = revision;
    if (isAll || keys.length > 0) {
      this.#memory.apply({ keys, isAll });
      this.#onChange({ keys, isAll });
    }
  }
}
