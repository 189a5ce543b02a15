import type { ApiKey } from "./api-key.ts";

/** Minimum, so that the burst of one page load passes even with a key of a low rate. */
export const MIN_VISITOR_RATE_PER_MINUTE = 30;

/**
 * Returns half of the key's rate, at least `MIN_VISITOR_RATE_PER_MINUTE`: one visitor leaves the other half to
 * everybody else.
 */
function defaultVisitorRate(ratePerMinute: number): number {
  return Math.max(MIN_VISITOR_RATE_PER_MINUTE, Math.floor(ratePerMinute / 2));
}

/** Returns the maximum requests per minute of one address with this key; `undefined`: no limit, as for server keys. */
export function visitorRateOf({
  kind,
  ratePerMinute,
  visitorRatePerMinute,
}: Pick<ApiKey, "kind" | "ratePerMinute" | "visitorRatePerMinute">): number | undefined {
  if (kind === "server" || visitorRatePerMinute === "none") {
    return undefined;
  }
  const rate = visitorRatePerMinute ?? defaultVisitorRate(ratePerMinute);
  return Number.isFinite(rate) ? rate : undefined;
}
