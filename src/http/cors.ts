/** Cross-origin access (Fetch standard): what lets a page use a browser key. */
import { logError } from "../base/log.ts";
import type { Context } from "./context.ts";

/** Headers that a page's script may read; `*` would not do for requests with Authorization. */
const EXPOSED_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Quota-Limit",
  "X-Quota-Remaining",
  "Retry-After",
  "X-Request-Id",
  "ETag",
].join(", ");

/** What a page's own code sends, and what its libraries add. */
const ALLOWED_HEADERS = [
  "Authorization",
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

/** What a browser asks before it sends a key; an OPTIONS without Origin comes from no browser. */
export function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("origin");
}

/** 204 for every origin; with leave to send the request for those that some browser key approves. */
export function respondPreflight(context: Context, auth: "key" | "demo" | "none"): Response {
  const { headers, services, request } = context;
  const origin = request.headers.get("origin")!;
  if (auth !== "key") headers["Access-Control-Allow-Origin"] = "*";
  else {
    varyByOrigin(context);
    if (services.keys.approvesOrigin(origin)) headers["Access-Control-Allow-Origin"] = origin;
  }
  const isAllowed = headers["Access-Control-Allow-Origin"] !== undefined;
  return new Response(null, {
    status: 204,
    headers: isAllowed ? { ...headers, ...PREFLIGHT_HEADERS } : headers,
  });
}

/** For a browser key from an approved origin. */
export function allowOrigin({ headers }: Context, origin: string): void {
  headers["Access-Control-Allow-Origin"] = origin;
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
}

/** For an error before any key was recognised (401, 404, 405): an origin that some browser key approves may read it. */
export function allowOriginOfError(context: Context): void {
  const { headers, services, request, key } = context;
  if (key !== undefined || headers["Access-Control-Allow-Origin"] !== undefined) return;
  varyByOrigin(context);
  const origin = request.headers.get("origin");
  if (origin !== null && isApproved(services.keys, origin)) allowOrigin(context, origin);
}

/** Keys that cannot be read must not hide the error that is being told. */
function isApproved(keys: Context["services"]["keys"], origin: string): boolean {
  try {
    return keys.approvesOrigin(origin);
  } catch (error) {
    logError("the key store cannot be read", error);
    return false;
  }
}

/**
 * The origin of the page that asks, as its browser says: `Origin`, which browsers leave out when a page reads from the
 * origin it came from, or else, by `Sec-Fetch-Site: same-origin`, this server's own. Scripts of a page can set neither.
 */
export function pageOrigin({ request, publicUrl }: Context): string | null {
  const origin = request.headers.get("origin");
  if (origin !== null || request.headers.get("sec-fetch-site") !== "same-origin") return origin;
  return URL.parse(publicUrl)?.origin ?? null;
}

/** For what needs no key. */
export function allowAnyOrigin({ headers }: Context): void {
  headers["Access-Control-Allow-Origin"] = "*";
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
}

/** Keeps caches from giving one origin's answer to another. */
export function varyByOrigin({ headers }: Context): void {
  headers.Vary = headers.Vary === undefined ? "Origin" : `${headers.Vary}, Origin`;
}
