/** Cross-origin resource sharing (CORS, Fetch standard), which lets a page use a browser key. */
import { AppError } from "../../base/errors.ts";
import { logError } from "../../base/log.ts";
import type { Admission } from "../admission.ts";
import type { Context } from "../context.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import { isFromOwnPage } from "../own-page.ts";

/** Response headers that a page's script may read; `*` does not cover requests with Authorization. */
const EXPOSED_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Quota-Limit",
  "X-Quota-Remaining",
  "Retry-After",
  "X-Request-Id",
  "ETag",
  "Link",
  "Content-Crs",
  "X-Pagination-Page",
  "X-Pagination-Limit",
].join(", ");

/** Request headers that a page's own code sends, or its libraries add. */
const ALLOWED_HEADERS = [
  "Authorization",
  "X-Api-Key",
  "Content-Type",
  "Accept",
  "Accept-Language",
  "If-None-Match",
  "X-Requested-With",
  "traceparent",
].join(", ");

const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": ALLOWED_HEADERS,
  "Access-Control-Max-Age": "7200",
  "Cache-Control": "no-store",
};

/**
 * Returns true for a CORS preflight. An OPTIONS without Origin does not come from a browser; foreign interfaces answer
 * it all the same.
 */
export function isPreflight(
  { method, headers }: Request,
  endpoint: Pick<AnyEndpoint, "foreign"> | undefined,
): boolean {
  return method === "OPTIONS" && (headers.has("origin") || endpoint?.foreign !== undefined);
}

/**
 * Answers a preflight with 204. Allows any origin where no key is needed, no origin for the server's own pages, and
 * otherwise the origins that a browser key approves. A foreign interface allows any origin, because only the request
 * itself shows whether an open key or a link key counts.
 */
export function toPreflightResponse(
  context: Context,
  { auth, foreign }: Pick<AnyEndpoint, "auth" | "foreign">,
): Response {
  const { headers, services, request } = context;
  if (auth === "demo" || auth === "none" || foreign !== undefined) {
    headers["Access-Control-Allow-Origin"] = "*";
  } else if (auth === "key" || auth === "tiles") {
    varyByOrigin(context);
    const origin = request.headers.get("origin")!;
    if (services.keys.approvesOrigin(origin)) {
      headers["Access-Control-Allow-Origin"] = origin;
    }
  }
  const isAllowed = headers["Access-Control-Allow-Origin"] !== undefined;
  return new Response(null, {
    status: 204,
    headers: isAllowed ? { ...headers, ...PREFLIGHT_HEADERS } : headers,
  });
}

/** Lets a page of an approved origin read the response to its browser key. */
export function allowOrigin({ headers }: Context, origin: string): void {
  headers["Access-Control-Allow-Origin"] = origin;
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
}

/**
 * Lets an origin read an error that came before a key was recognised (401, 404, 405): any origin on a foreign
 * interface, otherwise an origin that some browser key approves.
 */
export function allowOriginOfError(context: Context, { key }: Admission, isForeign: boolean): void {
  const { headers, services, request } = context;
  if (key !== undefined || headers["Access-Control-Allow-Origin"] !== undefined) {
    return;
  }
  if (isForeign) {
    allowAnyOrigin(context);
    return;
  }
  varyByOrigin(context);
  const origin = request.headers.get("origin");
  if (origin !== null && isApproved(services.keys, origin)) {
    allowOrigin(context, origin);
  }
}

/** Returns true when some browser key approves the origin. Never throws, so as not to hide the error being reported. */
function isApproved(keys: Context["services"]["keys"], origin: string): boolean {
  try {
    return keys.approvesOrigin(origin);
  } catch (error) {
    logError("the key store cannot be read", error);
    return false;
  }
}

/**
 * Returns the origin of the page that sends the request: `Origin`, or, because browsers omit that for reads from the
 * page's own origin, this server's origin when `Sec-Fetch-Site` is `same-origin`. Scripts of a page can set neither.
 */
export function pageOrigin({ request, publicUrl }: Context): string | null {
  const origin = request.headers.get("origin");
  if (origin !== null || request.headers.get("sec-fetch-site") !== "same-origin") {
    return origin;
  }
  return URL.parse(publicUrl)?.origin ?? null;
}

/**
 * Throws `origin_not_allowed` for a change that a page of another origin sends to an endpoint of the server's own
 * pages: browsers say so in `Sec-Fetch-Site`, older ones and those on plain HTTP in `Origin`. Programs send neither.
 */
export function assertOwnPage({ request, publicUrl }: Context): void {
  if (!isFromOwnPage(request, "pages", (origin) => origin === URL.parse(publicUrl)?.origin)) {
    throw new AppError("origin_not_allowed", "Only the pages of this server itself may send this request.");
  }
}

/** Lets every origin read the response; for endpoints without a key. */
export function allowAnyOrigin({ headers }: Context): void {
  headers["Access-Control-Allow-Origin"] = "*";
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
}

/** Adds `Vary: Origin`, which keeps caches from serving one origin's response to another. */
export function varyByOrigin({ headers }: Context): void {
  headers.Vary = headers.Vary === undefined ? "Origin" : `${headers.Vary}, Origin`;
}
