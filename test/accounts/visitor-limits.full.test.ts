/** Tests the limit per visitor of a browser key, through the real app and on a real server of four threads. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openAccounts } from "../support/servers/accounts-harness.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, type ServeProcess, startServe } from "../support/servers/serve-process.ts";

const SITE = "https://example.nl";
const BROWSER = { kind: "browser", origins: [SITE] } as const;

describe("in one process", () => {
  const accounts = openAccounts();
  afterAll(() => accounts.close());

  async function ask(token: string, address: string) {
    const { status, code, headers } = await accounts.ask("/cities", { token, address, origin: SITE });
    const [limit, remaining, quotaLeft] = [
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-quota-remaining",
    ].map((name) => headers.get(name));
    return { status, code, limit, remaining, left: quotaLeft, headers };
  }

  test.each<[string, object, number]>([
    ["30 by default", { ratePerMinute: 60 }, 30],
    ["30 also with a lower half", { ratePerMinute: 50 }, 30],
    ["half of a higher rate", { ratePerMinute: 101 }, 50],
    ["as set", { ratePerMinute: 60, visitorRatePerMinute: 2 }, 2],
    ["the key's own rate where none is set", { ratePerMinute: 60, visitorRatePerMinute: "none" }, 60],
  ])("%s", async (_, settings, expected) => {
    const token = accounts.issue({ ...BROWSER, ...settings });
    const statuses = [];
    for (let n = 0; n < expected + 2; n++) {
      statuses.push((await ask(token, "192.0.2.1")).status);
    }
    expect(statuses).toEqual([...new Array(expected).fill(200), 429, 429]);
  });

  test("what is refused has a code, the visitor's own headers, and costs the key nothing", async () => {
    const token = accounts.issue({
      ...BROWSER,
      ratePerMinute: 60,
      monthlyQuota: 100,
      visitorRatePerMinute: 2,
    });
    for (let n = 0; n < 2; n++) {
      await ask(token, "2001:db8::1");
    }
    for (let n = 0; n < 50; n++) {
      const refused = await ask(token, `2001:db8::${n}`);
      expect(refused).toMatchObject({
        status: 429,
        code: "visitor_rate_limited",
        limit: "2",
        remaining: "0",
        left: "98",
      });
      const waitS = Number(refused.headers.get("retry-after"));
      expect(waitS).toBeGreaterThan(50);
      expect(waitS).toBeLessThanOrEqual(60);
      const resetInS = Number(refused.headers.get("x-ratelimit-reset")) - Date.now() / 1000;
      expect(Math.abs(resetInS - waitS)).toBeLessThan(1.5);
      expect(refused.headers.get("access-control-allow-origin")).toBe(SITE);
    }
    expect(await ask(token, "2001:db8:0:1::1")).toMatchObject({
      status: 200,
      limit: "60",
      remaining: "57",
      left: "97",
    });
    // 58: these 50, and two in each of the four cases above in which the visitor limit refuses.
    expect(accounts.app.metrics()).toContain('baken_limit_refusals_total{limit="visitor"} 58\n');
  });

  test("a server key has no visitors", async () => {
    const token = accounts.issue({ ratePerMinute: 60 });
    for (let n = 0; n < 60; n++) {
      expect((await ask(token, "192.0.2.1")).status).toBe(200);
    }
    expect(await ask(token, "192.0.2.1")).toMatchObject({ status: 429, code: "rate_limited" });
  });
});

describe("on four threads", () => {
  const dataDir = makeDataFolder();
  let server: ServeProcess;
  beforeAll(async () => {
    issueKey(dataDir, {});
    server = await startServe(dataDir, ["--threads", "4", "--trusted-proxies", "127.0.0.1"]);
  });
  afterAll(async () => {
    await server.signal("SIGTERM");
    rmSync(dataDir, { recursive: true });
  });

  /** Sends `requests` requests of one visitor over 32 concurrent connections; returns the counts by status. */
  async function sendBurst(
    token: string,
    address: string,
    requests: number,
  ): Promise<Record<string, number>> {
    const headers = { authorization: `Bearer ${token}`, origin: SITE, "x-forwarded-for": address };
    const counts: Record<string, number> = {};
    await Promise.all(
      Array.from({ length: 32 }, async (_, n) => {
        for (let i = n; i < requests; i += 32) {
          const response = await fetch(`${server.url}/cities?per_page=1`, { headers, keepalive: false });
          await response.text();
          counts[response.status] = (counts[response.status] ?? 0) + 1;
        }
      }),
    );
    return counts;
  }

  test("one visitor gets exactly its limit, and leaves the rest to others", async () => {
    const token = issueKey(dataDir, { ...BROWSER, ratePerMinute: 100, monthlyQuota: 1_000 });
    expect(await sendBurst(token, "198.51.100.1", 400)).toEqual({ 200: 50, 429: 350 });
    expect(await sendBurst(token, "198.51.100.2", 40)).toEqual({ 200: 40 });
    // Ten are left of the key's hundred.
    expect(await sendBurst(token, "198.51.100.3", 40)).toEqual({ 200: 10, 429: 30 });
  }, 60_000);
});
