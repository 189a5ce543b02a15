/** Login, logout and the session that every other request needs. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { networkOf } from "../../../accounts/ip-address.ts";
import { AppError } from "../../../base/errors.ts";
import { logInfo, logWarning } from "../../../base/log.ts";
import { readJsonBody } from "../../../http/parameters/body.ts";
import { MAX_BODY_BYTES } from "../../../http/pipeline/request-handler.ts";
import { jsonResponse } from "./api.ts";
import { refusalFor } from "./refuse.ts";
import type { AdminSite } from "./site.ts";

/** Session as the pages know it. */
export interface OperatorSession {
  readonly endsAt: string;
  /** Name in log and audit; opens nothing. */
  readonly name: string;
  /** URL of the public interface, for the example of a new key. */
  readonly publicUrl: string;
}

/** Header of requests that a page sends by itself: they do not prolong the session. */
const BACKGROUND_HEADER = "x-background";

const loginBody = z.object({ token: z.string().max(1_000) });
const logoutBody = z.object({ everywhere: z.boolean().default(false) });

/**
 * Wrong tokens of one network, in a window of a minute from the first one. Once the limit is reached, no token from
 * there is tried, not even the right one, until the window ends. There is no limit for all networks together: it would
 * let anyone lock the operator out, and the token is too long to be guessed.
 */
export const LOGIN_LIMITS = { perNetwork: 5, windowMs: 60_000 } as const;

interface LoginOptions {
  readonly token: string;
  readonly clock: () => number;
  /** Maximum number of networks with a window; a further one ends the window whose last failure is oldest. */
  readonly maxNetworks?: number;
}

interface Window {
  readonly startMs: number;
  readonly failures: number;
}

export class Login {
  readonly #sessions: Sessions;
  readonly #tokenSha256: Uint8Array;
  readonly #clock: () => number;
  readonly #maxNetworks: number;
  /** Wrong tokens by network, in the order of their last one. */
  readonly #failures = new Map<string, Window>();

  constructor({ token, clock, maxNetworks = 10_000 }: LoginOptions) {
    this.#sessions = new Sessions(clock);
    this.#tokenSha256 = sha256(token);
    this.#clock = clock;
    this.#maxNetworks = maxNetworks;
  }

  /** Begins a session for the right token. Throws 401 for a wrong one, and 429 for any after too many wrong ones. */
  async logIn(request: Request, site: AdminSite, address: string): Promise<Response> {
    assertAllowsSessions(site);
    const body = loginBody.safeParse(await readJsonBody(request, MAX_BODY_BYTES));
    const network = networkOf(address).join();
    const window = this.#windowOf(network);
    const isRight = timingSafeEqual(sha256(body.data?.token.trim() ?? ""), this.#tokenSha256);
    if (!isRight) {
      this.#countFailure(network, window);
      logWarning("a login to the operator's pages failed: wrong token", { address });
      throw refusalFor("wrong_token", "unauthenticated", "This is not the token.");
    }
    this.#sessions.end(sessionIdOf(request, site));
    const { id, name } = this.#sessions.begin();
    logInfo("the operator logged in", { address, session: name });
    return jsonResponse({}, 200, { "Set-Cookie": `${site.cookie.name}=${id}; ${site.cookie.attributes}` });
  }

  async logOut(request: Request, site: AdminSite): Promise<Response> {
    this.requireSession(request, site);
    const body = logoutBody.safeParse(await readJsonBody(request, MAX_BODY_BYTES));
    if (!body.success) {
      throw new AppError("validation_failed", "`everywhere` must be true or false.");
    }
    if (body.data.everywhere) {
      this.#sessions.endAll();
    } else {
      this.#sessions.end(sessionIdOf(request, site));
    }
    const expired = `${site.cookie.name}=; ${site.cookie.attributes}; Max-Age=0`;
    return jsonResponse({}, 200, { "Set-Cookie": expired });
  }

  /** Returns the session of a request; throws 401 without one. */
  requireSession(request: Request, site: AdminSite): Pick<OperatorSession, "endsAt" | "name"> {
    assertAllowsSessions(site);
    const isUse = !request.headers.has(BACKGROUND_HEADER);
    const session = this.#sessions.find(sessionIdOf(request, site), isUse);
    if (session === undefined) {
      throw new AppError("unauthenticated", "Log in first; the session may have ended.");
    }
    return { endsAt: new Date(expiryOf(session)).toISOString(), name: session.name };
  }

  #countFailure(network: string, { startMs, failures }: Window): void {
    this.#failures.delete(network);
    if (this.#failures.size >= this.#maxNetworks) {
      this.#failures.delete(this.#failures.keys().next().value!);
    }
    this.#failures.set(network, { startMs, failures: failures + 1 });
  }

