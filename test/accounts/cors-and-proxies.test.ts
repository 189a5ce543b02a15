/** Tests CORS, and the client address behind proxies. */
import { afterAll, describe, expect, test } from "bun:test";
import { openAccounts, type RequestOptions } from "../support/servers/accounts-harness.ts";

const accounts = openAccounts(["10.0.0.0/8", "2001:db8:aaaa::/48"]);
afterAll(() => accounts.close());

const SITE = "https://example.nl";
const EXPOSED =
  "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Quota-Limit, X-Quota-Remaining, Retry-After, X-Request-Id, ETag, Link, Content-Crs, X-Pagination-Page, X-Pagination-Limit";
const CORS_HEADERS = [
  "access-control-allow-origin",
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
  "access-control-expose-headers",
  "access-control-allow-credentials",
];
const corsOf = (headers: Headers) => CORS_HEADERS.map((name) => headers.get(name));
const variesByOrigin = (headers: Headers) => /(^|, )Origin(,|$)/.test(headers.get("vary") ?? "");

const browser = accounts.issue({
  kind: "browser",
  origins: [SITE, "https://*.shop.example"],
  monthlyQuota: 1000,
});

describe("answers to a browser key from an approved origin may be read by its page", () => {
  test.each([
    ["/cities", 200],
    ["/cities?page=x", 422],
    ["/cities?sort=x", 400],
    ["/cities/9999", 404],
  ])("%s %d", async (path, status) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await accounts.ask(path, { token: browser, origin: SITE, method });
      expect(answer.status).toBe(status);
      expect(corsOf(answer.headers)).toEqual([SITE, null, null, null, EXPOSED, null]);
      expect(variesByOrigin(answer.headers)).toBe(true);
    }
  });

  test("304", async () => {
    const { headers } = await accounts.ask("/cities", { token: browser, origin: SITE });
    const cachedHeaders = { "if-none-match": headers.get("etag")! };
    const answer = await accounts.ask("/cities", { token: browser, origin: SITE, headers: cachedHeaders });
    expect(answer.status).toBe(304);
    expect(corsOf(answer.headers)).toEqual([SITE, null, null, null, EXPOSED, null]);
  });

  test("429 of rate and quota", async () => {
    const limits = { kind: "browser", origins: [SITE] } as const;
    for (const token of [
      accounts.issue({ ...limits, ratePerMinute: 1 }),
      accounts.issue({ ...limits, monthlyQuota: 1 }),
    ]) {
      await accounts.ask("/cities", { token, origin: SITE });
      const answer = await accounts.ask("/cities", { token, origin: SITE });
      expect(answer.status).toBe(429);
      expect(corsOf(answer.headers)).toEqual([SITE, null, null, null, EXPOSED, null]);
    }
  });

  test("a subdomain's, when the pattern says so", async () => {
    const origin = "https://www.shop.example";
    const { status, headers } = await accounts.ask("/cities", { token: browser, origin });
    expect([status, headers.get("access-control-allow-origin")]).toEqual([200, origin]);
  });
});

test.each([
  "https://evil-example.nl",
  "https://example.nl.evil.com",
  "http://example.nl",
  "https://example.nl:8443",
  "https://example.nl.",
  "https://www.example.nl",
  "https://shop.example",
  "null",
  "*",
  undefined,
])("Origin %p is refused for a browser key, without CORS headers", async (origin) => {
  const answer = await accounts.ask("/cities", { token: browser, origin });
  expect(answer).toMatchObject({ status: 403, code: "origin_not_allowed" });
  expect(corsOf(answer.headers)).toEqual([null, null, null, null, null, null]);
  expect(variesByOrigin(answer.headers)).toBe(true);
});

test("a browser key in a program: the 403 says that a server key is needed", async () => {
  const answer = await accounts.ask("/cities", { token: browser });
  expect(JSON.parse(answer.text).message).toEndWith("Programs need a server key.");
});

test("server keys get no CORS headers, on errors neither", async () => {
  for (const path of ["/cities", "/cities?page=x"]) {
    const { headers } = await accounts.ask(path, { token: accounts.issue(), origin: SITE });
    expect(corsOf(headers)).toEqual([null, null, null, null, null, null]);
  }
});

