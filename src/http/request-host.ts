/** Scheme and host under which a client sent a request, directly or through proxies. */
import { AppError } from "../base/errors.ts";

const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const PROTOCOL = /^https?$/;

/** Returns true when headers name the scheme or host under which a client reached a proxy, no matter who wrote them. */
export function isForwarded(headers: Headers): boolean {
  return headers.has("x-forwarded-host") || headers.has("x-forwarded-proto");
}

/**
 * Returns the scheme and host under which a client reached the proxy, from `X-Forwarded-Proto` and
 * `X-Forwarded-Host`; a missing or invalid header is replaced by that part of the origin that the proxy requested.
 * Uses the last value of a list, which the nearest proxy wrote. Only for requests from trusted proxies.
 */
export function forwardedOrigin(headers: Headers, origin: string): string {
  const [originProtocol = "http", originHost = ""] = origin.split("://");
  const protocol = lastMatching(headers.get("x-forwarded-proto"), PROTOCOL) ?? originProtocol;
  const host = forwardedHost(headers) ?? originHost;
  return host === "" ? origin : `${protocol}://${host}`;
}

/** Returns host and optional port that the client called the nearest proxy with; `undefined` if missing or invalid. */
export function forwardedHost(headers: Headers): string | undefined {
  return lastMatching(headers.get("x-forwarded-host"), HOST);
}

function lastMatching(list: string | null, pattern: RegExp): string | undefined {
  const last = list?.split(",").at(-1)?.trim().toLowerCase();
  return last !== undefined && pattern.test(last) ? last : undefined;
}

/**
 * Throws `bad_request` for a request with several `Host` headers, which the server library joins by commas. A proxy and
 * this server could each believe another one (RFC 9112, 3.2).
 */
export function assertOneHost({ headers }: Request): void {
  if (headers.get("host")?.includes(",")) {
    throw new AppError("bad_request", "The request must have one Host header, which names one host.");
  }
}
