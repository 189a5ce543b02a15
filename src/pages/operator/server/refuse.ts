import { AppError, type ErrorCode, type ErrorDetails } from "../../../base/errors.ts";
import type { REFUSAL_TEXTS } from "../refusal-reasons.ts";

type RefusalReason = keyof typeof REFUSAL_TEXTS;

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
