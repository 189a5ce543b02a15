import { BoundedMap, memoize } from "../base/memoize.ts";
import { type IpRanges, parseForwardedAddress, parseIpAddress } from "./ip-address.ts";

/** Stands for the address of a client whose connection is closed. */
export const NO_ADDRESS = "";

/** Parsed addresses of the peers seen last; one connection sends many requests, and a proxy has few addresses. */
const peers = new BoundedMap<string, string | undefined>(1_024);

function parsePeer(text = ""): string | undefined {
  return memoize(peers, text, () => parseIpAddress(text));
}

/** Returns true when the peer of the connection is a proxy whose forwarding headers are trusted. */
export function isTrustedProxy(peerAddress: string | undefined, trusted: IpRanges): boolean {
  const address = parsePeer(peerAddress);
  return address !== undefined && trusted.has(address);
}

/**
 * Returns the address of the client: the peer of the connection or, when that is a trusted proxy, the rightmost address
 * of `X-Forwarded-For` that is not a trusted proxy. Entries left of it were written by the client and may be forged. An
 * entry that is no address, with or without a port, ends the search: the proxy that wrote it is returned.
 */
export function clientAddress(
  peerAddress: string | undefined,
  forwardedFor: string | null,
  trusted: IpRanges,
): string {
  let address = parsePeer(peerAddress) ?? NO_ADDRESS;
  if (address === NO_ADDRESS || forwardedFor === null) {
    return address;
  }
  for (const hop of forwardedFor.split(",").reverse()) {
    if (!trusted.has(address)) {
      break;
    }
    const previousHop = parseForwardedAddress(hop.trim());
    if (previousHop === undefined) {
      break;
    }
    address = previousHop;
  }
  return address;
}
