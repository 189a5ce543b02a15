import type { Fault } from "./fault-rules.ts";

/** Meaning of an error code, for machines and for people. */
interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** Cause and remedy, whatever the request was. */
  readonly meaning: string;
}

/**
 * All errors that a caller can receive. Each edge (http/pipeline/problem.ts, main.ts) turns an AppError into
 * its own output; a plain Error is an internal fault, and its text is never sent to a client.
 */
export const ERROR_CODES = {
  bad_request: {
    status: 400,
    title: "Bad Request",
    meaning:
      "The URL or the body cannot be parsed: invalid percent-encoding, or a body that is not JSON or nested too " +
      "deeply. Correct its syntax.",
  },
  invalid_query: {
    status: 400,
    title: "Bad Request",
    meaning: "`include`, `sort` or `filter[…]` names something unknown. The detail lists what is allowed.",
  },
  unauthenticated: {
    status: 401,
    title: "Unauthorized",
    meaning:
      "No valid API key was sent. Send `Authorization: Bearer <id>|<secret>`; the answer is the same for an " +
      "unknown, wrong, revoked or expired key.",
  },
  ip_not_allowed: {
    status: 403,
    title: "Forbidden",
    meaning: "The API key may only be used from certain IP addresses, and the request came from another one.",
  },
  origin_not_allowed: {
    status: 403,
    title: "Forbidden",
    meaning:
      "A browser key works only on pages of its approved origins, and `/mcp` only under this server's own host " +
      "names. Approve the origin for the key, or set `--public-url` of the server.",
  },
  key_read_only: {
    status: 403,
    title: "Forbidden",
    meaning: "A browser or link key can only read (GET, HEAD). Use a server key from a back end.",
  },
  key_in_url: {
    status: 403,
    title: "Forbidden",
    meaning:
      "Only a browser or link key may be sent in the URL, as `key`: URLs end up in logs. Send a server key as " +
      "`Authorization: Bearer <id>|<secret>`, and rotate it, because it has been in a URL.",
  },
  page_closed: {
    status: 403,
    title: "Forbidden",
    meaning:
      "This server's own pages need an API key here: paste one, or start the server with `--public-page on`.",
  },
  not_found: {
    status: 404,
    title: "Not Found",
    meaning:
      "The route exists, but the requested object does not. For an address, `candidates` lists similar ones.",
  },
  history_not_kept: {
    status: 404,
    title: "Not Found",
    meaning:
      "The data of this server was imported without its history, so it only knows today. Leave out `valid_on`, " +
      "or import the data with `--history full`.",
  },
  route_not_found: {
    status: 404,
    title: "Not Found",
    meaning: "There is no such path. The description of the interface, `openapi.yaml`, lists all paths.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method Not Allowed",
    meaning:
      "The path exists, but not with this method. The `Allow` header lists the methods that it accepts.",
  },
  body_timeout: {
    status: 408,
    title: "Request Timeout",
    meaning:
      "The client sent no more of the body for 30 seconds. A slow body is accepted as long as bytes keep coming. " +
      "Send the request again.",
  },
  export_not_ready: {
    status: 409,
    title: "Conflict",
    meaning:
      "The export has no file yet, or failed. Request its status, and download the file when it is `completed`.",
  },
  files_not_ready: {
    status: 409,
    title: "Conflict",
    meaning:
      "The session of the page `/files` is in another step. Choose columns before the run starts; review rows " +
      "and download files after it ends.",
  },
  export_storage_full: {
    status: 409,
    title: "Conflict",
    meaning:
      "The files of the API key have reached the maximum size kept for one key. Delete jobs that you no longer " +
      "need (`DELETE`), or wait until their files expire.",
  },
  changes_not_ready: {
    status: 409,
    title: "Conflict",
    meaning:
      "The version of the changes is newer than the data of this server. Another server of the same service has " +
      "the new data already. Ask again in a minute.",
  },
  export_expired: {
    status: 410,
    title: "Gone",
    meaning: "The file of the export is no longer kept. Request the export again.",
  },
  changes_gone: {
    status: 410,
    title: "Gone",
    meaning:
      "The changes since this version or date are not known: they are no longer kept, or the data was not made " +
      "from that version. Fetch all addresses again with an export, and follow the changes from there.",
  },
  too_large: {
    status: 413,
    title: "Content Too Large",
    meaning: "The body is larger than this server accepts. The detail gives the limit.",
  },
  url_too_long: {
    status: 414,
    title: "URI Too Long",
    meaning: "The URL is longer than this server accepts. The detail gives the limit.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Unsupported Media Type",
    meaning: "The body has a type that the route does not accept. The detail lists the accepted types.",
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range Not Satisfiable",
    meaning: "The requested range is beyond the end of the file. `Content-Range` gives its size.",
  },
  validation_failed: {
    status: 422,
    title: "Unprocessable Content",
    meaning: "Parameters are missing or invalid. `errors` lists every error by parameter.",
  },
  rate_limited: {
    status: 429,
    title: "Too Many Requests",
    meaning:
      "The maximum number of requests in this window was reached: of the API key, of the demo from one IP " +
      "address, or with wrong tokens from one IP address. Wait for `Retry-After` seconds.",
  },
  visitor_rate_limited: {
    status: 429,
    title: "Too Many Requests",
    meaning:
      "One client IP address has used up its share of a browser key for this minute. Others are not affected; " +
      "wait for `Retry-After` seconds.",
  },
  quota_exceeded: {
    status: 429,
    title: "Too Many Requests",
    meaning:
      "The API key has used up its requests of this calendar month (UTC). Raise its quota or wait for the next " +
      "month.",
  },
  export_queue_full: {
    status: 429,
    title: "Too Many Requests",
    meaning: "Too many exports are waiting or running. Wait until one has completed.",
  },
  files_full: {
    status: 429,
    title: "Too Many Requests",
    meaning:
      "Too many files are on the page `/files` at once, of one address or in all. Finish or delete one; wait for " +
      "`Retry-After` seconds.",
  },
  client_closed: {
    status: 499,
    title: "Client Closed Request",
    meaning: "The client closed the connection before its request was complete; it receives no answer.",
  },
  server_error: {
    status: 500,
    title: "Internal Server Error",
    meaning: "An internal error of this server. Its log has the details under the `request_id`.",
  },
  overloaded: {
    status: 503,
    title: "Service Unavailable",
    meaning:
      "More requests are waiting than this server answers in time. Send fewer at a time, or try again later. The " +
      "request cost no quota.",
  },
  unavailable: {
    status: 503,
    title: "Service Unavailable",
    meaning:
      "This server cannot answer now: it has no data yet, or something it needs is missing. Try again later.",
  },
  /** Exit 1, with a hint at the command's `--help`. */
  usage: { status: 400, title: "Usage", meaning: "The command line is invalid." },
  /** Exit 1, nothing changed. */
  import_refused: {
    status: 422,
    title: "Import refused",
    meaning: "The files given to an import cannot be used; nothing was changed.",
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERROR_CODES;

/**
 * Data of an error in addition to its text: faults by field (422), extra members of the error body, response headers,
 * cause.
 */
export interface ErrorDetails {
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** The same faults for programs. */
  readonly faults?: Readonly<Record<string, readonly Fault[]>>;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error whose text is meant for the caller: names the fault, what was expected, and where. */
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

/** Returns the text of anything thrown: the message of an error, else its name. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error ?? "");
  return text || "no reason was given";
}

/** Returns the code of a system or SQLite error, such as `ENOENT` or `SQLITE_BUSY`; undefined for any other value. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && error.code !== undefined
    ? String(error.code)
    : undefined;
}
