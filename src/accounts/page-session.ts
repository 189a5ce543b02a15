import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Sessions of the server's own pages, for visitors without a key. A token is `page|<scope>.<expiry>.<signature>`: the
 * expiry in milliseconds since 1970, in base 36; scope and expiry are signed with HMAC-SHA-256 under a secret that the
 * threads of one process share. Nothing is stored; what a session may do is limited by client address (counters.ts).
 */
export interface PageSessions {
  /** Returns a new token and the time at which it expires. */
  issue(scope: SessionScope, nowMs: number): PageSession;
  /** Returns the scope of a token that this process issued and that has not expired; undefined for any other. */
  scopeOf(token: string, nowMs: number): SessionScope | undefined;
}

/**
 * `visitor`: anybody, where the pages are open. `local`: the user of a login link (login-link.ts), only from this
 * machine, also where the pages need a key.
 */
type SessionScope = "visitor" | "local";

export interface PageSession {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** A local session lasts as long as the process, for a month at most. */
export const SESSION_MS = { visitor: 3_600_000, local: 30 * 86_400_000 } as const;
const PREFIX = "page|";
const SECRET_BYTES = 32;

/** Returns the secret that the threads of a process share. */
export function createPageSecret(): Uint8Array {
  return new Uint8Array(randomBytes(SECRET_BYTES));
}

/** Returns true when a token has the form of a page session; API keys begin with a number. */
export function isPageToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

export function openPageSessions(secret: Uint8Array): PageSessions {
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  return {
    issue(scope, nowMs) {
      const expiresAtMs = nowMs + SESSION_MS[scope];
      const signed = `${scope}.${expiresAtMs.toString(36)}`;
      return { token: `${PREFIX}${signed}.${sign(signed)}`, expiresAtMs };
    },
    scopeOf(token, nowMs) {
      const [scope = "", expiry = "", signature = ""] = token.slice(PREFIX.length).split(".");
      const isCurrent = isEqual(signature, sign(`${scope}.${expiry}`)) && Number.parseInt(expiry, 36) > nowMs;
      return isCurrent ? (scope as SessionScope) : undefined;
    },
  };
}

/** Compares in a time that does not depend on how much of the text is right. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
