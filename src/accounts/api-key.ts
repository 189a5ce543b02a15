import { randomInt, timingSafeEqual } from "node:crypto";
import { SECRET_PREFIX } from "../base/redact.ts";

/** `server`: full access from a back end. `browser`: read-only, from approved origins. */
export const KEY_KINDS = ["server", "browser"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const DEFAULT_RATE_PER_MINUTE = 60;

/** What the owner of the service may choose for a key, and change later. */
export interface KeySettings {
  readonly name: string;
  /** Infinity: as many as this machine answers. */
  readonly ratePerMinute: number;
  /** Of a browser key, for each client address; `undefined`: by the rate (visitor-rate.ts). */
  readonly visitorRatePerMinute: number | "none" | undefined;
  /** Requests in a calendar month; `undefined`: as many as the rate allows. */
  readonly monthlyQuota: number | undefined;
  /** Approved origins of a browser key, as parseOriginPattern gives them. */
  readonly origins: readonly string[];
  /** Addresses and CIDR ranges the key may be used from, as parseIpRange gives them; none: from everywhere. */
  readonly ipRanges: readonly string[];
  /** ISO 8601, UTC: the first moment at which the key is refused. */
  readonly expiresAt: string | undefined;
}

/** A key as stored: the secret itself exists only in the token that was shown once. */
export interface ApiKey extends KeySettings {
  readonly id: number;
  readonly kind: KeyKind;
  /** SHA-256 of the secret; enough for 238 random bits, so no slow hash per request. */
  readonly secretSha256: Uint8Array;
  /** The secret before the last rotation, while it still opens the key. */
  readonly previous: { readonly secretSha256: Uint8Array; readonly until: string } | undefined;
  /** ISO 8601, UTC, as every time of a key. */
  readonly createdAt: string;
  readonly revokedAt: string | undefined;
}

/**
 * The secret half of a token: `bkn_`, 40 random base62 characters and the CRC-32 of those 40 in six base62
 * characters, by which secret scanners recognise a leaked token without asking us.
 */
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function createSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join("");
  return SECRET_PREFIX + random + checksumOf(random);
}

/** Whether a secret has our form and its checksum is right; says nothing about whether it opens anything. */
export function isSecretWellFormed(secret: string): boolean {
  const random = secret.slice(SECRET_PREFIX.length, -CHECKSUM_LENGTH);
  const isForm = secret.startsWith(SECRET_PREFIX) && random.length === RANDOM_LENGTH;
  return isForm && secret.slice(-CHECKSUM_LENGTH) === checksumOf(random);
}

/** The token a client sends: `<id>|<secret>`. */
export function formatToken(id: number, secret: string): string {
  return `${id}|${secret}`;
}

/** Splits at the first `|`. A text without a numeric id gives `undefined`. */
export function parseToken(token: string): { id: number; secret: string } | undefined {
  const bar = token.indexOf("|");
  const id = token.slice(0, Math.max(bar, 0));
  if (!/^\d{1,15}$/.test(id)) return undefined;
  return { id: Number(id), secret: token.slice(bar + 1) };
}

export function hashSecret(secret: string): Uint8Array {
  return Bun.SHA256.hash(secret, new Uint8Array(32)) as Uint8Array;
}

const NO_KEY_SHA256 = new Uint8Array(32);
/** Used again by every comparison: making typed arrays costs more than the hash. */
const givenSha256 = new Uint8Array(32);

/**
 * Whether the secret opens the key at that moment. Unknown, revoked and expired keys cost the same as a wrong
 * secret: one hash and two comparisons.
 */
export function opensKey(key: ApiKey | undefined, secret: string, nowMs: number): boolean {
  Bun.SHA256.hash(secret, givenSha256);
  const isCurrent = timingSafeEqual(givenSha256, key?.secretSha256 ?? NO_KEY_SHA256);
  const isPrevious = timingSafeEqual(givenSha256, key?.previous?.secretSha256 ?? NO_KEY_SHA256);
  if (key === undefined) return false;
  const isOverlapping = isPrevious && !isPast(key.previous?.until, nowMs);
  return (isCurrent || isOverlapping) && isInForce(key, nowMs);
}

export function isInForce({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean {
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
