import { randomInt, timingSafeEqual } from "node:crypto";

/** `server`: full access from a back end. `browser`: read-only, from approved origins. */
export const KEY_KINDS = ["server", "browser"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** A key as stored: the secret itself exists only in the token that was shown once. */
export interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly kind: KeyKind;
  /** SHA-256 of the secret; enough for 238 random bits, so no slow hash per request. */
  readonly secretSha256: Uint8Array;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/**
 * The secret half of a token: `bkn_`, 40 random base62 characters and the CRC-32 of those 40 in six base62
 * characters, by which secret scanners recognise a leaked token without asking us.
 */
const PREFIX = "bkn_";
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

export function createSecret(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(62)]).join("");
  return PREFIX + random + checksumOf(random);
}

/** Whether a secret has our form and its checksum is right; says nothing about whether it opens anything. */
export function isSecretWellFormed(secret: string): boolean {
  const random = secret.slice(PREFIX.length, -CHECKSUM_LENGTH);
  const isForm = secret.startsWith(PREFIX) && random.length === RANDOM_LENGTH;
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

/** Whether the secret opens the key. An unknown key costs the same comparison as a wrong secret. */
export function matchesSecret(key: ApiKey | undefined, secret: string): boolean {
  Bun.SHA256.hash(secret, givenSha256);
  const isEqual = timingSafeEqual(givenSha256, key?.secretSha256 ?? NO_KEY_SHA256);
  return isEqual && key !== undefined;
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
