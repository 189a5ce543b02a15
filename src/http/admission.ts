import type { ApiKey } from "../accounts/api-key.ts";
import type { KeyUsage } from "../accounts/counters.ts";
import type { FoundSession } from "../exports/sessions/session-folder.ts";

/** Names of the limits that can refuse a request. */
export const LIMIT_NAMES = [
  "rate",
  "visitor",
  "quota",
  "demo_minute",
  "demo_day",
  "failed_tokens",
  "page_minute",
  "page_day",
  "files_state_minute",
  "tiles_minute",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];

/** Decision about a request: its key, what it took from the limits, and the limit that refused it. */
export interface Admission {
  /** Key that the token opens; undefined without a valid token, and on routes that need no key. */
  readonly key: ApiKey | undefined;
  /** True for a request with the token of a page session (accounts/page-session.ts) instead of a key. */
  readonly isPageSession?: boolean;
  /** Session of the page for files that the request opens; undefined where there is none. */
  readonly session?: FoundSession | undefined;
  /** State of the key's limits after requests were taken; undefined while none were. */
  readonly usage: KeyUsage | undefined;
  /** Number of requests taken from the quota of the key. */
  readonly quotaTaken: number;
  readonly refusedByLimit: LimitName | undefined;
}

/** Decision about a request without a key, and about every request before its token is checked. */
export const WITHOUT_KEY: Admission = {
  key: undefined,
  usage: undefined,
  quotaTaken: 0,
  refusedByLimit: undefined,
};
