/**
 * Admission control between route and handler: authentication, authorization and limits, in the order of
 * docs/keys.md, "Order of the checks": token, IP, browser method and origin, visitor, rate, quota. Sets the response
 * headers for every decision.
 */
import type { ApiKey } from "../../accounts/api-key.ts";
import { authenticate, authorize } from "../../accounts/authorize.ts";
import type { KeyUsage, LimitState, Visitor } from "../../accounts/counters.ts";
import { approvesOrigin } from "../../accounts/origins.ts";
import { visitorRateOf } from "../../accounts/visitor-rate.ts";
import { type Awaitable, whenReady } from "../../base/awaitable.ts";
import { AppError, ERROR_CODES } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { allowAnyOrigin, allowOrigin, pageOrigin, varyByOrigin } from "./cors.ts";

/** Returns, or resolves, when the handler may run; throws or rejects with the refusal otherwise. */
export function admit(context: Context, { auth }: AnyEndpoint): Awaitable<void> {
  if (auth === "key") {
    return admitKey(context);
  }
  allowAnyOrigin(context);
  return auth === "demo" ? admitDemo(context) : undefined;
}

/**
 * Counts requests of the caller's key, or throws 429. One HTTP request may contain several (messages of a JSON-RPC
 * batch): admission counts the first, the code that parses the batch counts the others.
 */
export function consumeRequests(context: Context, key: ApiKey, requests: number): Awaitable<void> {
  const { counters } = context.services;
  return whenReady(counters.consumeForKey(key, requests, visitorOf(context, key)), (usage) => {
    setUsageHeaders(context, usage);
    if (usage.visitor?.isWithin === false) {
      throw visitorLimited(context, usage.visitor);
    }
    if (!usage.rate.isWithin) {
      throw rateLimited(context, "rate", usage.rate);
    }
    if (!usage.month.isWithin) {
      throw quotaExceeded(context, usage.month);
    }
    context.quotaTaken += requests;
    context.usage = usage;
  });
}

/** Returns the visitor to limit, `undefined` without a visitor limit. Only browser keys are shared by visitors. */
function visitorOf(context: Context, key: ApiKey): Visitor | undefined {
  const limit = visitorRateOf(key);
  return limit === undefined ? undefined : { address: context.clientAddress, limit };
}

const CLIENT_CLOSED = ERROR_CODES.client_closed.status;
/** Statuses that cost no quota: invalid or incomplete requests, and refusals by a handler after requests were taken. */
const FREE_STATUSES: readonly number[] = [400, 403, 422, 429, CLIENT_CLOSED];

/** Returns the quota of a request with a free status. Must run before the response headers are sent. */
export function refundQuota(context: Context, status: number): void {
  const { key, usage, quotaTaken, services } = context;
  if (!FREE_STATUSES.includes(status) || key === undefined || usage === undefined) {
    return;
  }
  context.quotaTaken = 0;
  setQuotaHeaders(context, { ...usage.month, remaining: usage.month.remaining + quotaTaken });
  const returned = services.counters.refundToMonth(key, quotaTaken, usage.month);
  returned?.catch((error: unknown) => logError("quota could not be returned", error));
}

function admitKey(context: Context): Awaitable<void> {
  const authorization = context.request.headers.get("authorization");
  return whenReady(authenticate(context.services.keys, authorization), (key) =>
    key === undefined ? refuseToken(context, authorization) : admitKnownKey(context, key),
  );
}

function admitKnownKey(context: Context, key: ApiKey): Awaitable<void> {
  const { services, request } = context;
  context.key = key;
  const origin = key.kind === "browser" ? allowPageOrigin(context, key) : null;
  const refusal = authorize(key, { method: request.method, origin, address: () => context.clientAddress });
  if (refusal !== undefined) {
    return whenReady(services.counters.peekKey(key), (usage) => {
      setUsageHeaders(context, usage);
      throw refusal;
    });
  }
  return consumeRequests(context, key, 1);
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
function refuseToken(context: Context, authorization: string | null): Awaitable<never> {
  const unauthenticated = new AppError("unauthenticated", "Unauthenticated.");
  if (authorization === null) {
    throw unauthenticated;
  }
  const { counters } = context.services;
  return whenReady(counters.consumeForAddress("failedTokens", context.clientAddress), (attempts) => {
    throw attempts.isWithin ? unauthenticated : rateLimited(context, "failed_tokens", attempts);
  });
}

/**
 * Counts a request without a key against a limit per minute and per day of its address, or throws 429. The headers show
 * the limit that refuses, else the limit per minute.
 */
function admitDemo(context: Context): Awaitable<void> {
  const { counters } = context.services;
  return whenReady(counters.consumeForAddress("demoMinute", context.clientAddress), (minute) => {
    setRateHeaders(context, minute);
    if (!minute.isWithin) {
      throw rateLimited(context, "demo_minute", minute);
    }
    return whenReady(counters.consumeForAddress("demoDay", context.clientAddress), (day) => {
      if (day.isWithin) {
        return;
      }
      setRateHeaders(context, day);
      throw rateLimited(context, "demo_day", day);
    });
  });
}

function rateLimited(context: Context, limit: Context["refusedByLimit"], state: LimitState): AppError {
  context.refusedByLimit = limit;
  return new AppError("rate_limited", "Too Many Attempts.", { headers: retryAfter(state) });
}

function visitorLimited(context: Context, visitor: LimitState): AppError {
  context.refusedByLimit = "visitor";
  setRateHeaders(context, visitor);
  return new AppError("visitor_rate_limited", "Too many requests from this address.", {
    headers: retryAfter(visitor),
  });
}

function quotaExceeded(context: Context, month: LimitState): AppError {
  context.refusedByLimit = "quota";
  return new AppError("quota_exceeded", "Monthly quota exceeded.", { headers: retryAfter(month) });
}

function retryAfter({ resetAtMs }: LimitState): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000))) };
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
function setQuotaHeaders({ headers }: Context, { limit, remaining }: LimitState): void {
  if (limit === Number.POSITIVE_INFINITY) {
    return;
  }
  headers["X-Quota-Limit"] = String(limit);
  headers["X-Quota-Remaining"] = String(remaining);
}
