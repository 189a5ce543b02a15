/** Keys about to expire, for operators to know in time. */
import { type ApiKey, isKeyInForce } from "./api-key.ts";
import type { KeyAdmin } from "./key-store.ts";

export const EXPIRY_NOTICE_DAYS = 14;

const DAY_MS = 86_400_000;
const COUNT_MS = 30_000;

/** Returns true for a key in force that expires within {@link EXPIRY_NOTICE_DAYS}. */
export function isExpiring(key: ApiKey, nowMs: number): boolean {
  const limit = new Date(nowMs + EXPIRY_NOTICE_DAYS * DAY_MS).toISOString();
  return isKeyInForce(key, nowMs) && key.expiresAt !== undefined && key.expiresAt <= limit;
}

export interface ExpiringKeys {
  /** Number of expiring keys, half a minute old; undefined before it was counted. */
  readonly count: number | undefined;
  stop(): void;
}

/** Counts the expiring keys of a serving process now and then, until it is stopped. */
export function watchExpiringKeys(keys: Pick<KeyAdmin, "list">): ExpiringKeys {
  let count: number | undefined;
  const recount = async () => {
    try {
      const now = Date.now();
      count = (await keys.list()).filter((key) => isExpiring(key, now)).length;
    } catch {
      // The writer of usage reports that the store cannot be used.
    }
  };
  const timer = setInterval(() => void recount(), COUNT_MS);
  timer.unref();
  void recount();
  return {
    get count() {
      return count;
    },
    stop: () => clearInterval(timer),
  };
}
