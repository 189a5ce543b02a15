/** Tests every route with every state that a key can be in. */
import { afterAll, describe, expect, test } from "bun:test";
import { SharedCounters } from "../../src/accounts/memory/shared-counters.ts";
import { ENDPOINTS } from "../../src/http/endpoints/index.ts";
import { openAccounts, type RequestOptions } from "../support/servers/accounts-harness.ts";

const accounts = openAccounts();
afterAll(() => accounts.close());

const SITE = "https://example.nl";
const PAST = "2020-01-01T00:00:00.000Z";
const ANY_PATH = "/cities";

const server = accounts.issue();
const browser = accounts.issue({ kind: "browser", origins: [SITE] });
const revoked = accounts.issue();
accounts.keys.revoke(Number.parseInt(revoked, 10));
const expired = accounts.issue({ expiresAt: PAST });
const elsewhere = accounts.issue({ ipRanges: ["192.0.2.0/24"] });
const overRate = accounts.issue({ ratePerMinute: 1, monthlyQuota: 5 });
const overQuota = accounts.issue({ monthlyQuota: 1 });
for (const token of [overRate, overQuota]) {
  await accounts.ask(ANY_PATH, { token });
}

/** Expected outcome of an accepted request: any answer of the handler. */
const ACCEPTED = "in";
interface State {
  readonly name: string;
  readonly asked: RequestOptions;
  /** Expected outcomes of two routes that need a key: one that reads and one that writes. */
  readonly reading: string;
  readonly writing: string;
  readonly showsUsage: boolean;
}

const state = (
  name: string,
  asked: RequestOptions,
  expected: string | [reading: string, writing: string],
  shows = true,
): State => {
  const [reading, writing] = typeof expected === "string" ? [expected, expected] : expected;
  return { name, asked, reading, writing, showsUsage: shows };
};
const READ_ONLY = "403 key_read_only";

const STATES: readonly State[] = [
  state("no key", {}, "401 unauthenticated", false),
  state("an unknown key", { token: `9999|${server.split("|")[1]}` }, "401 unauthenticated", false),
  state("a wrong secret", { token: `${server}x` }, "401 unauthenticated", false),
  state("no token at all", { headers: { authorization: "Bearer nonsense" } }, "401 unauthenticated", false),
  state("a revoked key", { token: revoked }, "401 unauthenticated", false),
  state("an expired key", { token: expired }, "401 unauthenticated", false),
  state("a key of another address", { token: elsewhere }, "403 ip_not_allowed"),
  state("its own address", { token: elsewhere, address: "192.0.2.9" }, ACCEPTED),
  state("a browser key from its origin", { token: browser, origin: SITE }, [ACCEPTED, READ_ONLY]),
  state("a browser key from another origin", { token: browser, origin: "https://evil.nl" }, [
    "403 origin_not_allowed",
    READ_ONLY,
  ]),
  state("a browser key without origin", { token: browser }, ["403 origin_not_allowed", READ_ONLY]),
  state("a key over its rate", { token: overRate }, "429 rate_limited"),
  state("a key over its quota", { token: overQuota }, "429 quota_exceeded"),
  state("a server key", { token: server }, ACCEPTED),
  state("a server key with an origin", { token: server, origin: "https://evil.nl" }, ACCEPTED),
];

const guarded = ENDPOINTS.filter(({ auth }) => auth === "key");
const open = ENDPOINTS.filter(({ auth }) => auth !== "key");
const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, "1");

describe.each(guarded.map(({ method, path }) => [method, path] as const))("%s %s", (method, path) => {
  test.each(STATES)("with $name", async ({ asked, reading, writing, showsUsage }) => {
    for (const asking of method === "GET" ? ["GET", "HEAD"] : [method]) {
      const { status, code, headers } = await accounts.ask(urlOf(path), { ...asked, method: asking });
      const expected = method === "GET" ? reading : writing;
      const answer = asking === "HEAD" ? `${status}` : `${status} ${code}`;
      if (expected === ACCEPTED) {
        expect(status).not.toBeOneOf([401, 403, 429, 500]);
      } else {
        expect(answer).toBe(asking === "HEAD" ? expected.slice(0, 3) : expected);
      }
      expect(headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
      expect(headers.has("retry-after")).toBe(status === 429);
      for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
        expect(headers.has(name)).toBe(showsUsage);
      }
    }
  });
});

