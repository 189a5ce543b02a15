/** Tests who may log in to the operator's pages, how often one may try, and when a session ends. */
import { afterAll, describe, expect, test } from "bun:test";
import { OPERATIONS } from "../../src/pages/operator/server/operations/index.ts";
import { cookieOf, openOperator } from "../support/servers/operator-harness.ts";

const operator = await openOperator();
afterAll(() => operator.close());

const MINUTE_MS = 60_000;
const WRONG = "bkn_wrong_but_long_enough_to_be_a_token";

/** Ends all windows of wrong tokens. */
const pass = (ms: number) => {
  operator.clock.nowMs += ms;
};
const statusOf = async (cookie?: string, headers: Record<string, string> = {}) =>
  (await operator.ask("GET", "/api/session", { ...(cookie && { cookie }), headers })).status;

describe("login", () => {
  test("with the token begins a session; its cookie is not for scripts, other sites or other ports", async () => {
    const { status, headers } = await operator.logIn();
    expect(status).toBe(200);
    expect(headers.get("set-cookie")).toMatch(
      new RegExp(`^baken-operator-${operator.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`),
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("set-cookie")).not.toContain(operator.token);
    expect(await statusOf(cookieOf(headers))).toBe(200);
  });

  test("accepts the token with the white space that copying adds", async () => {
    expect((await operator.logIn(` ${operator.token}\n`)).status).toBe(200);
  });

  test.each([WRONG, "", "x".repeat(1_001)])("refuses %s", async (typed) => {
    const { status, headers, json, text } = await operator.logIn(typed);
    expect([status, json.code, headers.has("set-cookie")]).toEqual([401, "unauthenticated", false]);
    expect(text).not.toContain(operator.token);
    pass(MINUTE_MS);
  });

  test("refuses bodies without a token, and no body", async () => {
    const send = async (body?: string) =>
      (await operator.ask("POST", "/api/login", body === undefined ? {} : { body })).status;
    expect(await Promise.all([send("{}"), send("[]"), send('{"token":1}'), send("{"), send()])).toEqual([
      401, 401, 401, 400, 415,
    ]);
    pass(MINUTE_MS);
  });

  test("begins a new session each time and ends the one before in that browser", async () => {
    const first = await operator.session();
    const { headers } = await operator.ask("POST", "/api/login", {
      body: { token: operator.token },
      cookie: first,
    });
    const second = cookieOf(headers);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  });
});

describe("tries", () => {
  test("five wrong tokens a minute from one address; then 429, also for the right one, until the minute ends", async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) {
      statuses.push((await operator.logIn(WRONG)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401]);
    pass(30_000);
    const { status, headers, json } = await operator.logIn();
    expect([status, json.code, headers.get("retry-after")]).toEqual([429, "rate_limited", "30"]);
    pass(29_999);
    expect((await operator.logIn()).status).toBe(429);
    pass(1);
    expect((await operator.logIn()).status).toBe(200);
  });

  test("four wrong tokens leave the fifth try", async () => {
    for (let n = 0; n < 4; n++) {
      await operator.logIn(WRONG);
    }
    expect((await operator.logIn()).status).toBe(200);
    pass(MINUTE_MS);
  });

  test("wrong tokens from other addresses do not lock the operator out; each address behind a trusted proxy is one", async () => {
    const proxied = await openOperator({ trustedProxies: ["127.0.0.1"] });
    const from = (n: number, typed: string) =>
      proxied.logIn(typed, { "x-forwarded-for": `192.0.2.${n}` }).then(({ status }) => status);
    for (let n = 0; n < 40; n++) {
      expect(await from(n, WRONG)).toBe(401);
    }
    expect(await from(200, proxied.token)).toBe(200);
    for (let n = 0; n < 5; n++) {
      expect(await from(201, WRONG)).toBe(401);
    }
    expect([await from(201, proxied.token), await from(202, proxied.token)]).toEqual([429, 200]);
    await proxied.close();
  });
});

describe("session", () => {
  const IDLE_MS = 30 * MINUTE_MS;
  const ABSOLUTE_MS = 12 * 60 * MINUTE_MS;

  test("ends after thirty minutes without use", async () => {
    const [used, unused] = [await operator.session(), await operator.session()];
    pass(IDLE_MS - 1);
    expect(await statusOf(used)).toBe(200);
    pass(1);
    expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 401]);
    pass(IDLE_MS);
    expect(await statusOf(used)).toBe(401);
  });

  test("is not prolonged by what a page asks by itself", async () => {
    const cookie = await operator.session();
    pass(IDLE_MS - 1);
    expect(await statusOf(cookie, { "x-background": "1" })).toBe(200);
    pass(1);
    expect(await statusOf(cookie)).toBe(401);
  });

  test("ends twelve hours after its login, however much it is used", async () => {
    const cookie = await operator.session();
    for (let passed = 0; passed + IDLE_MS < ABSOLUTE_MS; passed += IDLE_MS - 1) {
      expect(await statusOf(cookie)).toBe(200);
      pass(IDLE_MS - 1);
    }
    const { json } = await operator.ask("GET", "/api/session", { cookie });
    pass(Date.parse(json.endsAt) - operator.clock.nowMs - 1);
    expect(await statusOf(cookie)).toBe(200);
    pass(1);
    expect(await statusOf(cookie)).toBe(401);
  });

  test("ends at logout, here or everywhere", async () => {
    const [a, b, c] = [await operator.session(), await operator.session(), await operator.session()];
    const { headers } = await operator.ask("POST", "/api/logout", { body: {}, cookie: a });
    expect(headers.get("set-cookie")).toContain("Max-Age=0");
    expect([await statusOf(a), await statusOf(b)]).toEqual([401, 200]);
    await operator.ask("POST", "/api/logout", { body: { everywhere: true }, cookie: b });
    expect([await statusOf(b), await statusOf(c)]).toEqual([401, 401]);
  });

  test("a hundred live at a time; a further login ends the one that was used least recently", async () => {
    const cookies: string[] = [];
    for (let n = 0; n < 100; n++) {
      cookies.push(await operator.session());
    }
    expect(await statusOf(cookies[0])).toBe(200);
    await operator.session();
    expect([await statusOf(cookies[0]), await statusOf(cookies[1]), await statusOf(cookies[2])]).toEqual([
      200, 401, 200,
    ]);
  });

  test.each([
    ...OPERATIONS.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, "1")] as const),
    ["GET", "/api/session"],
    ["POST", "/api/logout"],
    ["GET", "/api/unknown"],
  ])("is needed for %s %s", async (method, path) => {
    const body = method === "GET" ? undefined : {};
    for (const cookie of [
      undefined,
      `baken-operator-${operator.port}=`,
      `baken-operator-${operator.port}=AAAA`,
    ]) {
      const { status, json } = await operator.ask(method, path, {
        ...(body && { body }),
        ...(cookie && { cookie }),
      });
      expect([status, json.code]).toEqual([401, "unauthenticated"]);
    }
  });
});
