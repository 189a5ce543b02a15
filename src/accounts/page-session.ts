import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Sessions of the server's own pages, for visitors without a key. A token is `page|<expiry>.<signature>`: the expiry in
 * milliseconds since 1970, in base 36, signed with HMAC-SHA-256 under a secret that the threads of one process share.
 * Nothing is stored; what a session may do is limited by client address (counters.ts).
 */
export interface PageSessions {
  /** Returns a new token and the time at which it expires. */
  issue(nowMs: number): { token: string; expiresAtMs: number };
  /** Returns true for a token that this process issued and that has not expired. */
  isValid(token: string, nowMs: number): boolean;
}

export const PAGE_SESSION_MS = 3_600_000;
const PREFIX = "page|";
const SECRET_BYTES = 32;

export function createPageSecret(): Uint8Array {
  return new Uint8Array(randomBytes(SECRET_BYTES));
}

/** Returns true when a token has the form of a page session; API keys begin with a number. */
export function isPageToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

export function openPageSessions(secret: Uint8Array): PageSessions {
  const sign = (expiry: string) => createHmac("sha256", secret).update(expiry).digest("base64url");
  return {
    issue(nowMs) {
      const expiresAtMs = nowMs + PAGE_SESSION_MS;
      const expiry = expiresAtMs.toString(36);
      return { token: `${PREFIX}${expiry}.${sign(expiry)}`, expiresAtMs };
    },
    isValid(token, nowMs) {
      const [expiry = "", signature = ""] = token.slice(PREFIX.length).split(".");
      const expected = Buffer.from(sign(expiry));
      const given = Buffer.from(signature);
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
      return isSigned && Number.parseInt(expiry, 36) > nowMs;
    },
  };
}
