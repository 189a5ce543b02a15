import { describe, expect, test } from "bun:test";
import { clientAddress } from "./client-address.ts";
import { IpRanges, networkOf, parseIpAddress, parseIpRange } from "./ip-address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::", "::"],
  ["010.0.0.1", undefined],
  ["127.1", undefined],
  ["2130706433", undefined],
  ["0x7f.0.0.1", undefined],
  ["192.0.2.1:80", undefined],
  ["", undefined],
])("address %j is %j", (text, expected) => {
  expect(parseIpAddress(text)).toBe(expected);
});

test.each([
  ["10.0.0.0/8", "10.0.0.0/8"],
  [" 2001:db8::/32 ", "2001:db8::/32"],
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:10.0.0.0/104", "10.0.0.0/8"],
  ["010.0.0.0/8", undefined],
  ["10.0.0.0/33", undefined],
  ["::ffff:10.0.0.0/64", undefined],
  ["10.0.0.0/", undefined],
  ["10.0.0.0/8/8", undefined],
  ["2001:db8::/129", undefined],
  ["example.nl", undefined],
])("range %j is %j", (text, expected) => {
  expect(parseIpRange(text)).toBe(expected);
});

test("ranges hold what they should and nothing else", () => {
  const ranges = new IpRanges(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32"]);
  const inside = ["10.255.0.1", "192.0.2.7", "2001:db8:ffff::1"];
  const outside = ["11.0.0.0", "192.0.2.8", "2001:db9::", "::a00:1"];
  expect([...inside, ...outside].map((address) => ranges.has(address))).toEqual([
    ...inside.map(() => true),
    ...outside.map(() => false),
  ]);
});

test("every IPv6 address is no IPv4 address, and the other way round", () => {
  const six = new IpRanges([parseIpRange("::/0")!]);
  const four = new IpRanges([parseIpRange("0.0.0.0/0")!]);
  const mapped = new IpRanges([parseIpRange("::ffff:0:0/96")!]);
  const addresses = ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "::1"].map(
    (text) => parseIpAddress(text)!,
  );
  expect(addresses.map((address) => six.has(address))).toEqual([false, false, true, true]);
  for (const ranges of [four, mapped]) {
    expect(addresses.map((address) => ranges.has(address))).toEqual([true, true, false, false]);
  }
});

test("one visitor is an IPv4 address or an IPv6 /64", () => {
  expect(networkOf("2001:db8:0:1::1")).toEqual(networkOf("2001:db8:0:1:ffff:ffff:ffff:ffff"));
  expect(networkOf("2001:db8:0:1::1")).not.toEqual(networkOf("2001:db8:0:2::1"));
  expect(networkOf("::1")).toEqual([0, 0]);
  expect(networkOf("192.0.2.1")).not.toEqual(networkOf("192.0.2.2"));
});

describe("the client behind proxies", () => {
  const trusted = new IpRanges(["10.0.0.0/8", "2001:db8:aaaa::/48"]);

  /** Columns: socket, X-Forwarded-For, expected client. */
  test.each<[string | undefined, string | null, string]>([
    ["192.0.2.1", null, "192.0.2.1"],
    ["192.0.2.1", "198.51.100.9", "192.0.2.1"],
    ["10.0.0.1", null, "10.0.0.1"],
    ["10.0.0.1", "198.51.100.9", "198.51.100.9"],
    ["::ffff:10.0.0.1", "198.51.100.9", "198.51.100.9"],
    ["2001:db8:aaaa::1", "2001:db8:bbbb::1", "2001:db8:bbbb::1"],
    ["10.0.0.1", "10.9.9.9, 198.51.100.9", "198.51.100.9"],
    ["10.0.0.1", "203.0.113.5, 198.51.100.9, 10.0.0.2", "198.51.100.9"],
    ["10.0.0.1", "203.0.113.5,198.51.100.9", "198.51.100.9"],
    ["10.0.0.1", "10.0.0.7", "10.0.0.7"],
    ["10.0.0.1", "198.51.100.9, 010.0.0.1", "10.0.0.1"],
    ["10.0.0.1", "198.51.100.9, unknown", "10.0.0.1"],
    ["10.0.0.1", "", "10.0.0.1"],
    ["10.0.0.1", "::ffff:198.51.100.9", "198.51.100.9"],
    // Some proxies write addresses with a port or with brackets.
    ["10.0.0.1", "198.51.100.9:5555", "198.51.100.9"],
    ["10.0.0.1", "[2001:db8:bbbb::1]:80", "2001:db8:bbbb::1"],
    ["10.0.0.1", "[2001:db8:bbbb::1]", "2001:db8:bbbb::1"],
    ["10.0.0.1", "[::ffff:198.51.100.9]:1", "198.51.100.9"],
    ["10.0.0.1", "203.0.113.5:1, 198.51.100.9:2, 10.9.9.9:3", "198.51.100.9"],
    // Without brackets, a port is parsed as a group of the IPv6 address.
    ["10.0.0.1", "2001:db8:bbbb::1:80", "2001:db8:bbbb::1:80"],
    ["10.0.0.1", "198.51.100.9:", "10.0.0.1"],
    ["10.0.0.1", "198.51.100.9:123456", "10.0.0.1"],
    ["10.0.0.1", "[198.51.100.9]:80", "10.0.0.1"],
    ["10.0.0.1", "010.20.0.1:80", "10.0.0.1"],
    [undefined, "198.51.100.9", ""],
  ])("%p %p: %p", (socket, forwardedFor, client) => {
    expect(clientAddress(socket, forwardedFor, trusted)).toBe(client);
  });
});
