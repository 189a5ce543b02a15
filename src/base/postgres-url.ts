/** URLs of PostgreSQL, which may name several hosts, as libpq reads them: `postgres://user@a:5432,b:5432/database`. */

const AUTHORITY = /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is;
/** Parameters that Bun would send to the server; baken itself asks each host whether it is writable. */
const CHOICE_OF_HOST = ["target_session_attrs", "load_balance_hosts"];

/** Returns a URL for each host; one URL when there is one host, or none that can be read. */
export function hostUrls(url: string): string[] {
  const [, before, hosts, after] = AUTHORITY.exec(url) ?? [];
  if (before === undefined || hosts === undefined || after === undefined) {
    return [url];
  }
  const [path = "", query] = after.split("?");
  const kept = new URLSearchParams(query);
  const hasChoice = CHOICE_OF_HOST.some((name) => kept.has(name));
  if (!hosts.includes(",") && !hasChoice) {
    return [url];
  }
  for (const name of CHOICE_OF_HOST) {
    kept.delete(name);
  }
  const rest = kept.size === 0 ? path : `${path}?${kept}`;
  return hosts.split(",").map((host) => before + host + rest);
}

/** Returns hosts, ports and database of a URL, which messages may show. */
export function postgresAddress(url: string): string {
  const urls = hostUrls(url).map((each) => new URL(each));
  const hosts = urls.map(({ host, port }) => `${host}${port === "" ? ":5432" : ""}`);
  return `${hosts.join(",")}${urls[0]!.pathname}`;
}
