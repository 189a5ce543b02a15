import { describe, expect, test } from "bun:test";
import { isAddress, isFromOwnPage } from "./own-page.ts";

const SITES = [undefined, "same-origin", "none", "same-site", "cross-site"] as const;
const ORIGINS = { none: undefined, own: "https://own.example", other: "https://other.example" } as const;
type Origin = keyof typeof ORIGINS;

/** Columns: Sec-Fetch-Site as SITES; `+` for requests that are allowed. */
const TABLE: readonly [
  policy: "mcp" | "pages" | "operator",
  method: string,
  origin: Origin,
  allowed: string,
][] = [
  ["mcp", "POST", "none", "+++++"],
  ["mcp", "POST", "own", "+++++"],
  ["mcp", "POST", "other", "-----"],
  ["mcp", "GET", "other", "-----"],
  ["pages", "GET", "none", "+++++"],
  ["pages", "HEAD", "other", "+++++"],
  ["pages", "POST", "none", "++---"],
  ["pages", "POST", "own", "++---"],
  ["pages", "DELETE", "own", "++---"],
  ["pages", "POST", "other", "-+---"],
  ["operator", "GET", "none", "+++--"],
  ["operator", "HEAD", "own", "+++--"],
  ["operator", "GET", "other", "-----"],
  ["operator", "POST", "none", "-+---"],
  ["operator", "POST", "own", "++---"],
  ["operator", "PATCH", "own", "++---"],
  ["operator", "POST", "other", "-----"],
];

describe("the page that sends a request", () => {
  test.each(TABLE)("%s: %s with %s Origin: %s", (policy, method, origin, allowed) => {
    const found = SITES.map((site) => {
      const headers = new Headers();
      site !== undefined && headers.set("sec-fetch-site", site);
      ORIGINS[origin] !== undefined && headers.set("origin", ORIGINS[origin]);
      const request = new Request("https://own.example/", { method, headers });
      return isFromOwnPage(request, policy, (name) => name === ORIGINS.own) ? "+" : "-";
    });
    expect(found.join("")).toBe(allowed);
  });
});

test.each([
  ["127.0.0.1", true],
  ["[2001:db8::1]", true],
  ["10.1.2.3.example", false],
  ["localhost", false],
])("%s is an address: %p", (host, expected) => {
  expect(isAddress(host)).toBe(expected);
});
