/**
 * Admission control between route and handler: authentication, authorization and limits, in the order of
 * docs/keys.md, "Order of the checks": token, IP, browser method and origin, visitor, rate, quota. Sets the response
 * headers for every decision.
 */
import { type ApiKey, visitorRateOf } from "../../accounts/api-key.ts";
import { authenticate, authorize, type Caller } from "../../accounts/authorize.ts";
import type { AddressLimit, KeyUsage, LimitState, Visitor } from "../../accounts/counters.ts";
import { findOpenKey } from "../../accounts/open-key.ts";
import { approvesOrigin } from "../../accounts/origins.ts";
import { isPageToken } from "../../accounts/page-session.ts";
import { type Awaitable, whenReady, whenReadyWith } from "../../base/awaitable.ts";
import { AppError, ERROR_CODES } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import { type Admission, type LimitName, WITHOUT_KEY } from "../admission.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { allowAnyOrigin, allowOrigin, pageOrigin, varyByOrigin } from "./cors.ts";

/** Error that refuses a request of a known key or over a limit; carries the decision. */
export class LimitRefusal extends AppError {
  readonly admission: Admission;

  constructor(
    admission: Admission,
    { code, message, details }: Pick<AppError, "code" | "message" | "details">,
  ) {
    super(code, message, details);
    this.admission = admission;
  }
}

/** Returns the decision that lets the handler run; throws or rejects with a Refusal or a 401 otherwise. */
export function admit(context: Context, endpoint: AnyEndpoint): Awaitable<Admission> {
  const { auth } = endpoint;
  if (auth === "key" || auth === "tiles") {
    return admitKey(context, endpoint);
  }
  if (auth === "page") {
    return WITHOUT_KEY;
  }
  if (auth === "files") {
    return admitToFiles(context, endpoint);
  }
  allowAnyOrigin(context);
  return auth === "demo" ? consumeForAddress(context, DEMO_LIMITS, WITHOUT_KEY) : WITHOUT_KEY;
}

/**
 * Admits whoever may begin work on the page for files: holders of a server key, who opened the pages by the link of the
 * server, and others where it is open.
 */