test("the three routes without a key, and no others, answer whatever key is sent", async () => {
  expect(open.map(({ path }) => path).sort()).toEqual(["/demo/lookup", "/problems/{problem}", "/status"]);
  for (const { path } of open) {
    for (const { asked } of STATES) {
      const { status, headers } = await accounts.ask(urlOf(path), asked);
      expect(status).toBeOneOf([200, 404, 422]);
      expect(headers.get("access-control-allow-origin")).toBe("*");
    }
  }
});

test("unknown routes and methods are answered before any key is looked at", async () => {
  for (const asked of [{}, { token: overRate }]) {
    expect(await accounts.ask("/nope", asked)).toMatchObject({ status: 404, code: "route_not_found" });
    const refused = await accounts.ask(ANY_PATH, { ...asked, method: "DELETE" });
    expect(refused).toMatchObject({ status: 405, code: "method_not_allowed" });
    expect(refused.headers.has("x-ratelimit-limit")).toBe(false);
  }
});

test("every 401 is the same answer", async () => {
  const refusals = STATES.filter(({ reading }) => reading.startsWith("401"));
  const answers = await Promise.all(
    refusals.map(async ({ asked }) => {
      const { text, headers } = await accounts.ask(ANY_PATH, asked);
      const { request_id, ...body } = JSON.parse(text);
      const shown = [...headers].filter(([name]) => name !== "x-request-id");
      return JSON.stringify([body, shown]);
    }),
  );
  expect(new Set(answers).size).toBe(1);
});

describe("costs", () => {
  const remaining = async (path: string, asked: RequestOptions) => {
    const { headers, status } = await accounts.ask(path, asked);
    return [status, headers.get("x-ratelimit-remaining"), headers.get("x-quota-remaining")];
  };

  test("rate and quota go down together; 400 and 422 return the quota; 304, 404 and HEAD count", async () => {
    const token = accounts.issue({ ratePerMinute: 20, monthlyQuota: 10 });
    const { headers } = await accounts.ask(ANY_PATH, { token });
    expect(headers.get("x-ratelimit-limit")).toBe("20");
    expect(headers.get("x-quota-limit")).toBe("10");
    expect(await remaining("/cities?page=x", { token })).toEqual([422, "18", "9"]);
    expect(await remaining("/cities?sort=x", { token })).toEqual([400, "17", "9"]);
    expect(await remaining("/cities/9999", { token })).toEqual([404, "16", "8"]);
    const etag = headers.get("etag")!;
    expect(await remaining(ANY_PATH, { token, headers: { "if-none-match": etag } })).toEqual([
      304,
      "15",
      "7",
    ]);
    expect(await remaining(ANY_PATH, { token, method: "HEAD" })).toEqual([200, "14", "6"]);
    expect(await remaining("/openapi.yaml", { token })).toEqual([200, "13", "5"]);
    expect(await remaining("/nope", { token })).toEqual([404, null, null]);
    expect(await remaining(ANY_PATH, { token })).toEqual([200, "12", "4"]);
  });

  test("403 shows the limits and costs nothing", async () => {
    const token = accounts.issue({ ipRanges: ["192.0.2.1"], ratePerMinute: 5, monthlyQuota: 5 });
    expect(await remaining(ANY_PATH, { token })).toEqual([403, "5", "5"]);
    expect(await remaining(ANY_PATH, { token, address: "192.0.2.1" })).toEqual([200, "4", "4"]);
    expect(await remaining(ANY_PATH, { token })).toEqual([403, "4", "4"]);
  });

  test("over the rate: nothing remains, Retry-After and Reset agree, and no quota is spent", async () => {
    const token = accounts.issue({ ratePerMinute: 2, monthlyQuota: 9 });
    for (let n = 0; n < 2; n++) {
      await accounts.ask(ANY_PATH, { token });
    }
    for (let n = 0; n < 3; n++) {
      const { status, headers } = await accounts.ask(ANY_PATH, { token });
      expect([status, headers.get("x-ratelimit-remaining"), headers.get("x-quota-remaining")]).toEqual([
        429,
        "0",
        "7",
      ]);
      const waitS = Number(headers.get("retry-after"));
      expect(waitS).toBeGreaterThan(50);
      expect(waitS).toBeLessThanOrEqual(60);
      const resetInS = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000;
      expect(Math.abs(resetInS - waitS)).toBeLessThan(1.5);
    }
  });

  test("over the quota: Retry-After reaches to the next month in UTC", async () => {
    const { headers } = await accounts.ask(ANY_PATH, { token: overQuota });
    const now = new Date();
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    expect(headers.get("x-quota-remaining")).toBe("0");
    expect(Math.abs(Number(headers.get("retry-after")) - (nextMonth - Date.now()) / 1000)).toBeLessThan(2);
  });

  test("a key without a quota shows none", async () => {
    const { headers } = await accounts.ask(ANY_PATH, { token: server });
    expect([headers.has("x-quota-limit"), headers.has("x-quota-remaining")]).toEqual([false, false]);
  });
});