  /**
   * Returns the window of a network; a new one where none is or the last one has ended. Throws 429 while its limit is
   * reached.
   */
  #windowOf(network: string): Window {
    const window = this.#failures.get(network);
    const now = this.#clock();
    if (window === undefined || Math.abs(now - window.startMs) >= LOGIN_LIMITS.windowMs) {
      return { startMs: now, failures: 0 };
    }
    if (window.failures < LOGIN_LIMITS.perNetwork) {
      return window;
    }
    const seconds = Math.ceil((window.startMs + LOGIN_LIMITS.windowMs - now) / 1000);
    const message = `Too many wrong tokens. Try again in ${seconds} seconds.`;
    throw refusalFor("many_wrong_tokens", "rate_limited", message, {
      headers: { "Retry-After": String(seconds) },
    });
  }
}

function assertAllowsSessions({ allowsSessions }: AdminSite): void {
  if (allowsSessions) {
    return;
  }
  throw refusalFor(
    "plain_http",
    "origin_not_allowed",
    "Logins over plain HTTP are for this machine only: use an SSH tunnel, a proxy with https and --admin-url, or --admin-insecure on.",
  );
}

/** Returns the id in the site's cookie; empty without one. */
function sessionIdOf({ headers }: Request, { cookie }: AdminSite): string {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookie.name}=`))?.slice(cookie.name.length + 1) ?? "";
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** A session ends after this long without use, and this long after its login. */
export const IDLE_MS = 30 * 60_000;
export const ABSOLUTE_MS = 12 * 3_600_000;
/** Maximum number of sessions; a further login ends the one that was used least recently. */
export const MAX_SESSIONS = 100;

const ID_BYTES = 32;
const NAME_BYTES = 4;

interface Session {
  /** Name in log and audit; opens nothing. */
  readonly name: string;
  readonly createdAtMs: number;
  readonly usedAtMs: number;
}

class Sessions {
  /** By the hash of the id, least recently used first. */
  readonly #sessions = new Map<string, Session>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Begins a session; returns its name, and its id, which only the browser keeps. */
  begin(): { readonly id: string; readonly name: string } {
    const id = randomBytes(ID_BYTES).toString("base64url");
    const name = randomBytes(NAME_BYTES).toString("hex");
    const now = this.#clock();
    for (const key of this.#sessions.keys()) {
      if (this.#sessions.size < MAX_SESSIONS) {
        break;
      }
      this.#sessions.delete(key);
    }
    this.#sessions.set(hashOf(id), { name, createdAtMs: now, usedAtMs: now });
    return { id, name };
  }

  /** Returns the session unless it has ended. `isUse`: the operator acts, so the idle time starts again. */
  find(id: string, isUse: boolean): Session | undefined {
    const key = hashOf(id);
    const session = this.#sessions.get(key);
    const now = this.#clock();
    if (session === undefined || expiryOf(session) <= now) {
      this.#sessions.delete(key);
      return undefined;
    }
    if (!isUse) {
      return session;
    }
    const used = { ...session, usedAtMs: now };
    this.#sessions.delete(key);
    this.#sessions.set(key, used);
    return used;
  }

  end(id: string): void {
    this.#sessions.delete(hashOf(id));
  }

  endAll(): void {
    this.#sessions.clear();
  }
}

/** Returns the moment at which a session ends when it is not used again. */
function expiryOf({ createdAtMs, usedAtMs }: Session): number {
  return Math.min(usedAtMs + IDLE_MS, createdAtMs + ABSOLUTE_MS);
}

/** Hashes an id: looking up a hash takes as long for a nearly right id as for any other. */
function hashOf(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
