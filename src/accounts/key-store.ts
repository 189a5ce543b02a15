/**
 * Interfaces of the store of keys: what requests read and what the owner administers; rules and forms of keys that
 * every store shares.
 */
import type { Awaitable } from "../base/awaitable.ts";
import { AppError } from "../base/errors.ts";
import { type ApiKey, isKeyInForce, type KeyKind, type KeySettings, visitorRateOf } from "./api-key.ts";
import type { Actor } from "./audit.ts";

/**
 * Read access to keys for requests. All keys are in memory, so that a wrong id costs the same as a wrong secret and
 * that keys keep working while the store cannot be read.
 */
export interface KeyStore {
  /** Returns a key, also a revoked or expired one. Changes by other processes are visible within a second. */
  find(id: number): ApiKey | undefined;
  /**
   * Checks for changes at once; resolves when the store was read, or soon after when it cannot be. A store in another
   * thread knows its first keys when this resolves.
   */
  refresh(): Awaitable<void>;
  /** Returns true when any browser key in force approves the origin; used for preflights, which carry no key. */
  approvesOrigin(origin: string): boolean;
  /** Throws when the store cannot be read. Does not throw for a lock, which is temporary. */
  assertReadable(): void;
}

/**
 * Administration of keys by the owner of the service. An unknown id returns `undefined`. Methods throw `unavailable`,
 * with a message for the operator, when the store cannot be used.
 */
export interface KeyAdmin extends KeyChanges, KeyReports {}

/** Every change is recorded in the audit, both or neither; `by` is the user of this process unless given. */
export interface KeyChanges {
  /** Creates a key when the store has none, once over all processes; returns undefined when there are keys. */
  createFirst(key: NewKey, by?: Actor): Awaitable<IssuedKey | undefined>;
  /** Creates a key; its token exists only in this result. */
  create(key: NewKey, by?: Actor): Awaitable<IssuedKey>;
  update(id: number, settings: Partial<KeySettings>, by?: Actor): Awaitable<ApiKey | undefined>;
  /** Revokes a key. A key that is already revoked keeps its `revokedAt`. */
  revoke(id: number, by?: Actor): Awaitable<ApiKey | undefined>;
  /** Gives the key a new secret. The current one keeps working for `overlapMs`; the one before it stops working. */
  rotate(id: number, overlapMs: number, by?: Actor): Awaitable<IssuedKey | undefined>;
}

export interface KeyReports {
  list(): Awaitable<KeyReport[]>;
  report(id: number): Awaitable<KeyReport | undefined>;
  /** Lists the usage of the last `days` days (UTC), oldest first, days without requests too: of a key, or of all. */
  listUsageByDay(days: number, id?: number): Awaitable<DayUsage[]>;
}

/** Days, today included, for which the usage of each day is kept; months are kept for ever. */
export const USAGE_DAYS_KEPT = 400;

export interface DayUsage {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly requests: number;
}

export interface NewKey extends Partial<KeySettings> {
  readonly name: string;
  readonly kind: KeyKind;
}

export interface IssuedKey {
  readonly key: ApiKey;
  readonly token: string;
}

/** Key with its usage. */
export interface KeyReport extends ApiKey {
  readonly requestsThisMonth: number;
  readonly lastUsedAt: string | undefined;
}

/** Throws for a revoked key, which stays revoked. */
export function assertUnrevoked({ id, revokedAt }: ApiKey): void {
  if (revokedAt === undefined) {
    return;
  }
  throw new AppError(
    "unavailable",
    `Key ${id} was revoked at ${revokedAt}, which cannot be undone: create a new key with keys create.`,
  );
}

/** Throws for a key that is revoked or has expired. */
export function assertCanRotate(key: ApiKey): void {
  assertUnrevoked(key);
  if (isKeyInForce(key, Date.now())) {
    return;
  }
  throw new AppError(
    "unavailable",
    `Key ${key.id} expired at ${key.expiresAt}, so a new secret would be refused too: first set a later date with keys update --expires.`,
  );
}

/** Returns a key as `keys show --json` prints it. A rate of null means no limit, as JSON has no Infinity. */
export function jsonOfKey(key: KeyReport) {
  const { secretSha256: _secret, previous, ...shown } = key;
  return {
    ...shown,
    visitorRatePerMinute: visitorRateOf(key),
    state: keyStateOf(key),
    previousSecretUntil: overlapEnd(key),
  };
}

export function keyStateOf(key: KeyReport): "active" | "revoked" | "expired" {
  if (key.revokedAt !== undefined) {
    return "revoked";
  }
  return isKeyInForce(key, Date.now()) ? "active" : "expired";
}

/**
 * Returns the time at which the secret before the last rotation stops working; undefined without such a secret, or when
 * it has stopped working.
 */
export function overlapEnd({ previous }: KeyReport): string | undefined {
  return previous !== undefined && Date.parse(previous.until) > Date.now() ? previous.until : undefined;
}
