/** Origins (RFC 6454) that a browser key approves: scheme, host and port, all of it. */

const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ":80", https: ":443" };
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/**
 * An origin to approve, in the form it is kept in; `*.` before the host approves every subdomain, not the host itself.
 * `undefined` for what is no origin: a path, `null`, `*` alone. A slash at the end is forgiven.
 */
export function parseOriginPattern(text: string): string | undefined {
  const [, scheme, star = "", rest] =
    /^([^:/]+:\/\/)(\*\.)?([^*]+)$/.exec(text.trim().replace(/\/$/, "")) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  const origin = parseOrigin(scheme + asciiHost(rest));
  return origin?.replace("://", `://${star}`);
}

/** Whether one of the patterns approves the `Origin` a browser sent. */
export function approvesOrigin(patterns: readonly string[], sent: string): boolean {
  const origin = parseOrigin(sent);
  return origin !== undefined && patterns.some((pattern) => matches(pattern, origin));
}

/** Lower case and without the scheme's own port. A dot at the end stays: to a browser that is another origin. */
function parseOrigin(text: string): string | undefined {
  const [, scheme, host, port = ""] = ORIGIN.exec(text.toLowerCase()) ?? [];
  if (scheme === undefined) return undefined;
  return `${scheme}://${host}${port === DEFAULT_PORTS[scheme] ? "" : port}`;
}

function matches(pattern: string, origin: string): boolean {
  const [scheme, domain] = pattern.split("*");
  if (domain === undefined) return pattern === origin;
  if (!origin.startsWith(scheme!) || !origin.endsWith(domain)) return false;
  return LABELS.test(origin.slice(scheme!.length, -domain.length));
}

/** Browsers send international names in their ASCII form. */
function asciiHost(host: string): string {
  if (/^[\u0021-\u007e]*$/.test(host)) return host;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).host : host;
}
