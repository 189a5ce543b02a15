import { AppError, ERROR_CODES } from "../../base/errors.ts";
import { logError, redactSecrets } from "../../base/log.ts";
import { interfaceUrl } from "../interface-version.ts";

/**
 * Error response, for clients of RFC 9457 (problem+json) and clients written against Laravel (docs/interface.md,
 * "Errors").
 */
export interface ProblemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Returns the last segment of a problem's `type`: `rate-limited` for `rate_limited`. */
export function problemTypeSlug(code: string): string {
  return code.replaceAll("_", "-");
}

interface FailedRequest {
  readonly requestId: string;
  readonly services: { readonly publicUrl: string | undefined };
}

/** Converts a thrown value to the error response; logs an unexpected error and does not reveal its message. */
export function toProblemResponse(thrown: unknown, { requestId, services }: FailedRequest): ProblemResponse {
  const error = toAppError(thrown, requestId);
  const { status, title } = ERROR_CODES[error.code];
  const { errors, extra, headers } = error.details;
  const body = {
    type: `${interfaceUrl(services.publicUrl)}/problems/${problemTypeSlug(error.code)}`,
    title,
    status,
    detail: error.message,
    message: error.message,
    code: error.code,
    ...(errors === undefined ? {} : { errors }),
    request_id: requestId,
    ...extra,
  };
  const challenge = status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  return { status, headers: { ...challenge, ...headers }, body: redactSecrets(JSON.stringify(body)) };
}

function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) {
    return thrown;
  }
  logError("a request failed", thrown, { request_id: requestId });
  return new AppError("server_error", "Server Error", { cause: thrown });
}
