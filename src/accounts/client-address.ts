import { parseForwardedAddress, parseIpAddress } from "./ip-address.ts";
import type { IpRanges } from "./ip-ranges.ts";

/** The address of a client that has none any more because its connection is gone. */
export const NO_ADDRESS = "";

/** Whether what this end of the connection says about its clients is believed. */
export function isTrustedProxy(socket: string | undefined, trusted: IpRanges): boolean {
  const address = parseIpAddress(socket ?? "");
  return address !== undefined && trusted.has(address);
}

/**
 * Who really asks: the other end of the connection, unless that is a proxy we trust; then the rightmost address of
 * `X-Forwarded-For` that is not one. What stands left of it was written by the client and may be forged. An entry that is
 * no address, with a port or without, ends the search at the proxy that wrote it.
 */
export function clientAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  trusted: IpRanges,
): string {
  let address = parseIpAddress(socket ?? "") ?? NO_ADDRESS;
  if (address === NO_ADDRESS || forwardedFor === null) return address;
  for (const hop of forwardedFor.split(",").reverse()) {
    if (!trusted.has(address)) break;
    const before = parseForwardedAddress(hop.trim());
    if (before === undefined) break;
    address = before;
  }
  return address;
}
