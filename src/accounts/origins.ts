/** Matches origins (RFC 6454: scheme, host and port) against the patterns that a browser key approves. */
import { domainToASCII } from "node:url";

const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
/** Typed origin pattern: a host in any alphabet, without the characters that end or divide a host. */
const TYPED = /^([a-z][a-z0-9+.-]*:\/\/)(\*\.)?([^\s:/\\?#@%*[\]]+|\[[0-9a-f:.]+\])(:[1-9]\d{0,4})?\/?$/i;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ":80", https: ":443" };
const MAX_PORT = 65_535;
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * Parses an origin pattern to the form in which it is stored; `*.` before the host approves every subdomain, not the
 * host itself. Returns `undefined` for text that is no origin: with a path or a user name, `null`, `*` alone. Accepts
 * a trailing slash.
 */
export function parseOriginPattern(text: string): string | undefined {
  const [, scheme, wildcard = "", host = "", port = ""] = TYPED.exec(text.trim()) ?? [];
  if (scheme === undefined || Number(port.slice(1)) > MAX_PORT) {
    return undefined;
  }
  const origin = parseOrigin(scheme + asciiHost(host) + port);
  return origin?.replace("://", `://${wildcard}`);
}

/** Returns true when one of the patterns approves the `Origin` header that a browser sent. */
export function approvesOrigin(patterns: readonly string[], sent: string): boolean {
  const origin = parseOrigin(sent);
  return origin !== undefined && patterns.some((pattern) => matches(pattern, origin));
}

/**
 * Normalizes an origin: lower case, without the scheme's default port. Keeps a trailing dot: to a browser that is
 * another origin.
 */
function parseOrigin(text: string): string | undefined {
  const [, scheme, host, port = ""] = ORIGIN.exec(text.toLowerCase()) ?? [];
  if (scheme === undefined) {
    return undefined;
  }
  return `${scheme}://${host}${port === DEFAULT_PORTS[scheme] ? "" : port}`;
}

function matches(pattern: string, origin: string): boolean {
  const [scheme, domain] = pattern.split("*");
  if (domain === undefined) {
    return pattern === origin;
  }
  if (!origin.startsWith(scheme!) || !origin.endsWith(domain)) {
    return false;
  }
  return LABELS.test(origin.slice(scheme!.length, -domain.length));
}

/** Converts a host to ASCII (Punycode), as browsers send it; returns an empty string for an invalid name. */
function asciiHost(host: string): string {
  return /^[\u0021-\u007e]*$/.test(host) ? host : domainToASCII(host);
}
