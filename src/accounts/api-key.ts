import { randomInt, timingSafeEqual } from "node:crypto";
import { SECRET_PREFIX } from "../base/log.ts";

/**
 * `server`: full access from a back end. `browser`: read-only, from approved origins. `link`: read-only, may be part of
 * a URL, for programs that can only be given a URL.
 */
export const KEY_KINDS = ["server", "browser", "link"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const DEFAULT_RATE_PER_MINUTE = 60;
/** Limits that the counters can count to (memory/key-slots.ts). */
export const MAX_RATE_PER_MINUTE = 1_000_000;
export const MAX_MONTHLY_QUOTA = 4_000_000_000;

/** Settings of a key that the owner of the service chooses and can change later. */
export interface KeySettings {
  readonly name: string;
  /** Maximum requests per minute; Infinity: no limit. */
  readonly ratePerMinute: number;
  /** Limit for each client address; `undefined`: the default limit (see {@link visitorRateOf}). */
  readonly visitorRatePerMinute: number | "none" | undefined;
  /** Maximum requests in a calendar month; `undefined`: no limit but the rate. */
  readonly monthlyQuota: number | undefined;
  /** Approved origins of a browser key, as parseOriginPattern returns them. */
  readonly origins: readonly string[];
  /** Addresses and CIDR ranges the key may be used from, as parseIpRange returns them; empty: from everywhere. */
  readonly ipRanges: readonly string[];
  /** First moment at which the key is refused; ISO 8601, UTC. */
  readonly expiresAt: string | undefined;
}

export const MAX_NAME_LENGTH = 100;

/** Parses the name of a key to the form in which it is stored. */
export function parseKeyName(text: string): string | undefined {
  const name = text.trim();
  return name !== "" && name.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(name) ? name : undefined;
}

/** Stored key: the secret itself exists only in the token that was shown once. */
export interface ApiKey extends KeySettings {
  readonly id: number;
  readonly kind: KeyKind;
  /** Hash by {@link hashSecret}; 238 random bits need no slow password hash. */
  readonly secretSha256: Uint8Array;
  /** Secret before the last rotation, which still opens the key until `until`. */
  readonly previous: { readonly secretSha256: Uint8Array; readonly until: string } | undefined;
  /** ISO 8601, UTC, as every time of a key. */
  readonly createdAt: string;
  readonly revokedAt: string | undefined;
}

/**
 * Format of the secret half of a token: `bkn_`, 40 random base62 characters and the CRC-32 of those 40 in six base62
 * characters. The checksum lets secret scanners recognise a leaked token offline.
 */
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function createSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join("");
  return SECRET_PREFIX + random + checksumOf(random);
}

/** Formats the token that a client sends: `<id>|<secret>`. */
export function formatToken(id: number, secret: string): string {
  return `${id}|${secret}`;
}

/** Splits a token at the first `|`. Returns `undefined` when the id is not numeric. */
export function parseToken(token: string): { id: number; secret: string } | undefined {
  const bar = token.indexOf("|");
  const id = token.slice(0, Math.max(bar, 0));
  if (!/^\d{1,15}$/.test(id)) {
    return undefined;
  }
  return { id: Number(id), secret: token.slice(bar + 1) };
}

/** Returns the SHA-256 of the secret of a key of a kind. */
export function hashSecret(secret: string, kind: KeyKind): Uint8Array {
  return Bun.SHA256.hash(hashedText(secret, kind), new Uint8Array(32)) as Uint8Array;
}

/**
 * Returns the text that is hashed: the secret, and for a link key a prefix. A version of baken without link keys treats
 * unknown kinds as server keys. If an operator goes back to such a version, the prefix makes it refuse link keys,
 * because their hash differs.
 */
function hashedText(secret: string, kind: KeyKind | undefined): string {
  return kind === "link" ? `link ${secret}` : secret;
}

const NO_KEY_SHA256 = new Uint8Array(32);
/** Buffer that every comparison reuses: allocating a typed array costs more than the hash. */
const givenSha256 = new Uint8Array(32);

/**
 * Returns true when the secret opens the key at that moment. An unknown, revoked or expired key costs the same as a
 * wrong secret, so that timing reveals nothing: one hash and two timing-safe comparisons.
 */
export function verifySecret(key: ApiKey | undefined, secret: string, nowMs: number): boolean {
  Bun.SHA256.hash(hashedText(secret, key?.kind), givenSha256);
  const isCurrent = timingSafeEqual(givenSha256, key?.secretSha256 ?? NO_KEY_SHA256);
  const isPrevious = timingSafeEqual(givenSha256, key?.previous?.secretSha256 ?? NO_KEY_SHA256);
  if (key === undefined) {
    return false;
  }
  const isOverlapping = isPrevious && !isPast(key.previous?.until, nowMs);
  return (isCurrent || isOverlapping) && isKeyInForce(key, nowMs);
}

export function isKeyInForce({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean {
  return revokedAt === undefined && !isPast(expiresAt, nowMs);
}

function isPast(time: string | undefined, nowMs: number): boolean {
  return time !== undefined && Date.parse(time) <= nowMs;
}

function checksumOf(random: string): string {
  let rest = Bun.hash.crc32(random);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Minimum, so that the burst of one page load passes even with a key of a low rate. */
export const MIN_VISITOR_RATE_PER_MINUTE = 30;

/**
 * Returns half of the key's rate, at least `MIN_VISITOR_RATE_PER_MINUTE`: one visitor leaves the other half to
 * everybody else.
 */
function defaultVisitorRate(ratePerMinute: number): number {
  return Math.max(MIN_VISITOR_RATE_PER_MINUTE, Math.floor(ratePerMinute / 2));
}

/**
 * Returns the maximum requests per minute of one address with this key; `undefined`: no limit, as for server keys. A
 * link key has a limit only when one was given, because the program that uses it may be one address.
 */
export function visitorRateOf({
  kind,
  ratePerMinute,
  visitorRatePerMinute,
}: Pick<ApiKey, "kind" | "ratePerMinute" | "visitorRatePerMinute">): number | undefined {
  if (kind === "server" || visitorRatePerMinute === "none") {
    return undefined;
  }
  if (kind === "link") {
    return visitorRatePerMinute;
  }
  const rate = visitorRatePerMinute ?? defaultVisitorRate(ratePerMinute);
  return Number.isFinite(rate) ? rate : undefined;
}