describe("errors before a key is known may be read by pages of origins that some browser key approves", () => {
  test.each<[number, string, RequestOptions]>([
    [401, "/cities", {}],
    [401, "/cities", { token: `${browser}x` }],
    [404, "/nope", { token: browser }],
    [405, "/cities", { token: browser, method: "DELETE" }],
    [414, `/cities?x=${"x".repeat(8_000)}`, { token: browser }],
  ])("%d", async (status, path, asked) => {
    for (const origin of [SITE, "https://evil-example.nl", undefined]) {
      const answer = await accounts.ask(path, { ...asked, origin });
      expect(answer.status).toBe(status);
      expect(variesByOrigin(answer.headers)).toBe(true);
      const allowed = origin === SITE ? [SITE, null, null, null, EXPOSED, null] : new Array(6).fill(null);
      expect(corsOf(answer.headers)).toEqual(allowed);
    }
  });

  test("403 of a known key: by its own origins, whatever refuses", async () => {
    const elsewhere = accounts.issue({ kind: "browser", origins: [SITE], ipRanges: ["192.0.2.0/24"] });
    const refused = await accounts.ask("/cities", { token: elsewhere, origin: SITE });
    expect([refused.code, ...corsOf(refused.headers)]).toEqual([
      "ip_not_allowed",
      ...[SITE, null, null, null, EXPOSED, null],
    ]);
    const posted = await accounts.ask("/export/addresses", { token: browser, origin: SITE, method: "POST" });
    expect([posted.code, ...corsOf(posted.headers)]).toEqual([
      "key_read_only",
      ...[SITE, null, null, null, EXPOSED, null],
    ]);
  });
});

