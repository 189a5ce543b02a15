import { AppError, type ErrorCode, type ErrorDetails } from "../../../base/errors.ts";

/** Closer causes of refusals, which the pages say in their language. */
export type RefusalReason =
  | "plain_http"
  | "host"
  | "origin"
  | "wrong_token"
  | "many_wrong_tokens"
  | "no_key"
  | "key_revoked"
  | "key_expired"
  | "other_name"
  | "no_job"
  | "no_file_session"
  | "no_login_links"
  | "follows_source"
  | "check_failed";

/** Body of every refused request. */
export interface RefusedRequests {
  readonly code: string;
  readonly message: string;
  /** Faults by field (422). */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly reason?: RefusalReason;
}

/** Returns the error of a refused request with its closer cause, which the pages say in their language. */
export function refusalFor(
  reason: RefusalReason,
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
): AppError {
  return new AppError(code, message, { ...details, extra: { reason } });
}
