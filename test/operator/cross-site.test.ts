/** Tests that other pages, names and networks cannot use the operator's session. */
import { afterAll, describe, expect, test } from "bun:test";
import { OPERATIONS } from "../../src/pages/operator/server/operations/index.ts";
import { openOperator } from "../support/servers/operator-harness.ts";

const operator = await openOperator();
const cookie = await operator.session();
afterAll(() => operator.close());

const revoke = { name: "x" };

/** Sends a change with a live session and these headers, without those that the harness sets. */
async function change(headers: Record<string, string>, body = JSON.stringify(revoke)) {
  const response = await fetch(`${operator.url}/api/keys/999/revoke`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json", ...headers },
    body,
  });
  return [response.status, ((await response.json()) as { code: string }).code];
}

const FORBIDDEN = [403, "origin_not_allowed"];
/** Answer of the handler: the request came through. */
const THROUGH = [404, "not_found"];

describe("a change needs a sign that the pages themselves send it", () => {
  test("from their own origin it comes through", async () => {
    expect(await change({ origin: operator.url })).toEqual(THROUGH);
    expect(await change({ "sec-fetch-site": "same-origin" })).toEqual(THROUGH);
    expect(await change({ "sec-fetch-site": "same-origin", origin: operator.url })).toEqual(THROUGH);
  });

  test.each([
    [
      "a page on another port of this host, which browsers call the same site",
      { "sec-fetch-site": "same-site" },
    ],
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["the address bar", { "sec-fetch-site": "none" }],
    ["the origin of another port", { origin: "http://127.0.0.1:8080" }],
    ["an origin of another scheme", { origin: operator.url.replace("http:", "https:") }],
    ["an origin that is hidden", { origin: "null" }],
    [
      "a sign that contradicts the origin",
      { "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:8080" },
    ],
    ["no sign at all", {}],
  ])("from %s it is refused", async (_name, headers) => {
    expect(await change(headers as Record<string, string>)).toEqual(FORBIDDEN);
  });

  test("reading is refused to pages of other origins too, but not to programs without these headers", async () => {
    const read = async (headers: Record<string, string>) =>
      (await fetch(`${operator.url}/api/keys`, { headers: { cookie, ...headers } })).status;
    expect(await read({})).toBe(200);
    expect(await read({ "sec-fetch-site": "none" })).toBe(200);
    expect(await read({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await read({ origin: "http://127.0.0.1:8080" })).toBe(403);
  });

  test("login is refused to other origins, whatever the token", async () => {
    expect((await operator.logIn(operator.token, { origin: "http://127.0.0.1:8080" })).status).toBe(403);
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonx",
    "",
  ])("a body of type %p is refused: forms can send it", async (type) => {
    const headers = { origin: operator.url, "content-type": type };
    expect(await change(headers)).toEqual([415, "unsupported_media_type"]);
  });

  test("no operation changes anything by GET, and unknown methods and preflights are refused", async () => {
    expect(
      OPERATIONS.filter(({ method, requestBody: body }) => (method === "GET") === (body !== undefined)),
    ).toEqual([]);
    const statusOf = async (method: string, path: string) =>
      (await operator.ask(method, path, { cookie })).status;
    expect(await statusOf("DELETE", "/api/keys/1")).toBe(405);
    expect(await statusOf("HEAD", "/api/keys")).toBe(405);
    expect(await statusOf("GET", "/api/keys/1/rotate")).toBe(405);
    expect(await statusOf("GET", "/api/nothing")).toBe(404);
    const preflight = await fetch(`${operator.url}/api/keys`, {
      method: "OPTIONS",
      headers: { origin: "https://a.nl" },
    });
    expect([preflight.status, preflight.headers.has("access-control-allow-origin")]).toEqual([403, false]);
  });
});

describe("Host", () => {
  const statusWith = async (host: string, path = "/") =>
    (await fetch(operator.url + path, { headers: { host } })).status;

  test.each(["localhost", "127.0.0.1:1", "[::1]:9090", "10.1.2.3", "[2001:db8::1]"])(
    "%s names this server",
    async (host) => {
      expect(await statusWith(host)).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "a@127.0.0.1",
    "127.0.0.1/x",
  ])("%s does not: any page could have that name", async (host) => {
    expect(await statusWith(host)).toBe(403);
    expect(await statusWith(host, "/api/session")).toBe(403);
  });

  test("metrics answer under the same names, without a login", async () => {
    expect(await statusWith("evil.example:9090", "/metrics")).toBe(403);
    expect(await statusWith("10.1.2.3:9090", "/metrics")).toBe(200);
    const { status, text } = await operator.ask("GET", "/metrics");
    expect([status, text.includes("baken_build_info")]).toEqual([200, true]);
    expect(text).not.toContain(operator.token);
    expect((await operator.ask("POST", "/metrics")).status).toBe(405);
  });
});

describe("--admin-names", async () => {
  const named = await openOperator({ adminNames: ["node1", "baken.internal"] });
  afterAll(() => named.close());
  const statusWith = async (host: string, path: string) =>
    (await fetch(named.url + path, { headers: { host } })).status;

  test.each(["node1:9090", "NODE1", "baken.internal"])("%s names this server", async (host) => {
    expect([await statusWith(host, "/metrics"), await statusWith(host, "/")]).toEqual([200, 200]);
  });

  test.each(["node2:9090", "node1.evil.example", "internal"])("%s does not", async (host) => {
    expect([await statusWith(host, "/metrics"), await statusWith(host, "/")]).toEqual([403, 403]);
  });

  test("probes answer under every name", async () => {
    expect([await statusWith("evil.example", "/livez"), await statusWith("evil.example", "/readyz")]).toEqual(
      [200, 200],
    );
  });
});

describe("plain HTTP", () => {
  test("from another machine allows no login, and no session", async () => {
    const { status, json } = await operator.logIn(operator.token, {
      host: "10.1.2.3:9090",
      origin: "http://10.1.2.3:9090",
    });
    expect([status, json.reason]).toEqual([403, "plain_http"]);
    const headers = { host: "10.1.2.3:9090", origin: "http://10.1.2.3:9090" };
    const session = await operator.ask("GET", "/api/session", { cookie, headers });
    expect([session.status, session.json.reason]).toEqual([403, "plain_http"]);
  });

  test("does with --admin-insecure on", async () => {
    const insecure = await openOperator({ isInsecureAllowed: true });
    const headers = { host: "10.1.2.3:9090", origin: "http://10.1.2.3:9090" };
    const { status, headers: answered } = await insecure.logIn(insecure.token, headers);
    expect([status, answered.get("set-cookie")!.startsWith("baken-operator-9090=")]).toEqual([200, true]);
    await insecure.close();
  });
});

describe("behind a proxy with https", () => {
  test("--admin-url names the host; the cookie is for https only", async () => {
    const proxied = await openOperator({ adminUrl: "https://beheer.example.nl" });
    const headers = { host: "beheer.example.nl", origin: "https://beheer.example.nl" };
    const { status, headers: answered } = await proxied.logIn(proxied.token, headers);
    expect(status).toBe(200);
    expect(answered.get("set-cookie")).toMatch(
      /^__Host-baken-operator-443=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(
      (await proxied.logIn(proxied.token, { ...headers, origin: "http://beheer.example.nl" })).status,
    ).toBe(403);
    expect((await proxied.logIn(proxied.token, { ...headers, host: "beheer.example.nl:444" })).status).toBe(
      403,
    );
    await proxied.close();
  });
});

test("every answer forbids frames, sniffing and reading by other origins, and is not stored", async () => {
  for (const path of ["/", "/keys/1", "/api/keys", "/api/login", "/nothing"]) {
    const { headers } = await operator.ask("GET", path, { cookie });
    expect({ path, ...Object.fromEntries(headers) }).toMatchObject({
      "x-frame-options": "DENY",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
    });
  }
});
