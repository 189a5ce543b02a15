import { explainFault, isDiskFault } from "../../base/disk-fault.ts";
import { AppError, ERROR_CODES } from "../../base/errors.ts";
import { logError, logOperatorError, redactSecrets } from "../../base/log.ts";
import type { AnyEndpoint, ForeignInterface } from "../endpoint.ts";
import { interfaceUrl } from "../interface-version.ts";

/**
 * Error response, for clients of RFC 9457 (problem+json) and clients written against Laravel (docs/interface.md,
 * "Errors").
 */
export interface ProblemResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string;
}

/** Returns the last segment of a problem's `type`: `rate-limited` for `rate_limited`. */
export function problemTypeSlug(code: string): string {
  return code.replaceAll("_", "-");
}

interface FailedRequest {
  readonly requestId: string;
  readonly target: { readonly path: string };
  readonly publicUrl: string;
  readonly services: { readonly publicUrl: string | undefined };
}

/**
 * Converts a thrown value to the error response; logs an unexpected error and does not reveal its message. An endpoint
 * with a protocol of its own answers an overload by `toOverload`.
 */
export function toProblemResponse(
  thrown: unknown,
  { requestId, services }: Pick<FailedRequest, "requestId" | "services">,
  toOverload?: AnyEndpoint["toOverload"],
): ProblemResponse {
  const error = toAppError(thrown, requestId);
  const { status, title } = ERROR_CODES[error.code];
  if (error.code === "overloaded" && toOverload !== undefined) {
    return { status, headers: {}, ...toOverload(error.message) };
  }
  const { errors, faults, extra, headers } = error.details;
  const body = {
    type: `${interfaceUrl(services.publicUrl)}/problems/${problemTypeSlug(error.code)}`,
    title,
    status,
    detail: error.message,
    message: error.message,
    code: error.code,
    ...(errors === undefined ? {} : { errors }),
    ...(faults === undefined ? {} : { faults }),
    request_id: requestId,
    ...extra,
  };
  return {
    status,
    headers: { ...challengeOf(status), ...headers },
    contentType: "application/problem+json",
    body: redactSecrets(JSON.stringify(body)),
  };
}

/** Converts a thrown value to the error response of a foreign interface, whose clients know 400 and not 422. */
export function toForeignProblem(
  thrown: unknown,
  failed: FailedRequest,
  foreign: ForeignInterface,
): ProblemResponse {
  const { code, message, details } = toAppError(thrown, failed.requestId);
  const status = ERROR_CODES[code].status === 422 ? 400 : ERROR_CODES[code].status;
  const url = failed.publicUrl + failed.target.path;
  const { contentType, body } = foreign.toError({ status, code, message, url });
  const headers = { ...challengeOf(status), ...details.headers };
  return { status, headers, contentType, body: redactSecrets(body) };
}

function challengeOf(status: number): Record<string, string> {
  return status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
}

/** Names no paths: the operator's paths stay in the log. */
const FILE_FAULT =
  "This server cannot read or write one of its files now; its log has the details under the `request_id`.";

function toAppError(thrown: unknown, requestId: string): AppError {
  if (thrown instanceof AppError) {
    return thrown;
  }
  if (isDiskFault(thrown)) {
    logOperatorError("a request failed: a file of this server cannot be used", {
      request_id: requestId,
      reason: explainFault(thrown),
    });
    return new AppError("unavailable", FILE_FAULT, { cause: thrown });
  }
  logError("a request failed", thrown, { request_id: requestId });
  return new AppError("server_error", "Server Error", { cause: thrown });
}
