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
  /** Token of the link that opens a local session; only who reads the greeting of the process knows it. */
  readonly linkToken: string;
  /** Returns a local session for the token of the link, once in the life of the process; undefined otherwise. */
  useLink(linkToken: string, nowMs: number): PageSession | undefined;
}

/**
 * `visitor`: anybody, where the pages are open. `local`: who followed the link that `serve` printed, from this machine
 * alone, also where the pages need a key.
 */
type SessionScope = "visitor" | "local";

export interface PageSession {
  readonly token: string;
  readonly expiresAtMs: number;
}

/** Memory that the threads of a process share. */
export interface PageMemory {
  readonly secret: Uint8Array;
  /** One 32-bit word: 1 when the link has been used. */
  readonly usedLinks: SharedArrayBuffer;
}

/** A local session lasts as long as the process, for a month at most: its link opens no second one. */
export const SESSION_MS = { visitor: 3_600_000, local: 30 * 86_400_000 } as const;
const PREFIX = "page|";
const SECRET_BYTES = 32;

export function createPageMemory(): PageMemory {
  return { secret: new Uint8Array(randomBytes(SECRET_BYTES)), usedLinks: new SharedArrayBuffer(4) };
}

/** Returns true when a token has the form of a page session; API keys begin with a number. */
export function isPageToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

export function openPageSessions({ secret, usedLinks }: PageMemory): PageSessions {
  const sign = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");
  const used = new Int32Array(usedLinks);
  const linkToken = sign("link");
  const issue = (scope: SessionScope, nowMs: number) => {
    const expiresAtMs = nowMs + SESSION_MS[scope];
    const signed = `${scope}.${expiresAtMs.toString(36)}`;
    return { token: `${PREFIX}${signed}.${sign(signed)}`, expiresAtMs };
  };
  return {
    issue,
    scopeOf(token, nowMs) {
      const [scope = "", expiry = "", signature = ""] = token.slice(PREFIX.length).split(".");
      const isCurrent = isEqual(signature, sign(`${scope}.${expiry}`)) && Number.parseInt(expiry, 36) > nowMs;
      return isCurrent ? (scope as SessionScope) : undefined;
    },
    linkToken,
    useLink(given, nowMs) {
      const isFirst = isEqual(given, linkToken) && Atomics.compareExchange(used, 0, 0, 1) === 0;
      return isFirst ? issue("local", nowMs) : undefined;
    },
  };
}

/** Compares in a time that does not depend on how much of the text is right. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
