/** Parses IP addresses in the text forms that sockets and proxies write, and ranges of them. */
import { BlockList, isIP, isIPv4 } from "node:net";

/** First six groups of an IPv4-mapped IPv6 address, `::ffff:a.b.c.d`. */
const MAPPED_GROUPS = [0, 0, 0, 0, 0, 0xffff];

/**
 * Returns an address in the form in which addresses are compared: IPv4-mapped IPv6 as IPv4, without a zone. Returns
 * `undefined` for anything else, also for `010.0.0.1`, `127.1` and `2130706433`, which parsers interpret differently.
 */
export function parseIpAddress(text: string): string | undefined {
  const [address = ""] = text.split("%", 1);
  if (isIP(address) === 0) {
    return undefined;
  }
  return mappedIpv4(address) ?? address;
}

/** Parses an address as proxies write it, with or without a port: `1.2.3.4:5555`, `[::1]:80`, `[2001:db8::1]`. */
export function parseForwardedAddress(text: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([0-9a-f:.%]+)\]|([0-9.]+))(?::\d{1,5})?$/i.exec(text) ?? [];
  if (bracketed !== undefined) {
    return bracketed.includes(":") ? parseIpAddress(bracketed) : undefined;
  }
  return parseIpAddress(plain ?? text);
}

/**
 * Returns the network that one visitor has to himself as two 32-bit numbers: the IPv4 address, or the IPv6 /64, the
 * block in which IPv6 networks are assigned. Returns zeros, which are nobody's network, for text that is no address.
 */
export function networkOf(address: string): readonly [high: number, low: number] {
  switch (isIP(address)) {
    case 4:
      // No IPv6 source address begins with ffff:ffff (multicast).
      return [0xffff_ffff, ipv4Number(address)];
    case 6: {
      const [a = 0, b = 0, c = 0, d = 0] = ipv6Groups(address);
      return [a * 0x1_0000 + b, c * 0x1_0000 + d];
    }
    default:
      return [0, 0];
  }
}

/**
 * Returns the range of networks that an address belongs to, coarse enough to name no household: the /24 of an IPv4
 * address, the /48 of an IPv6 address. Returns an empty text for text that is not an address.
 */
export function networkRange(address: string): string {
  switch (isIP(address)) {
    case 4:
      return `${address.slice(0, address.lastIndexOf("."))}.0/24`;
    case 6: {
      const groups = ipv6Groups(address).slice(0, 3);
      return `${groups.map((group) => group.toString(16)).join(":")}::/48`;
    }
    default:
      return "";
  }
}

function mappedIpv4(address: string): string | undefined {
  if (!address.includes(":")) {
    return undefined;
  }
  const groups = ipv6Groups(address);
  if (!MAPPED_GROUPS.every((group, i) => groups[i] === group)) {
    return undefined;
  }
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

function ipv4Number(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** Returns the eight 16-bit groups of a valid IPv6 address. */
function ipv6Groups(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const left = readGroups(head);
  if (tail === undefined) {
    return left;
  }
  const right = readGroups(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function readGroups(text: string): number[] {
  if (text === "") {
    return [];
  }
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) {
      return [Number.parseInt(group, 16)];
    }
    const number = ipv4Number(group);
    return [Math.floor(number / 0x1_0000), number % 0x1_0000];
  });
}

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
