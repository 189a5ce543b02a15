/**
 * Admission control between route and handler: authentication, authorization and limits, in the order of
 * docs/keys.md, "Order of the checks": token, IP, browser method and origin, visitor, rate, quota. Sets the response
 * headers for every decision.
 */
import type { ApiKey } from "../../accounts/api-key.ts";
import { authenticate, authorize, type Caller, unauthenticated } from "../../accounts/authorize.ts";
import { findOpenKey } from "../../accounts/open-key.ts";
import { approvesOrigin } from "../../accounts/origins.ts";
import { isPageToken } from "../../accounts/page-session.ts";
import { type Awaitable, whenReady, whenReadyWith } from "../../base/awaitable.ts";
import { AppError } from "../../base/errors.ts";
import { type Admission, WITHOUT_KEY } from "../admission.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { admitToSession, assertPageOn, refusalWithoutKey } from "./admit-session.ts";
import { allowAnyOrigin, allowOrigin, assertOwnPage, pageOrigin, varyByOrigin } from "./cors.ts";
import {
  consumeForAddress,
  consumeRequests,
  DEMO_LIMITS,
  LimitRefusal,
  limitRefusal,
  PAGE_LIMITS,
  setUsageHeaders,
  TILE_LIMITS,
} from "./limits.ts";

/** Returns the decision that lets the handler run; throws or rejects with a Refusal or a 401 otherwise. */
export function admit(context: Context, endpoint: AnyEndpoint): Awaitable<Admission> {
  const { auth } = endpoint;
  if (auth === "key" || auth === "tiles") {
    return admitKey(context, endpoint);
  }
  if (auth === "demo" || auth === "none") {
    allowAnyOrigin(context);
    return auth === "demo" ? consumeForAddress(context, DEMO_LIMITS, WITHOUT_KEY) : WITHOUT_KEY;
  }
  assertOwnPage(context);
  switch (auth) {
    case "page":
      return WITHOUT_KEY;
    case "view":
      return admitToView(context);
    case "files":
      return admitToFiles(context, endpoint);
    case "ticket":
      return consumeForAddress(context, ["pageMinute"], WITHOUT_KEY);
    default:
      return admitToSession(context, auth);
  }
}

/**
 * Admits every request to a page. Where the pages are open, a request with a query counts against the page limits of
 * the address, like requests of a page session.
 */
function admitToView(context: Context): Awaitable<Admission> {
  const { services, target } = context;
  const isCounted = target.query !== "" && services.pages.isOpen(services.registry.current());
  return isCounted ? consumeForAddress(context, PAGE_LIMITS, WITHOUT_KEY) : WITHOUT_KEY;
}

/**
 * Admits requests that may start work on the page for files: from holders of a server key, from users of the server's
 * login link, and from everyone where the page is open.
 */
function admitToFiles(context: Context, endpoint: AnyEndpoint): Awaitable<Admission> {
  const { headerToken } = context;
  assertPageOn(context);
  if (headerToken !== undefined && !isPageToken(headerToken)) {
    return admitKey(context, endpoint);
  }
  const refusal = refusalWithoutKey(context);
  if (refusal !== undefined) {
    throw refusal;
  }
  return consumeForAddress(context, PAGE_LIMITS, WITHOUT_KEY);
}

function admitKey(context: Context, endpoint: AnyEndpoint): Awaitable<Admission> {
  const { headerToken } = context;
  const urlToken = headerToken === undefined ? context.urlToken : undefined;
  const token = headerToken ?? urlToken;
  if (token === undefined) {
    return endpoint.foreign === undefined ? refuseToken(context, false) : admitWithoutKey(context);
  }
  if (isPageToken(token)) {
    return admitPageSession(context, endpoint, token);
  }
  const presented = { context, endpoint, isInUrl: urlToken !== undefined };
  return whenReadyWith(authenticate(context.services.keys, token), admitKnownKey, presented);
}

/** Request with a token, and how that was sent. */
interface WithToken {
  readonly context: Context;
  readonly endpoint: AnyEndpoint;
  readonly isInUrl: boolean;
}

