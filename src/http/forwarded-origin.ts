const HOST = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const PROTOCOL = /^https?$/;

/**
 * Scheme and host under which a client reached the proxy, as the proxy says in `X-Forwarded-Proto` and
 * `X-Forwarded-Host`; what it leaves out, or says in no readable form, is taken from the origin the proxy asked for.
 * Of several the last counts, which the nearest proxy wrote. Only for requests from trusted proxies.
 */
export function forwardedOrigin(headers: Headers, origin: string): string {
  const [asked = "http", askedHost = ""] = origin.split("://");
  const protocol = lastOf(headers.get("x-forwarded-proto"), PROTOCOL) ?? asked;
  const host = forwardedHost(headers) ?? askedHost;
  return host === "" ? origin : `${protocol}://${host}`;
}

/** The host, with its port if any, that the nearest proxy was asked for; `undefined` where it does not say. */
export function forwardedHost(headers: Headers): string | undefined {
  return lastOf(headers.get("x-forwarded-host"), HOST);
}

function lastOf(list: string | null, form: RegExp): string | undefined {
  const last = list?.split(",").at(-1)?.trim().toLowerCase();
  return last !== undefined && form.test(last) ? last : undefined;
}
