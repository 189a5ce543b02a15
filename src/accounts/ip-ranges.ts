import { BlockList, isIPv4 } from "node:net";
import { parseIpAddress } from "./ip-address.ts";

/** Parses an address or CIDR range to the form in which it is stored: `192.0.2.1`, `10.0.0.0/8`, `2001:db8::/32`. */
export function parseIpRange(text: string): string | undefined {
  const [written = "", prefix, ...rest] = text.trim().split("/");
  const address = parseIpAddress(written);
  if (address === undefined || written.includes("%") || rest.length > 0) {
    return undefined;
  }
  if (prefix === undefined) {
    return address;
  }
  if (!/^\d{1,3}$/.test(prefix)) {
    return undefined;
  }
  const isMapped = isIPv4(address) && written.includes(":");
  const bits = Number(prefix) - (isMapped ? 96 : 0);
  return bits >= 0 && bits <= widthOf(address) ? `${address}/${bits}` : undefined;
}

/**
 * Set of addresses and ranges; a lookup costs a fraction of a microsecond. Keeps IPv4 and IPv6 in separate lists: a
 * single BlockList would treat IPv4 as the IPv4-mapped part of IPv6, so that `::/0` would contain every address.
 */
export class IpRanges {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  readonly isEmpty: boolean;

  /** Takes ranges as parseIpRange returns them. */
  constructor(ranges: readonly string[]) {
    this.isEmpty = ranges.length === 0;
    for (const range of ranges) {
      const [address = "", bits] = range.split("/");
      const family = familyOf(address);
      this.#lists[family].addSubnet(address, bits === undefined ? widthOf(address) : Number(bits), family);
    }
  }

  /** Returns true when an address, as parseIpAddress returns it, is in the set. */
  has(address: string): boolean {
    if (this.isEmpty) {
      return false;
    }
    const family = familyOf(address);
    return this.#lists[family].check(address, family);
  }
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

function widthOf(address: string): number {
  return isIPv4(address) ? 32 : 128;
}
