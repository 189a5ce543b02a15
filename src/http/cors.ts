/** Cross-origin access (Fetch standard): what lets a page use a browser key. */
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
].join(", ");

const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Methods": "GET, HEAD",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, Accept",
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

/** For what needs no key. */
export function allowAnyOrigin({ headers }: Context): void {
  headers["Access-Control-Allow-Origin"] = "*";
  headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS;
}

/** Keeps caches from giving one origin's answer to another. */
export function varyByOrigin({ headers }: Context): void {
  headers.Vary = headers.Vary === undefined ? "Origin" : `${headers.Vary}, Origin`;
}
