import { AppError } from "../base/errors.ts";

/**
 * Throws `origin_not_allowed` for a request that a page of another origin made. Cookies do not tell ports apart, so a
 * page on the public port could use a session (docs/operator.md, "Cross-site requests"). A change must come with
 * `Sec-Fetch-Site` or `Origin`; whichever is sent must name this origin.
 */
export function assertSameOrigin({ method, headers }: Request, origin: string): void {
  const site = headers.get("sec-fetch-site");
  const sent = headers.get("origin");
  const isReading = method === "GET" || method === "HEAD";
  const isSameSite = site === null || site === "same-origin" || (isReading && site === "none");
  const isSameOrigin = sent === null || sent === origin;
  const isKnown = isReading || site !== null || sent !== null;
  if (isSameSite && isSameOrigin && isKnown) {
    return;
  }
  throw new AppError(
    "origin_not_allowed",
    `Only the operator's pages themselves, at ${origin}, may send this request. Behind a proxy, pass Host on and set --admin-url.`,
    { extra: { reason: "origin" } },
  );
}
