/** Login, logout and the session that every other request needs. */
import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { logInfo, logWarning } from "../base/log.ts";
import type { SessionAnswer } from "./answers.ts";
import { jsonResponse, readJson } from "./api.ts";
import { FailedLogins } from "./failed-logins.ts";
import { expiryOf, Sessions } from "./sessions.ts";
import type { Site } from "./site.ts";

interface LoginOptions {
  readonly token: string;
  readonly clock: () => number;
}

/** Header of requests that a page sends by itself: they do not prolong the session. */
const BACKGROUND_HEADER = "x-background";

const loginBody = z.object({ token: z.string().max(1_000) });
const logoutBody = z.object({ everywhere: z.boolean().default(false) });

export class Login {
  readonly #sessions: Sessions;
  readonly #failures: FailedLogins;
  readonly #tokenSha256: Uint8Array;

  constructor({ token, clock }: LoginOptions) {
    this.#sessions = new Sessions(clock);
    this.#failures = new FailedLogins(clock);
    this.#tokenSha256 = sha256(token);
  }

  /** Begins a session for the right token. Throws 401 for a wrong one, and 429 for any after too many wrong ones. */
  async logIn(request: Request, site: Site, address: string): Promise<Response> {
    assertAllowsSessions(site);
    const body = loginBody.safeParse(await readJson(request));
    this.#assertMayTry(address);
    const isRight = timingSafeEqual(sha256(body.data?.token.trim() ?? ""), this.#tokenSha256);
    if (!isRight) {
      this.#failures.count(address);
      logWarning("a login to the operator's pages failed: wrong token", { address });
      throw new AppError("unauthenticated", "This is not the token.");
    }
    this.#sessions.end(sessionIdOf(request, site));
    const { id, name } = this.#sessions.begin();
    logInfo("the operator logged in", { address, session: name });
    return jsonResponse({}, 200, { "Set-Cookie": `${site.cookie.name}=${id}; ${site.cookie.attributes}` });
  }

  async logOut(request: Request, site: Site): Promise<Response> {
    this.requireSession(request, site);
    const body = logoutBody.safeParse(await readJson(request));
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
  requireSession(request: Request, site: Site): Pick<SessionAnswer, "endsAt" | "name"> {
    assertAllowsSessions(site);
    const isUse = !request.headers.has(BACKGROUND_HEADER);
    const session = this.#sessions.find(sessionIdOf(request, site), isUse);
    if (session === undefined) {
      throw new AppError("unauthenticated", "Log in first; the session may have ended.");
    }
    return { endsAt: new Date(expiryOf(session)).toISOString(), name: session.name };
  }

  #assertMayTry(address: string): void {
    const waitMs = this.#failures.waitMs(address);
    if (waitMs <= 0) {
      return;
    }
    const seconds = Math.ceil(waitMs / 1000);
    throw new AppError("rate_limited", `Too many wrong tokens. Try again in ${seconds} seconds.`, {
      headers: { "Retry-After": String(seconds) },
      extra: { retryAfterS: seconds },
    });
  }
}

function assertAllowsSessions({ allowsSessions }: Site): void {
  if (allowsSessions) {
    return;
  }
  throw new AppError(
    "origin_not_allowed",
    "Logins over plain HTTP are for this machine only: use an SSH tunnel, a proxy with https and --admin-url, or --admin-insecure on.",
    { extra: { reason: "plain_http" } },
  );
}

/** Returns the id in the site's cookie; empty without one. */
function sessionIdOf({ headers }: Request, { cookie }: Site): string {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${cookie.name}=`))?.slice(cookie.name.length + 1) ?? "";
}

function sha256(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
