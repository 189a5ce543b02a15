/** Tests keys on interfaces of other services: every form of a token, link keys, the open key, and errors in their form. */
import { afterAll, describe, expect, test } from "bun:test";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";

const ROOT = "/kadaster/bag/ogc/v2";
const closed = openInterfaces(null);
afterAll(() => closed.close());

const basic = (token: string) => `Basic ${btoa(token.replace("|", ":"))}`;
const inPath = (token: string, path: string) => `/key/${encodeURIComponent(token)}${path}`;
const inQuery = (token: string, path: string) => `${path}?key=${encodeURIComponent(token)}`;
const hrefsOf = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { links: { href: string }[] }).links.map(({ href }) => href);

describe("a token is read from", () => {
  const server = closed.issue({ kind: "server" });
  test.each([
    ["Authorization: Bearer", { authorization: `Bearer ${server}` }],
    ["Authorization: Basic", { authorization: basic(server) }],
    ["X-Api-Key", { "x-api-key": server }],
  ])("%s, and no link shows it", async (_, headers) => {
    const answer = await closed.ask(ROOT, { headers });
    expect(answer.status).toBe(200);
    expect((await hrefsOf(answer)).filter((href) => !href.startsWith(ORIGIN + ROOT))).toEqual([]);
    expect((await closed.ask("/api/v1/cities", { headers })).status).toBe(200);
  });

  test("a path segment or the parameter key, which every link repeats", async () => {
    const link = closed.issue({});
    for (const token of [link, link.replace("|", "%7C")]) {
      const answer = await closed.ask(`/key/${token}${ROOT}/`);
      expect(answer.status).toBe(200);
      for (const href of await hrefsOf(answer)) {
        expect(href).toStartWith(`${ORIGIN}/key/${token}${ROOT}`);
        expect((await closed.ask(href.slice(ORIGIN.length))).status).toBe(200);
      }
    }
    const answer = await closed.ask(inQuery(link, ROOT));
    for (const href of await hrefsOf(answer)) {
      expect(new URL(href).searchParams.get("key")).toBe(link);
      expect((await closed.ask(href.slice(ORIGIN.length))).status).toBe(200);
    }
  });

  test("a header before the URL; then links do not repeat the URL's", async () => {
    const headers = { "x-api-key": closed.issue({ kind: "server" }) };
    const answer = await closed.ask(inQuery(closed.issue({}), ROOT), { headers });
    expect((await hrefsOf(answer)).filter((href) => href.includes("key"))).toEqual([]);
  });
});

describe("a key in the URL", () => {
  const link = closed.issue({ ipRanges: ["203.0.113.0/24"] });
  const server = closed.issue({ kind: "server" });

  test("of kind server is refused", async () => {
    for (const path of [inPath(server, ROOT), inQuery(server, ROOT)]) {
      const answer = await closed.ask(path);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, "key_in_url"]);
    }
  });

  test("of kind link works from its addresses only, and only reads", async () => {
    expect((await closed.ask(inPath(link, ROOT))).status).toBe(200);
    expect((await closed.ask(inPath(link, ROOT), { method: "HEAD" })).status).toBe(200);
    const elsewhere = await closed.ask(inPath(link, ROOT), { address: "198.51.100.1" });
    expect(await elsewhere.json()).toMatchObject({ status: 403, code: "ip_not_allowed" });
    const write = { method: "POST", headers: { authorization: `Bearer ${link}` } };
    expect((await closed.ask("/api/v1/export/addresses", write)).status).toBe(403);
  });

  test("of kind link has its own rate, and a limit per visitor only when given", async () => {
    const slow = closed.issue({ ratePerMinute: 2 });
    const statuses = [];
    for (let i = 0; i < 3; i++) {
      statuses.push((await closed.ask(inPath(slow, ROOT))).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    const shared = closed.issue({ visitorRatePerMinute: 1 });
    expect((await closed.ask(inPath(shared, ROOT))).status).toBe(200);
    expect((await closed.ask(inPath(shared, ROOT))).status).toBe(429);
    expect((await closed.ask(inPath(shared, ROOT), { address: "203.0.113.8" })).status).toBe(200);
  });

  test("as a path segment is only for these interfaces", async () => {
    expect((await closed.ask(inPath(link, "/api/v1/cities"))).status).toBe(404);
    expect((await closed.ask(inQuery(link, "/api/v1/cities"))).status).toBe(200);
    expect((await closed.ask("/key/x")).status).toBe(404);
  });

  test("that is wrong is 401 in the form of the interface, which pages may read", async () => {
    for (const path of [inPath("1|bkn_wrong", ROOT), inQuery("1|x", ROOT), `/key/%zz${ROOT}`, ROOT]) {
      const answer = await closed.ask(path, { headers: { origin: "https://a.example" } });
      expect([401, 400]).toContain(answer.status);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(await answer.json()).toMatchObject({ status: answer.status, description: expect.any(String) });
    }
  });
});

