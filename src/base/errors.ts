/**
 * Everything a caller can be told, as one closed table. Each edge (http/problem.ts, main.ts) turns an
 * AppError into its own output; a plain Error is a fault of ours and its text stays inside.
 */
export const ERROR_CODES = {
  bad_request: { status: 400, title: "Bad Request" },
  invalid_query: { status: 400, title: "Bad Request" },
  unauthenticated: { status: 401, title: "Unauthorized" },
  ip_not_allowed: { status: 403, title: "Forbidden" },
  origin_not_allowed: { status: 403, title: "Forbidden" },
  key_read_only: { status: 403, title: "Forbidden" },
  not_found: { status: 404, title: "Not Found" },
  route_not_found: { status: 404, title: "Not Found" },
  method_not_allowed: { status: 405, title: "Method Not Allowed" },
  export_not_ready: { status: 409, title: "Conflict" },
  export_expired: { status: 410, title: "Gone" },
  too_large: { status: 413, title: "Content Too Large" },
  url_too_long: { status: 414, title: "URI Too Long" },
  unsupported_media_type: { status: 415, title: "Unsupported Media Type" },
  range_not_satisfiable: { status: 416, title: "Range Not Satisfiable" },
  validation_failed: { status: 422, title: "Unprocessable Content" },
  rate_limited: { status: 429, title: "Too Many Requests" },
  quota_exceeded: { status: 429, title: "Too Many Requests" },
  export_queue_full: { status: 429, title: "Too Many Requests" },
  /** The client left before its request was whole; nobody reads the answer. */
  client_closed: { status: 499, title: "Client Closed Request" },
  server_error: { status: 500, title: "Internal Server Error" },
  unavailable: { status: 503, title: "Service Unavailable" },
  /** The command line was used wrongly: exit 1, with the command's help. */
  usage: { status: 400, title: "Usage" },
  /** What was given to `import` cannot be used: exit 1, nothing changed. */
  import_refused: { status: 422, title: "Import refused" },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What an error may carry beside its text: fields with their faults (422), or extra members of the error body. */
export interface ErrorDetails {
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error whose text is meant for the caller: says what was wrong, what was expected and where. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }
}