/** Admits the holder of the key that a token opens; refuses a token that opens no key. */
function admitKnownKey(
  key: ApiKey | undefined,
  { context, endpoint, isInUrl }: WithToken,
): Awaitable<Admission> {
  if (key === undefined) {
    return refuseToken(context, true);
  }
  const refusal = isInUrl && key.kind === "server" ? KEY_IN_URL : authorize(key, callerOf(context, key));
  const admission = { ...WITHOUT_KEY, key };
  if (refusal !== undefined) {
    return refuseKey(context, admission, refusal);
  }
  return endpoint.auth === "tiles"
    ? consumeForAddress(context, TILE_LIMITS, admission)
    : consumeRequests(context, admission, 1);
}

/** Throws the refusal of a known key. The headers show the limits of the key. */
function refuseKey(
  context: Context,
  admission: Admission & { readonly key: ApiKey },
  refusal: AppError,
): Awaitable<never> {
  return whenReady(context.services.counters.peekKey(admission.key), (usage) => {
    setUsageHeaders(context, usage);
    throw new LimitRefusal(admission, refusal);
  });
}

/** Returns the facts that the rules of a key check. Sets the CORS headers for pages that may use the key. */
function callerOf(context: Context, key: ApiKey): Caller {
  if (key.kind === "link") {
    allowAnyOrigin(context);
  }
  const origin = key.kind === "browser" ? allowPageOrigin(context, key) : null;
  return { method: context.request.method, origin, client: context };
}

/**
 * Admits a request without a key to a foreign interface: by the open key where it may be used, or on test data. Where
 * the open key may not be used: 401, because another key would help.
 */
function admitWithoutKey(context: Context): Awaitable<Admission> {
  const { services } = context;
  const { openAccess, keys, registry } = services;
  const key = findOpenKey(keys, openAccess.key);
  if (key !== undefined && authorize(key, callerOf(context, key)) === undefined) {
    return consumeRequests(context, { ...WITHOUT_KEY, key }, 1);
  }
  if (!openAccess.isOpen(registry.current())) {
    return refuseToken(context, false);
  }
  allowAnyOrigin(context);
  return consumeForAddress(context, PAGE_LIMITS, WITHOUT_KEY);
}

const KEY_IN_URL = new AppError(
  "key_in_url",
  "A server key must not be in a URL. Send it as Authorization: Bearer, and rotate it.",
);

/**
 * Admits a visitor of the server's own pages: reads only, within limits of the client's address. A visitor's session
 * works while the pages are open, a local session only on this machine.
 */
function admitPageSession(context: Context, { auth }: AnyEndpoint, token: string): Awaitable<Admission> {
  const { pages, registry } = context.services;
  const scope = pages.sessions.scopeOf(token, Date.now());
  const isAdmitted = scope === "local" ? context.isLocal : scope && pages.isOpen(registry.current());
  if (!isAdmitted) {
    return refuseToken(context, true);
  }
  if (context.request.method !== "GET" && context.request.method !== "HEAD") {
    throw new AppError("key_read_only", "The session of a page is read-only. Use an API key.");
  }
  const limits = auth === "tiles" ? TILE_LIMITS : PAGE_LIMITS;
  return consumeForAddress(context, limits, { ...WITHOUT_KEY, isPageSession: true });
}

/** Lets a page of an approved origin read the response; returns the origin of the page. */
function allowPageOrigin(context: Context, key: ApiKey): string | null {
  varyByOrigin(context);
  const originHeader = context.request.headers.get("origin");
  if (originHeader !== null && approvesOrigin(key.origins, originHeader)) {
    allowOrigin(context, originHeader);
  }
  return pageOrigin(context);
}

/** Throws 401, or 429 after too many wrong tokens from one network. A request without a token is not counted. */
function refuseToken(context: Context, hasToken: boolean): Awaitable<never> {
  if (!hasToken) {
    throw unauthenticated();
  }
  const { counters } = context.services;
  return whenReady(counters.consumeForAddress(["failedTokens"], context.clientAddress), ([attempts]) => {
    throw attempts!.isWithin ? unauthenticated() : limitRefusal("failed_tokens", attempts!);
  });
}