describe("wrong tokens", () => {
  const wrong = { token: `${server}x` };

  test("after 30 a minute from one network further ones get 429, and valid keys go on", async () => {
    const from = (n: number) => ({ address: `2001:db8:0:1::${n.toString(16)}` });
    for (let n = 0; n < 30; n++) {
      expect(await accounts.ask(ANY_PATH, { ...wrong, ...from(n) })).toMatchObject({ status: 401 });
    }
    const refused = await accounts.ask(ANY_PATH, { ...wrong, ...from(99) });
    expect(refused).toMatchObject({ status: 429, code: "rate_limited" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
    expect(refused.headers.has("x-ratelimit-limit")).toBe(false);
    expect(await accounts.ask(ANY_PATH, { token: server, ...from(1) })).toMatchObject({ status: 200 });
    expect(await accounts.ask(ANY_PATH, from(1))).toMatchObject({ status: 401 });
    expect(await accounts.ask(ANY_PATH, { ...wrong, address: "2001:db8:0:2::1" })).toMatchObject({
      status: 401,
    });
  });
});

describe("the demo", () => {
  const DEMO = "/demo/lookup?postcode=1382KT&number=5";

  test("answers 10 a minute for one IPv4 address or IPv6 /64, and refuses the 11th", async () => {
    for (const addresses of [["192.0.2.200"], ["2001:db8:7:7::1", "2001:db8:7:7:8::2"]]) {
      for (let n = 0; n < 10; n++) {
        const { status, headers } = await accounts.ask(DEMO, { address: addresses[n % addresses.length]! });
        expect([status, headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")]).toEqual([
          200,
          "10",
          String(9 - n),
        ]);
      }
      const refused = await accounts.ask(DEMO, { address: addresses.at(-1)! });
      expect(refused).toMatchObject({ status: 429, code: "rate_limited" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(50);
      expect(refused.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect(await accounts.ask(DEMO, { address: "2001:db8:7:8::1" })).toMatchObject({ status: 200 });
  });

  test("shows the day's limit where that is what refuses, the minute's elsewhere", async () => {
    const address = "192.0.2.201";
    const shared = new SharedCounters(accounts.app.optionsForThread(0).shared!.counters);
    const beganS = Date.now() / 1000;
    for (let n = 0; n < 199; n++) {
      shared.consumeForAddress(["demoDay"], address);
    }
    const ask = async () => {
      const { status, headers } = await accounts.ask(DEMO, { address });
      const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) =>
        Number(headers.get(`x-ratelimit-${name}`)),
      );
      return {
        status,
        limit,
        remaining,
        resetInS: reset! - beganS,
        waitS: Number(headers.get("retry-after")),
      };
    };
    const last = await ask();
    expect(last).toMatchObject({ status: 200, limit: 10, remaining: 9 });
    expect(Math.abs(last.resetInS - 60)).toBeLessThan(3);
    const refused = await ask();
    expect(refused).toMatchObject({ status: 429, limit: 200, remaining: 0 });
    for (const seconds of [refused.resetInS, refused.waitS]) {
      expect(Math.abs(seconds - 86_400)).toBeLessThan(3);
    }
  });
});

test("metrics count what was answered, and hold no token", async () => {
  const text = accounts.app.metrics();
  const counted = new Map(
    text.split("\n").map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]),
  );
  expect(counted.get('baken_http_requests_total{route="/cities",status="200"}')).toBeGreaterThan(0);
  expect(counted.get('baken_http_requests_total{route="none",status="404"}')).toBe(3);
  expect(counted.get('baken_http_requests_total{route="none",status="405"}')).toBe(2);
  expect(counted.get('baken_limit_refusals_total{limit="quota"}')).toBeGreaterThan(0);
  expect(counted.get('baken_limit_refusals_total{limit="demo_minute"}')).toBe(2);
  expect(counted.get('baken_limit_refusals_total{limit="failed_tokens"}')).toBe(1);
  expect(counted.get('baken_http_request_duration_seconds_bucket{route="/status",le="+Inf"}')).toBe(
    STATES.length,
  );
  expect(counted.get('baken_registry_info{version="2021-10-15-0123456789ab"}')).toBe(1);
  expect(text.includes("bkn_")).toBe(false);
});