describe("without a key", () => {
  test("the open key counts, from its addresses; from others the request needs a key", async () => {
    const open = openInterfaces({ ipRanges: ["203.0.113.0/24"], ratePerMinute: 2, isToAll: false });
    const first = await open.ask(ROOT);
    expect([first.status, first.headers.get("x-ratelimit-remaining")]).toEqual([200, "1"]);
    expect(first.headers.get("access-control-allow-origin")).toBe("*");
    expect((await open.ask(ROOT, { address: "198.51.100.1" })).status).toBe(401);
    expect((await open.ask(ROOT, { headers: { "x-api-key": "" } })).status).toBe(200);
    expect((await open.ask(ROOT)).status).toBe(429);
    // A wrong key is not the open one, and other endpoints need a key.
    expect((await open.ask(ROOT, { headers: { "x-api-key": "1|x" } })).status).toBe(401);
    expect((await open.ask("/api/v1/cities")).status).toBe(401);
    open.close();
  });

  test("an open browser key admits pages of its origins", async () => {
    const open = openInterfaces({ kind: "browser", origins: ["https://a.example"], isToAll: false });
    const answer = await open.ask(ROOT, { headers: { origin: "https://a.example" } });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://a.example",
    ]);
    expect((await open.ask(ROOT, { headers: { origin: "https://b.example" } })).status).toBe(401);
    expect((await open.ask(ROOT)).status).toBe(401);
    open.close();
  });

  test("an open key that loses its addresses, or is revoked, admits nobody", async () => {
    const open = openInterfaces({ ipRanges: ["203.0.113.0/24"], isToAll: false });
    expect((await open.ask(ROOT)).status).toBe(200);
    open.keys.update(open.openKeyId!, { ipRanges: [] });
    await open.app.keys.refresh();
    expect((await open.ask(ROOT)).status).toBe(401);
    open.close();
    const revoked = openInterfaces({});
    revoked.keys.revoke(revoked.openKeyId!);
    await revoked.app.keys.refresh();
    expect((await revoked.ask(ROOT)).status).toBe(401);
    revoked.close();
  });

  test("demo data on this machine is open, other data is not", async () => {
    const host = "127.0.0.1";
    const real = openInterfaces(null, { host });
    expect((await real.ask(ROOT)).status).toBe(401);
    real.close();
    const unset = openInterfaces(null, { host, interfaces: undefined });
    expect((await unset.ask(ROOT)).status).toBe(404);
    unset.close();
  });
});

describe("the pipeline of all endpoints", () => {
  const open = openInterfaces();
  afterAll(() => open.close());

  test("answers HEAD, a slash at the end, an ETag, compression and a preflight", async () => {
    const [get, head, slash] = await Promise.all([
      open.ask(ROOT),
      open.ask(ROOT, { method: "HEAD" }),
      open.ask(`${ROOT}/`),
    ]);
    expect([get.status, head.status, slash.status]).toEqual([200, 200, 200]);
    expect(head.headers.get("content-length")).toBe(String((await get.text()).length));
    const etag = get.headers.get("etag")!;
    const again = await open.ask(ROOT, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    const zipped = await open.ask(`${ROOT}/api`, { headers: { "accept-encoding": "gzip" } });
    expect(zipped.headers.get("content-encoding")).toBe("gzip");
    const preflight = await open.ask(ROOT, { method: "OPTIONS", headers: { origin: "https://a.example" } });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("X-Api-Key");
  });

  test("counts by interface, and refuses what it refuses elsewhere", async () => {
    expect((await open.ask(`${ROOT}?q=${"x".repeat(8_000)}`)).status).toBe(414);
    expect((await open.ask(ROOT, { method: "POST" })).status).toBe(405);
    const requests = () =>
      Number(/^baken_interface_requests_total\{interface="ogc"\} (\d+)$/m.exec(open.app.metrics())![1]);
    const before = requests();
    await open.ask(`${ROOT}/collections`);
    expect(requests()).toBe(before + 1);
  });

  test("names the limit of a key as the BAG API does, on refusals too", async () => {
    const once = openInterfaces({ ratePerMinute: 1 });
    const info = "/lvbag/individuelebevragingen/v2/info";
    for (const status of [200, 429]) {
      const { headers, status: code } = await once.ask(info);
      expect(code).toBe(status);
      expect([headers.get("ratelimit-limit"), headers.get("ratelimit-remaining")]).toEqual(["1", "0"]);
      const resetS = Number(headers.get("ratelimit-reset"));
      expect(resetS >= 0 && resetS <= 60).toBe(true);
    }
    expect((await once.ask(ROOT)).headers.has("ratelimit-limit")).toBe(false);
    once.close();
  });

  test("has no route of an interface that is off", async () => {
    const off = openInterfaces({}, { interfaces: [] });
    const answer = await off.ask(ROOT);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      404,
      "route_not_found",
    ]);
    expect(off.app.metrics()).not.toContain("baken_interface_requests_total");
    off.close();
  });
});
