/** URLs of databases. They may hold a password, so a message says which part is wrong and shows nothing of it. */
import { z } from "zod";

interface ServiceUrlRules {
  /** Schemes that are accepted, without a colon. */
  readonly schemes: readonly string[];
  readonly example: string;
  /** Matches the path, which names the database. */
  readonly path: RegExp;
  readonly pathFault: string;
}

/** Schema of the URL of a database; its message is `a URL such as …`, then the part that is wrong. */
export function serviceUrl(rules: ServiceUrlRules) {
  return z
    .string()
    .trim()
    .superRefine((text, context) => {
      const fault = faultOf(text, rules);
      if (fault !== undefined) {
        context.addIssue({ code: "custom", message: `a URL such as ${rules.example}: ${fault}` });
      }
    });
}

const PARTS = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is;
const UNENCODED = /[\s/?#\p{Cc}]/u;

/** Returns which part of the URL is wrong. */
function faultOf(text: string, { schemes, path, pathFault }: ServiceUrlRules): string | undefined {
  const [, scheme = "", rest = ""] = PARTS.exec(text) ?? [];
  if (!schemes.includes(scheme.toLowerCase())) {
    return `it must begin with ${schemes.map((name) => `${name}://`).join(" or ")}`;
  }
  // Up to the last @ of all: a parser takes the beginning of a password with a slash for host and port.
  const credentials = rest.slice(0, Math.max(rest.lastIndexOf("@"), 0));
  if (UNENCODED.test(credentials) || !isPercentEncoded(credentials)) {
    return "user and password must be percent-encoded, / as %2F, % as %25, a space as %20";
  }
  const place = rest.slice(rest.lastIndexOf("@") + 1);
  const [host = "", port] = /^(?:\[[^\]]*\]|[^/?#:]*)(?::([^/?#]*))?/.exec(place) ?? [];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    return "its port must be a number from 0 to 65535, and user and password end with @";
  }
  const url = URL.parse(text);
  if (host === "" || host.startsWith(":") || url === null || url.hostname === "") {
    return "its host is missing or no name and no IP address";
  }
  return path.test(url.pathname) && isPercentEncoded(url.pathname) ? undefined : pathFault;
}

function isPercentEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