function admitToFiles(context: Context, endpoint: AnyEndpoint): Awaitable<Admission> {
  const { headerToken, services } = context;
  const access = services.files.accessOf(context);
  if (access === "off") {
    throw new AppError("page_closed", "The page for files is off on this server.");
  }
  if (headerToken !== undefined && !isPageToken(headerToken)) {
    return admitKey(context, endpoint);
  }
  if (access === "key" && services.pages.sessions.scopeOf(headerToken ?? "", Date.now()) !== "local") {
    throw new AppError("page_closed", "The page for files needs a server key here.");
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

/** Admits the holder of the key that a token opens, if it opens one. */
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

/** Throws the refusal of a key that may not be used so; the headers show its limits. */
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

/** Returns what the rules of a key check; lets the pages that may use it read the answer. */
function callerOf(context: Context, key: ApiKey): Caller {
  if (key.kind === "link") {
    allowAnyOrigin(context);
  }
  const origin = key.kind === "browser" ? allowPageOrigin(context, key) : null;
  return { method: context.request.method, origin, client: context };
}

/**
 * Admits a request without a key to a foreign interface: by the open key, where that may be used, or on test data. The
 * open key from elsewhere is 401, because another key would help.
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
 * Admits a visitor of the server's own pages: reads only, within limits of the client's address. A visitor's session is
 * for open pages, a local one for this machine.
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

/**
 * Counts requests of the caller's key and returns the decision with them; throws 429 over a limit. One HTTP request may
 * contain several (messages of a JSON-RPC batch): admission counts the first, the code that parses the batch counts the
 * others.
 */
export function consumeRequests(
  context: Context,
  admission: Admission,
  requests: number,
): Awaitable<Admission> {
  const { key } = admission;
  if (key === undefined) {
    return admission;
  }
  const used = context.services.counters.consumeForKey(key, requests, visitorOf(context, key));
  return whenReadyWith(used, admitWithUsage, { context, admission, requests });
}

/** Request whose cost was taken from the limits of its key, as far as they allow it. */
interface Consumption {
  readonly context: Context;
  readonly admission: Admission;
  readonly requests: number;
}

function admitWithUsage(usage: KeyUsage, { context, admission, requests }: Consumption): Admission {
  setUsageHeaders(context, usage);
  assertWithinLimits(context, admission, usage);
  const { key, quotaTaken } = admission;
  return { key, usage, quotaTaken: quotaTaken + requests, refusedByLimit: undefined };
}

/** Returns to the key's quota the whole cost of a request, whatever its answer will be. */
export function returnQuota(context: Context, { key, usage, quotaTaken }: Admission): void {
  if (key === undefined || usage === undefined) {
    return;
  }
  setQuotaHeaders(context, { ...usage.month, remaining: usage.month.remaining + quotaTaken });
  const returned = context.services.counters.refundToMonth(key, quotaTaken, usage.month);
  returned?.catch((error: unknown) => logError("quota could not be returned", error));
}

function assertWithinLimits(context: Context, admission: Admission, usage: KeyUsage): void {
  const { visitor, rate, month } = usage;
  if (visitor?.isWithin === false) {
    setRateHeaders(context, visitor);
    throw limitRefusal("visitor", visitor, admission);
  }
  if (!rate.isWithin) {
    throw limitRefusal("rate", rate, admission);
  }
  if (!month.isWithin) {
    throw limitRefusal("quota", month, admission);
  }
}

/** Returns the visitor to limit, `undefined` without a visitor limit. */
function visitorOf(context: Context, key: ApiKey): Visitor | undefined {
  const limit = visitorRateOf(key);
  return limit === undefined ? undefined : { address: context.clientAddress, limit };
}

const CLIENT_CLOSED = ERROR_CODES.client_closed.status;
/** Statuses that cost no quota: invalid or incomplete requests, and refusals by a handler after requests were taken. */
const FREE_STATUSES: readonly number[] = [400, 403, 413, 415, 422, 429, CLIENT_CLOSED];

/**
 * Returns to the key's quota what a response with a free status took from it. Must run before the response headers are
 * sent.
 */
export function refundQuota(context: Context, admission: Admission, status: number): void {
  if (FREE_STATUSES.includes(status)) {
    returnQuota(context, admission);
  }
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
  const unauthenticated = new AppError("unauthenticated", "Unauthenticated.");
  if (!hasToken) {
    throw unauthenticated;
  }
  const { counters } = context.services;
  return whenReady(counters.consumeForAddress(["failedTokens"], context.clientAddress), ([attempts]) => {
    throw attempts!.isWithin ? unauthenticated : limitRefusal("failed_tokens", attempts!);
  });
}

/** Limits of a client address that a request is counted in, the shortest first. */
type AddressLimits = readonly (AddressLimit & keyof typeof NAMES_OF_LIMITS)[];
const NAMES_OF_LIMITS = {
  demoMinute: "demo_minute",
  demoDay: "demo_day",
  pageMinute: "page_minute",
  pageDay: "page_day",
  tilesMinute: "tiles_minute",
} as const satisfies Partial<Record<AddressLimit, LimitName>>;
const DEMO_LIMITS: AddressLimits = ["demoMinute", "demoDay"];
const PAGE_LIMITS: AddressLimits = ["pageMinute", "pageDay"];
const TILE_LIMITS: AddressLimits = ["tilesMinute"];

/**
 * Counts a request in windows of its client's address and returns the decision, or throws 429. The headers show the
 * window that refuses, else the first one.
 */
function consumeForAddress(
  context: Context,
  limits: AddressLimits,
  admission: Admission,
): Awaitable<Admission> {
  return whenReady(context.services.counters.consumeForAddress(limits, context.clientAddress), (states) => {
    const last = states.at(-1)!;
    setRateHeaders(context, last.isWithin ? states[0]! : last);
    if (!last.isWithin) {
      throw limitRefusal(NAMES_OF_LIMITS[limits[states.length - 1]!], last, admission);
    }
    return admission;
  });
}

const RATE_LIMITED = { code: "rate_limited", message: "Too Many Attempts." } as const;
const ERROR_OF_LIMIT = {
  rate: RATE_LIMITED,
  visitor: { code: "visitor_rate_limited", message: "Too many requests from this address." },
  quota: { code: "quota_exceeded", message: "Monthly quota exceeded." },
  demo_minute: RATE_LIMITED,
  demo_day: RATE_LIMITED,
  failed_tokens: RATE_LIMITED,
  page_minute: RATE_LIMITED,
  page_day: RATE_LIMITED,
  tiles_minute: RATE_LIMITED,
} as const satisfies Record<LimitName, Pick<AppError, "code" | "message">>;

/** Returns the 429 of a limit. What the request took before stays in the decision, so that it can be refunded. */
export function limitRefusal(limit: LimitName, state: LimitState, admission = WITHOUT_KEY): LimitRefusal {
  const details = { headers: retryAfter(state) };
  return new LimitRefusal({ ...admission, refusedByLimit: limit }, { ...ERROR_OF_LIMIT[limit], details });
}

function setUsageHeaders(context: Context, { rate, month }: KeyUsage): void {
  setRateHeaders(context, rate);
  setQuotaHeaders(context, month);
}

/** Sets the rate headers; none for a key without a rate. */
function setRateHeaders({ headers }: Context, { limit, remaining, resetAtMs }: LimitState): void {
  if (limit === Number.POSITIVE_INFINITY) {
    return;
  }
  headers["X-RateLimit-Limit"] = String(limit);
  headers["X-RateLimit-Remaining"] = String(remaining);
  headers["X-RateLimit-Reset"] = String(Math.ceil(resetAtMs / 1000));
}

/** Sets the quota headers; none for a key without a quota. */
export function setQuotaHeaders({ headers }: Context, { limit, remaining }: LimitState): void {
  if (limit === Number.POSITIVE_INFINITY) {
    return;
  }
  headers["X-Quota-Limit"] = String(limit);
  headers["X-Quota-Remaining"] = String(remaining);
}

/** Returns the header with the seconds until a limit resets. */
function retryAfter({ resetAtMs }: LimitState): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000))) };
}
