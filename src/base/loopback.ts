/** Returns true when a host name or address is a loopback one. IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);
}
