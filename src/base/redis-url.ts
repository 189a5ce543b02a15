/** Returns true for a URL of Redis: redis or rediss, a host, and no more of a path than a database's number. */
export function isRedisUrl(text: string): boolean {
  const { protocol = "", hostname = "", pathname = "" } = URL.parse(text) ?? {};
  return /^rediss?:$/.test(protocol) && hostname !== "" && /^(\/\d{0,4})?$/.test(pathname);
}