describe("preflight", () => {
  const ALLOWED = [
    "GET, HEAD",
    "Authorization, X-Api-Key, Content-Type, Accept, Accept-Language, If-None-Match, X-Requested-With, traceparent",
    "7200",
    null,
    null,
  ];
  const ask = (path: string, origin: string) =>
    accounts.ask(path, {
      method: "OPTIONS",
      origin,
      headers: { "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
    });

  test.each([
    ["/cities", SITE, SITE],
    ["/cities/3631", "https://a.shop.example", "https://a.shop.example"],
    // Otherwise the browser would never show the page that its route is unknown.
    ["/nope", SITE, SITE],
    ["/demo/lookup", "https://anyone.example", "*"],
    ["/status", "null", "*"],
  ])("%s from %s is allowed without a key", async (path, origin, allowed) => {
    const { status, headers, text } = await ask(path, origin);
    expect([status, text]).toEqual([204, ""]);
    expect(corsOf(headers)).toEqual([allowed, ...ALLOWED]);
    expect(variesByOrigin(headers)).toBe(allowed !== "*");
    expect(headers.has("x-ratelimit-limit")).toBe(false);
  });

  test.each(["https://evil-example.nl", "null", "http://example.nl"])(
    "%s is answered, not allowed",
    async (origin) => {
      const { status, headers } = await ask("/cities", origin);
      expect(status).toBe(204);
      expect(corsOf(headers)).toEqual([null, null, null, null, null, null]);
      expect(variesByOrigin(headers)).toBe(true);
    },
  );

  test("an origin is allowed until the last key that approves it is revoked", async () => {
    const origin = "https://passing.example";
    const token = accounts.issue({ kind: "browser", origins: [origin] });
    const allowed = async () => (await ask("/cities", origin)).headers.get("access-control-allow-origin");
    await accounts.ask("/cities", { token, origin });
    expect(await allowed()).toBe(origin);
    accounts.keys.revoke(Number.parseInt(token, 10));
    await accounts.ask("/cities", { token: "1|x" });
    expect(await allowed()).toBeNull();
  });

  test("an OPTIONS without Origin is no preflight", async () => {
    expect(await accounts.ask("/cities", { method: "OPTIONS" })).toMatchObject({ status: 405 });
    expect(await accounts.ask("/nope", { method: "OPTIONS" })).toMatchObject({ status: 404 });
  });
});

describe("addresses a key may be used from", () => {
  const token = accounts.issue({
    ipRanges: ["192.0.2.0/24", "2001:db8:1::/48", "198.51.100.7", "10.20.0.0/16"],
  });

  /** Columns: socket address, X-Forwarded-For, true when the key may be used. */
  test.each<[string, string | undefined, boolean]>([
    ["192.0.2.200", undefined, true],
    ["192.0.3.1", undefined, false],
    ["198.51.100.7", undefined, true],
    ["198.51.100.8", undefined, false],
    ["::ffff:192.0.2.1", undefined, true],
    ["2001:db8:1:2::3", undefined, true],
    ["2001:db8:2::1", undefined, false],
    // Forged: the connection comes from no proxy of ours.
    ["203.0.113.1", "192.0.2.1", false],
    ["203.0.113.1", "10.0.0.1, 192.0.2.1", false],
    // Behind our proxies the rightmost address that is not a trusted proxy counts.
    ["10.0.0.1", "192.0.2.1", true],
    ["10.0.0.1", "192.0.2.1, 203.0.113.1", false],
    ["10.0.0.1", "203.0.113.1, 192.0.2.1", true],
    ["10.0.0.1", "203.0.113.1, 192.0.2.1, 10.9.9.9", true],
    ["2001:db8:aaaa::1", "2001:db8:1::9", true],
    ["::ffff:10.0.0.1", "::ffff:192.0.2.1", true],
    ["10.0.0.1", "010.20.0.1", false],
    ["10.0.0.1", "192.0.2.1:443", true],
    ["10.0.0.1", "[2001:db8:1::9]:443", true],
    ["10.0.0.1", "192.0.2.1:443, 203.0.113.1:443", false],
    ["10.0.0.1", "", false],
    ["10.20.0.1", undefined, true],
  ])("%s forwarded for %p: %p", async (address, forwardedFor, isAllowed) => {
    const headers: Record<string, string> =
      forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
    const answer = await accounts.ask("/cities", { token, address, headers });
    expect([answer.status, answer.code]).toEqual(isAllowed ? [200, undefined] : [403, "ip_not_allowed"]);
  });

  test("a client whose connection is gone has no address", async () => {
    const request = new Request("http://x/api/v1/cities", { headers: { authorization: `Bearer ${token}` } });
    expect((await accounts.app.fetch(request, () => undefined)).status).toBe(403);
  });
});

test("the demo counts the client behind the proxy, not the proxy", async () => {
  const demo = (forwardedFor: string) =>
    accounts.ask("/demo/lookup?postcode=1382KT&number=5", {
      address: "10.0.0.1",
      headers: { "x-forwarded-for": forwardedFor },
    });
  for (let n = 0; n < 10; n++) {
    expect((await demo("198.51.100.1")).status).toBe(200);
  }
  expect((await demo("203.0.113.99, 198.51.100.1")).status).toBe(429);
  expect((await demo("198.51.100.2")).status).toBe(200);
});

/** Columns: socket address, headers of a proxy, start of the links in the answer. */
test.each<[string, Record<string, string>, string]>([
  [
    "10.0.0.1",
    { "x-forwarded-proto": "https", "x-forwarded-host": "api.example.nl" },
    "https://api.example.nl/",
  ],
  ["10.0.0.1", { "x-forwarded-proto": "http" }, "http://adres.example/"],
  ["10.0.0.1", { "x-forwarded-host": "evil.nl, API.example.nl:8443" }, "https://api.example.nl:8443/"],
  ["10.0.0.1", { "x-forwarded-host": 'a"b', "x-forwarded-proto": "javascript" }, "https://adres.example/"],
  ["203.0.113.1", { "x-forwarded-proto": "http", "x-forwarded-host": "evil.nl" }, "https://adres.example/"],
])("links from %s with %j begin with %s", async (address, headers, start) => {
  const { text } = await accounts.ask("/streets", { token: accounts.issue(), address, headers });
  expect(JSON.parse(text).links.first).toStartWith(`${start}api/v1/streets`);
});

test("a token in the URL is shown to nobody", async () => {
  const token = accounts.issue();
  for (const path of [
    `/${token}`,
    `/provinces/${token}`,
    `/cities?sort=${token}`,
    `/cities/${encodeURIComponent(token)}`,
  ]) {
    const { text, status } = await accounts.ask(path, { token });
    expect(status).toBeOneOf([400, 404, 422]);
    expect(text.includes(token.split("|")[1]!)).toBe(false);
  }
});
