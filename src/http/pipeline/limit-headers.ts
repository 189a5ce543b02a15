/** Sets the response headers that show the state of the limits. */
import type { KeyUsage, LimitState } from "../../accounts/counters.ts";
import type { Context } from "../context.ts";

export function setUsageHeaders(context: Context, { rate, month }: KeyUsage): void {
  setRateHeaders(context, rate);
  setQuotaHeaders(context, month);
}

/** Sets the rate headers; none for a key without a rate. */
export function setRateHeaders({ headers }: Context, { limit, remaining, resetAtMs }: LimitState): void {
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
export function retryAfter({ resetAtMs }: LimitState): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil((resetAtMs - Date.now()) / 1000))) };
}
