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
import { type Admission, type LimitName, WITHOUT_KEY } from "../admission.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { allowAnyOrigin, allowOrigin, pageOrigin, varyByOrigin } from "./cors.ts";
import { retryAfter, setQuotaHeaders, setRateHeaders, setUsageHeaders } from "./limit-headers.ts";

/** Error that refuses a request of a known key or over a limit; carries the decision. */
export class Refusal extends AppError {
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
export function admit(context: Context, { auth }: AnyEndpoint): Awaitable<Admission> {
  if (auth === "key") {
    return admitKey(context);
  }
  allowAnyOrigin(context);
  return auth === "demo" ? admitDemo(context) : WITHOUT_KEY;
}

function admitKey(context: Context): Awaitable<Admission> {
  const authorization = context.request.headers.get("authorization");
  return whenReady(authenticate(context.services.keys, authorization), (key) =>
    key === undefined ? refuseToken(context, authorization) : admitKnownKey(context, key),
  );
}

function admitKnownKey(context: Context, key: ApiKey): Awaitable<Admission> {
  const { services, request } = context;
  const admission = { ...WITHOUT_KEY, key };
  const origin = key.kind === "browser" ? allowPageOrigin(context, key) : null;
  const refusal = authorize(key, { method: request.method, origin, address: () => context.clientAddress });
  if (refusal !== undefined) {
    return whenReady(services.counters.peekKey(key), (usage) => {
      setUsageHeaders(context, usage);
      throw new Refusal(admission, refusal);
    });
  }
  return consumeRequests(context, admission, 1);
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
  const { counters } = context.services;
  return whenReady(counters.consumeForKey(key, requests, visitorOf(context, key)), (usage) => {
    setUsageHeaders(context, usage);
    assertWithinLimits(context, admission, usage);
    return { key, usage, quotaTaken: admission.quotaTaken + requests, refusedByLimit: undefined };
  });
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

/** Returns the visitor to limit, `undefined` without a visitor limit. Only browser keys are shared by visitors. */
function visitorOf(context: Context, key: ApiKey): Visitor | undefined {
  const limit = visitorRateOf(key);
  return limit === undefined ? undefined : { address: context.clientAddress, limit };
}

const CLIENT_CLOSED = ERROR_CODES.client_closed.status;
/** Statuses that cost no quota: invalid or incomplete requests, and refusals by a handler after requests were taken. */
const FREE_STATUSES: readonly number[] = [400, 403, 422, 429, CLIENT_CLOSED];

/**
 * Returns to the key's quota what a response with a free status took from it. Must run before the response headers are
 * sent.
 */
export function refundQuota(context: Context, { key, usage, quotaTaken }: Admission, status: number): void {
  if (!FREE_STATUSES.includes(status) || key === undefined || usage === undefined) {
    return;
  }
  setQuotaHeaders(context, { ...usage.month, remaining: usage.month.remaining + quotaTaken });
  const returned = context.services.counters.refundToMonth(key, quotaTaken, usage.month);
  returned?.catch((error: unknown) => logError("quota could not be returned", error));
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
    throw attempts.isWithin ? unauthenticated : limitRefusal("failed_tokens", attempts);
  });
}

/**
 * Counts a request without a key against a limit per minute and per day of its address, or throws 429. The headers show
 * the limit that refuses, else the limit per minute.
 */
function admitDemo(context: Context): Awaitable<Admission> {
  const { counters } = context.services;
  return whenReady(counters.consumeForAddress("demoMinute", context.clientAddress), (minute) => {
    setRateHeaders(context, minute);
    if (!minute.isWithin) {
      throw limitRefusal("demo_minute", minute);
    }
    return whenReady(counters.consumeForAddress("demoDay", context.clientAddress), (day) => {
      if (day.isWithin) {
        return WITHOUT_KEY;
      }
      setRateHeaders(context, day);
      throw limitRefusal("demo_day", day);
    });
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
} as const satisfies Record<LimitName, Pick<AppError, "code" | "message">>;

/** Returns the 429 of a limit. What the request took before stays in the decision, so that it can be refunded. */
function limitRefusal(limit: LimitName, state: LimitState, admission = WITHOUT_KEY): Refusal {
  const details = { headers: retryAfter(state) };
  return new Refusal({ ...admission, refusedByLimit: limit }, { ...ERROR_OF_LIMIT[limit], details });
}
