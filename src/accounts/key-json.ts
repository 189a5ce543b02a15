/** Forms in which keys are shown, without their secrets. */
import { isInForce } from "./api-key.ts";
import type { KeyReport } from "./key-store.ts";
import { visitorRateOf } from "./visitor-rate.ts";

/** Returns a key as `keys show --json` prints it. A rate of null means no limit, as JSON has no Infinity. */
export function jsonOfKey(key: KeyReport) {
  const { secretSha256: _secret, previous, ...shown } = key;
  return {
    ...shown,
    visitorRatePerMinute: visitorRateOf(key),
    state: stateOf(key),
    previousSecretUntil: overlapEnd(key),
  };
}

export function stateOf(key: KeyReport): "active" | "revoked" | "expired" {
  if (key.revokedAt !== undefined) {
    return "revoked";
  }
  return isInForce(key, Date.now()) ? "active" : "expired";
}

/**
 * Returns the time at which the secret before the last rotation stops working; undefined when it has stopped or there
 * is none.
 */
export function overlapEnd({ previous }: KeyReport): string | undefined {
  return previous !== undefined && Date.parse(previous.until) > Date.now() ? previous.until : undefined;
}
