const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const PROTOCOL = /^https?$/;

/**
 * Returns the scheme and host under which a client reached the proxy, from `X-Forwarded-Proto` and
 * `X-Forwarded-Host`; a missing or invalid header is replaced by that part of the origin that the proxy requested.
 * Uses the last value of a list, which the nearest proxy wrote. Only for requests from trusted proxies.
 */
export function forwardedOrigin(headers: Headers, origin: string): string {
  const [asked = "http", askedHost = ""] = origin.split("://");
  const protocol = lastOf(headers.get("x-forwarded-proto"), PROTOCOL) ?? asked;
  const host = forwardedHost(headers) ?? askedHost;
  return host === "" ? origin : `${protocol}://${host}`;
}

/** Returns host and optional port that the client called the nearest proxy with; `undefined` if missing or invalid. */
export function forwardedHost(headers: Headers): string | undefined {
  return lastOf(headers.get("x-forwarded-host"), HOST);
}

function lastOf(list: string | null, form: RegExp): string | undefined {
  const last = list?.split(",").at(-1)?.trim().toLowerCase();
  return last !== undefined && form.test(last) ? last : undefined;
}
