import { AppError, type ErrorCode, type ErrorDetails } from "../../../base/errors.ts";
import type { RefusalReason } from "../answers.ts";

/** Returns the error of a refused request with its closer cause, which the pages say in their language. */
export function refusalFor(
  reason: RefusalReason,
  code: ErrorCode,
  message: string,
  details: ErrorDetails = {},
): AppError {
  return new AppError(code, message, { ...details, extra: { reason } });
}
