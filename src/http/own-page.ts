/**
 * Decides whether a request may come from the page that sends it. Browsers name the page in `Origin` and
 * `Sec-Fetch-Site`, which scripts cannot set; programs send neither.
 */
import { isIP } from "node:net";

/** Facts about the sender of a request. */
interface Sender {
  /** True for GET and HEAD. */
  readonly isReading: boolean;
  /** `Sec-Fetch-Site`. Old browsers, plain HTTP and programs do not send it: null. */
  readonly site: string | null;
  readonly hasOrigin: boolean;
  /** True also without `Origin`. */
  readonly isOwnOrigin: boolean;
}

/** Rules by the kind of page or endpoint. */
const POLICIES = {
  /** Only Origin counts: clients in browsers run under the names of this server. */
  mcp: ({ isOwnOrigin }) => isOwnOrigin,
  /** Pages on the public port: only changes are checked, by Sec-Fetch-Site where it is sent. */
  pages: ({ isReading, site, isOwnOrigin }) =>
    isReading || (site === null ? isOwnOrigin : site === "same-origin"),
  /** Operator's pages, with a cookie: neither header may name another page, and a change must have one of them. */
  operator: ({ isReading, site, hasOrigin, isOwnOrigin }) =>
    isOwnOrigin &&
    (site === null ? isReading || hasOrigin : site === "same-origin" || (isReading && site === "none")),
} as const satisfies Readonly<Record<string, (sender: Sender) => boolean>>;

/** Returns true unless a page of another origin sends the request; `isOwnOrigin` judges an `Origin` that is sent. */
export function isFromOwnPage(
  { method, headers }: Request,
  policy: keyof typeof POLICIES,
  isOwnOrigin: (origin: string) => boolean,
): boolean {
  const origin = headers.get("origin");
  return POLICIES[policy]({
    isReading: method === "GET" || method === "HEAD",
    site: headers.get("sec-fetch-site"),
    hasOrigin: origin !== null,
    isOwnOrigin: origin === null || isOwnOrigin(origin),
  });
}

/** Returns true for a host that is an IP address, which no other page can have as its name. */
export function isAddress(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}
