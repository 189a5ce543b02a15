/** Takes requests from the limits of keys and addresses; refusals and headers that show these limits. */
import { type ApiKey, visitorRateOf } from "../../accounts/api-key.ts";
import type { AddressLimit, KeyUsage, LimitState, Visitor } from "../../accounts/counters.ts";
import { type Awaitable, whenReady, whenReadyWith } from "../../base/awaitable.ts";
import { AppError, ERROR_CODES } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import { type Admission, type LimitName, WITHOUT_KEY } from "../admission.ts";
import type { Context } from "../context.ts";

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

/**
 * Counts one request in the rate of a key only, for work on rows already paid from its quota. Throws 429 above the
 * rate.
 */
export function consumeRate(context: Context, admission: Admission, key: ApiKey): Awaitable<Admission> {
  const { counters } = context.services;
  return whenReady(counters.consumeForKey({ ...key, monthlyQuota: undefined }, 1), ({ rate, month }) => {
    setRateHeaders(context, rate);
    if (!rate.isWithin) {
      throw limitRefusal("rate", rate, admission);
    }
    return whenReady(counters.refundToMonth(key, 1, month), () => admission);
  });
}

/** Returns the whole cost of a request to the key's quota, whatever its answer will be. */
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
 * Returns the cost of a request to the key's quota when its response has a free status. Must run before the response
 * headers are sent.
 */
export function refundQuota(context: Context, admission: Admission, status: number): void {
  if (FREE_STATUSES.includes(status)) {
    returnQuota(context, admission);
  }
}

/** Limits of a client address that a request is counted in, the shortest first. */
type AddressLimits = readonly (AddressLimit & keyof typeof NAMES_OF_LIMITS)[];
const NAMES_OF_LIMITS = {
  demoMinute: "demo_minute",
  demoDay: "demo_day",
  pageMinute: "page_minute",
  pageDay: "page_day",
  filesStateMinute: "files_state_minute",
  tilesMinute: "tiles_minute",
} as const satisfies Partial<Record<AddressLimit, LimitName>>;
export const DEMO_LIMITS: AddressLimits = ["demoMinute", "demoDay"];
export const PAGE_LIMITS: AddressLimits = ["pageMinute", "pageDay"];
export const TILE_LIMITS: AddressLimits = ["tilesMinute"];

/**
 * Counts a request in windows of its client's address and returns the decision, or throws 429. The headers show the
 * window that refuses, else the first one.
 */
export function consumeForAddress(
  context: Context,
  limits: AddressLimits,
  admission: Admission,
  address = context.clientAddress,
): Awaitable<Admission> {
  return whenReady(context.services.counters.consumeForAddress(limits, address), (states) => {
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
  files_state_minute: RATE_LIMITED,
  tiles_minute: RATE_LIMITED,
} as const satisfies Record<LimitName, Pick<AppError, "code" | "message">>;

/** Returns the 429 of a limit. The decision keeps what the request took earlier, so that it can be refunded. */
export function limitRefusal(limit: LimitName, state: LimitState, admission = WITHOUT_KEY): LimitRefusal {
  const details = { headers: retryAfter(state) };
  return new LimitRefusal({ ...admission, refusedByLimit: limit }, { ...ERROR_OF_LIMIT[limit], details });
}

export function setUsageHeaders(context: Context, { rate, month }: KeyUsage): void {
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
