/** Names under which a browser reaches the operator's pages, and the rights of each. */
import { isLoopback } from "../../../base/loopback.ts";
import { isAddress } from "../../../http/own-page.ts";
import { refusalFor } from "./refuse.ts";

export interface SiteOptions {
  /** Address that the admin port listens on. */
  readonly adminHost: string;
  /** Public URL of the operator's pages behind a proxy. */
  readonly adminUrl: string | undefined;
  /** Further host names under which the admin port is reached, in lower case. */
  readonly adminNames: readonly string[];
  /** True to allow sessions over plain HTTP from other machines. */
  readonly isInsecureAllowed: boolean;
}

/** The pages under the name of one request. */
export interface AdminSite {
  /** Origin as the browser shows it. */
  readonly origin: string;
  /** False: a session would cross a network in clear text. */
  readonly allowsSessions: boolean;
  readonly cookie: { readonly name: string; readonly attributes: string };
}

/**
 * Returns the site that `Host` names. Throws `origin_not_allowed` for a name that any web page could have (DNS
 * rebinding): allowed are the host of `adminUrl`, `adminHost`, `adminNames`, localhost and IP addresses.
 */
export function identifySite(host: string | null, options: SiteOptions): AdminSite {
  const { adminUrl, adminHost, adminNames, isInsecureAllowed } = options;
  const named = URL.parse(`http://${host ?? ""}`);
  const publicUrl = adminUrl === undefined ? undefined : new URL(adminUrl);
  if (named === null || named.pathname !== "/" || named.username !== "") {
    refuseHost();
  }
  // Browsers leave out the default port of the scheme that they use, which for this name is the scheme of `adminUrl`.
  const isPublic =
    publicUrl !== undefined && URL.parse(`${publicUrl.protocol}//${host}`)?.host === publicUrl.host;
  const isNamed = [adminHost, ...adminNames].includes(named.hostname);
  if (!(isPublic || isNamed || isLoopback(named.hostname) || isAddress(named.hostname))) {
    refuseHost();
  }
  const origin = isPublic ? publicUrl.origin : named.origin;
  return {
    origin,
    allowsSessions: origin.startsWith("https:") || isLoopback(named.hostname) || isInsecureAllowed,
    cookie: cookieOf(new URL(origin)),
  };
}

/** Browsers share cookies between the ports of a host, so the name of this one holds the port. */
function cookieOf({ protocol, port }: URL): AdminSite["cookie"] {
  const isSecure = protocol === "https:";
  return {
    name: `${isSecure ? "__Host-" : ""}baken-operator-${port || (isSecure ? 443 : 80)}`,
    attributes: `Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
  };
}

function refuseHost(): never {
  throw refusalFor(
    "host",
    "origin_not_allowed",
    "This Host does not name this server. Use localhost, an IP address, the host of --admin-url or one of --admin-names.",
  );
}
