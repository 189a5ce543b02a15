/** The accounts in PostgreSQL as a thread of a server sees them: through the hub of its process. */
import type { Awaitable } from "../../base/awaitable.ts";
import { coalesce } from "../../base/coalesce.ts";
import { openCaller, type ThreadCaller } from "../../base/thread-calls.ts";
import type { ApiKey, KeySettings } from "../api-key.ts";
import { type Actor, type AuditLog, currentUser } from "../audit.ts";
import { type KeyChange, KeyMemory } from "../key-memory.ts";
import type { DayUsage, IssuedKey, KeyAdmin, KeyReport, KeyStore, NewKey } from "../key-store.ts";
import type { LoginLinks } from "../login-link.ts";
import type { SharedUsage } from "../usage-months.ts";
import { KEYS_CHANGED } from "./accounts-hub.ts";

/** Longest wait of a request with an unknown token, while the database is slow or has just gone away. */
const REFRESH_LIMIT_MS = 250;

/** Keys of a serving thread: a copy in its memory, which the hub of the process (accounts-hub.ts) keeps up to date. */
export class ThreadKeys implements KeyStore, KeyAdmin {
  readonly #calls: ThreadCaller;
  readonly #memory = new KeyMemory();
  readonly #refresh: () => Promise<void>;
  /** Resolves with the first keys; undefined from then on. */
  #loading: Promise<void> | undefined;

  constructor(channel: string) {
    this.#calls = openCaller(channel);
    this.#calls.on(KEYS_CHANGED, (change) => this.#memory.apply(change as KeyChange));
    this.#loading = this.#load();
    this.#refresh = coalesce(() => this.#calls.call("refreshKeys"));
  }

  find(id: number): ApiKey | undefined {
    return this.#memory.find(id);
  }

  refresh(): Awaitable<void> {
    return this.#loading ?? Promise.race([this.#refresh(), Bun.sleep(REFRESH_LIMIT_MS)]);
  }

  approvesOrigin(origin: string): boolean {
    return this.#memory.approvesOrigin(origin);
  }

  /** Never throws: AccountsHealth says when the database is away. */
  assertReadable(): void {}

  createFirst(key: NewKey, by: Actor = currentUser()): Promise<IssuedKey | undefined> {
    return this.#calls.call("createFirst", key, by);
  }

  create(key: NewKey, by: Actor = currentUser()): Promise<IssuedKey> {
    return this.#calls.call("create", key, by);
  }

  list(): Promise<KeyReport[]> {
    return this.#calls.call("list");
  }

  report(id: number): Promise<KeyReport | undefined> {
    return this.#calls.call("report", id);
  }

  update(id: number, settings: Partial<KeySettings>, by: Actor = currentUser()): Promise<ApiKey | undefined> {
    return this.#calls.call("update", id, settings, by);
  }

  revoke(id: number, by: Actor = currentUser()): Promise<ApiKey | undefined> {
    return this.#calls.call("revoke", id, by);
  }

  rotate(id: number, overlapMs: number, by: Actor = currentUser()): Promise<IssuedKey | undefined> {
    return this.#calls.call("rotate", id, overlapMs, by);
  }

  listUsageByDay(days: number, id?: number): Promise<DayUsage[]> {
    return this.#calls.call("listUsageByDay", days, id);
  }

  close(): void {
    this.#calls.close();
  }

  async #load(): Promise<void> {
    const keys = await this.#calls.call<ApiKey[]>("listKeys");
    this.#memory.apply({ keys, isAll: true });
    this.#loading = undefined;
  }
}

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

/** Opens the login links that the hub of the process (accounts-hub.ts) stores, for any thread. */
export function openThreadLinks(channel: string): LoginLinks {
  const calls = openCaller(channel);
  return {
    create: (nowMs, by) => calls.call("createLink", nowMs, by),
    has: (sha256, nowMs) => calls.call("hasLink", sha256, nowMs),
    use: (token, nowMs) => calls.call("useLink", token, nowMs),
    close: () => calls.close(),
  };
}

/** Opens the usage that the hub of the process (accounts-hub.ts) writes, for any thread. */
export function openThreadUsage(channel: string): SharedUsage & { close(): void } {
  const calls = openCaller(channel);
  return {
    flush: (deltas) => calls.call("flushUsage", deltas),
    listTotals: (months) => calls.call("listUsageTotals", months),
    close: () => calls.close(),
  };
}
