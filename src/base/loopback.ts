/** Whether a host name or address is this very machine's. IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/.test(host);
}
