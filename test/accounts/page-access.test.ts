/** Tests access without a key in the header: sessions of the server's own pages, and keys of browsers in the URL. */
import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { type App, type AppOptions, createApp } from "../../src/app.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const ORIGIN = "http://127.0.0.1:8080";
const dataDir = makeDataFolder();
const assets = await buildAssets();
const apps: App[] = [];
const keys = openKeyStore(dataDir);

afterAll(() => {
  for (const app of apps) {
    app.close();
  }
  keys.close();
  rmSync(dataDir, { recursive: true });
});

function open(options: Partial<AppOptions>): App {
  const app = createApp({ dataDir, assets, ...options });
  apps.push(app);
  return app;
}

interface Asked {
  readonly method?: string;
  readonly origin?: string;
  readonly sent?: unknown;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

async function ask(
  app: App,
  path: string,
  { method = "GET", origin = ORIGIN, headers = {}, address = "192.0.2.1", sent }: Asked = {},
) {
  const request = new Request(origin + path, { method, headers, body: JSON.stringify(sent) });
  const response = await app.fetch(request, () => address);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") && text !== "";
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : undefined };
}

async function sessionOf(app: App): Promise<Record<string, string>> {
  const { body } = await ask(app, "/session");
  return { authorization: `Bearer ${body.data.token}` };
}

const SEARCH = "/api/v1/addresses/search?q=keurstraat&explain=1";

describe("a session of the page", () => {
  test.each<[string, Partial<AppOptions>, number]>([
    ["on", { publicPage: true, host: "0.0.0.0" }, 200],
    ["off", { publicPage: false, host: "127.0.0.1" }, 403],
    ["not set, on loopback with real data", { host: "127.0.0.1" }, 403],
    ["not set, for everybody", { host: "0.0.0.0" }, 403],
  ])("is issued as the operator chose: %s", async (_, options, status) => {
    const answer = await ask(open(options), "/session");
    expect(answer.status).toBe(status);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    if (status === 403) {
      expect(answer.body.code).toBe("page_closed");
    }
  });

  test.each([
    ["127.0.0.1", 200],
    ["0.0.0.0", 403],
  ])("is issued for demo data where only this machine reads it: on %s %i", async (host, status) => {
    const demoDir = await makeDemoFolder(100);
    try {
      expect((await ask(open({ dataDir: demoDir, host }), "/session")).status).toBe(status);
    } finally {
      rmSync(demoDir, { recursive: true });
    }
  });

  test("reads with the trace of a search, and nothing more", async () => {
    const app = open({ publicPage: true });
    const headers = await sessionOf(app);
    const found = await ask(app, SEARCH, { headers });
    expect(found.status).toBe(200);
    expect(found.body.meta.explain).toBeDefined();
    expect(found.headers.get("x-ratelimit-limit")).toBe("300");
    for (const [path, method, status] of [
      ["/api/v1/export/addresses", "POST", 403],
      ["/api/v1/mcp", "POST", 403],
      ["/api/v1/export/00000000-0000-4000-8000-000000000000", "GET", 404],
    ] as const) {
      expect((await ask(app, path, { method, headers })).status).toBe(status);
    }
  });

  test("allows 300 requests a minute from one address, and those of other addresses", async () => {
    const app = open({ publicPage: true });
    const headers = await sessionOf(app);
    const address = "198.51.100.7";
    const statuses: number[] = [];
    for (let n = 0; n < 301; n++) {
      statuses.push((await ask(app, "/api/v1/version", { headers, address })).status);
    }
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true);
    expect(statuses[300]).toBe(429);
    const refused = await ask(app, "/api/v1/version", { headers, address });
    expect(refused.body.code).toBe("rate_limited");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(app, "/api/v1/version", { headers, address: "198.51.100.8" })).status).toBe(200);
  });

  test("ends when the pages close, and is unknown to another server", async () => {
    const app = open({ publicPage: true });
    const headers = await sessionOf(app);
    for (const other of [open({ publicPage: true }), open({ publicPage: false })]) {
      const { status, body } = await ask(other, "/api/v1/version", { headers });
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
    }
  });

  test("works on every thread of a server", async () => {
    const app = open({ publicPage: true });
    const thread = createApp(app.optionsForThread(1));
    apps.push(thread);
    expect((await ask(thread, "/api/v1/version", { headers: await sessionOf(app) })).status).toBe(200);
  });
});

describe("the link of a local server", () => {
  const LOCAL = { host: "127.0.0.1" };
  const HERE = "127.0.0.1";
  const linkOf = async (app: App) =>
    (await app.pages.openLink(app.registry.current()))?.replace("#open=", "");
  const checkPathOf = (link: string) =>
    `/session/link/${createHash("sha256").update(`${hostname()}|${link}`).digest("hex")}`;
  const openBy = (app: App, link: unknown, asked: Asked = {}) =>
    ask(app, "/session/link", { address: HERE, ...asked, method: "POST", sent: { link } });

  test("opens one session, which reads where the pages need a key, on every thread", async () => {
    const app = open(LOCAL);
    const thread = createApp(app.optionsForThread(1));
    apps.push(thread);
    const link = (await linkOf(app))!;
    expect((await openBy(thread, `${link}x`)).status).toBe(403);
    const opened = await openBy(thread, link);
    expect([opened.status, opened.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(opened.headers.get("access-control-allow-origin")).toBeNull();
    for (const again of [app, thread]) {
      const { status, body } = await openBy(again, link);
      expect([status, body.code]).toEqual([403, "page_closed"]);
    }
    const headers = { authorization: `Bearer ${opened.body.data.token}` };
    expect((await ask(app, SEARCH, { headers, address: HERE })).status).toBe(200);
    const posted = { method: "POST", headers, address: HERE, sent: {} };
    expect((await ask(app, "/api/v1/export/addresses", posted)).body.code).toBe("key_read_only");
  });

  test.each<[string, Asked]>([
    ["another machine", { address: "192.0.2.1" }],
    ["a proxy that names its client", { headers: { "x-forwarded-for": "127.0.0.1" } }],
    ["a proxy that names the host", { headers: { "x-forwarded-host": "localhost" } }],
    ["a proxy of RFC 7239", { headers: { forwarded: "for=127.0.0.1" } }],
    ["a proxy that names itself", { headers: { via: "1.1 proxy" } }],
    ["another name of the machine", { origin: "http://attacker.example:8080" }],
  ])("opens nothing for %s, is not used up by it, and no session works there", async (_, asked) => {
    const app = open(LOCAL);
    const link = await linkOf(app);
    expect((await openBy(app, link, asked)).status).toBe(403);
    expect((await ask(app, checkPathOf(link!), { address: HERE, ...asked })).status).toBe(403);
    const { status, body } = await openBy(app, link, { address: "::ffff:127.0.0.1" });
    expect(status).toBe(200);
    const authorization = `Bearer ${body.data.token}`;
    const headers = { ...asked.headers, authorization };
    expect((await ask(app, SEARCH, { address: HERE, ...asked, headers })).status).toBe(401);
    expect((await ask(app, SEARCH, { address: HERE, headers: { authorization } })).status).toBe(200);
  });

  test.each<[string, unknown, number]>([
    ["absent", undefined, 403],
    ["a number", 1, 403],
    ["empty", "", 403],
    ["too long", "x".repeat(2_000), 413],
  ])("is refused when it is %s", async (_, link, status) => {
    expect((await openBy(open(LOCAL), link)).status).toBe(status);
  });

  test.each<[string, Partial<AppOptions>]>([
    ["for others", { host: "0.0.0.0" }],
    ["behind a proxy", { host: "127.0.0.1", trustedProxies: ["127.0.0.1"] }],
    ["with a public name", { host: "127.0.0.1", publicUrl: "https://bag.example.nl" }],
    ["with open pages", { host: "127.0.0.1", publicPage: true }],
  ])("is not given by a server %s", async (_, options) => {
    expect(await linkOf(open(options))).toBeUndefined();
  });

  test.each<[string, Partial<AppOptions>, string, number]>([
    ["for others", { host: "0.0.0.0" }, "refused", 403],
    ["behind a proxy", { host: "127.0.0.1", trustedProxies: ["127.0.0.1"] }, "refused", 403],
    ["with a public name", { host: "127.0.0.1", publicUrl: "https://bag.example.nl" }, "refused", 403],
    ["with open pages", { host: "127.0.0.1", publicPage: true }, "needless", 200],
    ["of this machine", LOCAL, "usable", 200],
  ])("of the same accounts at a server %s", async (_, options, state, status) => {
    const [app, link] = [open(options), (await linkOf(open(LOCAL)))!];
    expect((await ask(app, checkPathOf(link), { address: HERE })).body).toEqual({ data: { state } });
    expect((await openBy(app, link)).status).toBe(status);
  });

  test("is checked by its hash, and stays unused; a link of other accounts is unknown", async () => {
    const app = open(LOCAL);
    const link = (await linkOf(app))!;
    const stateOf = async (token: string) =>
      (await ask(app, checkPathOf(token), { address: HERE })).body.data.state;
    expect([await stateOf(link), await stateOf(`${link}x`), await stateOf(link)]).toEqual([
      "usable",
      "unknown",
      "usable",
    ]);
    expect((await openBy(app, link)).status).toBe(200);
    expect(await stateOf(link)).toBe("unknown");
  });
});

describe("tiles", () => {
  const token = keys.create({ name: "map", kind: "server", ratePerMinute: 2, monthlyQuota: 1 }).token;
  const headers = { authorization: `Bearer ${token}` };
  const app = open({});

  test("cost a key neither rate nor quota; 3,000 a minute come from one address", async () => {
    const address = "198.51.100.20";
    const statuses = new Map<number, number>();
    for (let n = 0; n < 3_001; n++) {
      const { status } = await ask(app, "/tiles/16/0/0.mvt", { headers, address });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [204, 3_000],
      [429, 1],
    ]);
    const elsewhere = await ask(app, "/tiles/16/0/0.mvt", { headers, address: "198.51.100.21" });
    expect(elsewhere.status).toBe(204);
    const paid = await ask(app, "/api/v1/version", { headers, address });
    expect([paid.status, paid.headers.get("x-quota-remaining")]).toEqual([200, "0"]);
  });

  test("need a key", async () => {
    for (const path of ["/tiles/16/0/0.mvt", "/tiles.json", "/tiles/style.json"]) {
      expect((await ask(app, path)).status, path).toBe(401);
    }
  });
});

describe("a key in the URL", () => {
  const approved = "https://winkel.example";
  const browserKey = encodeURIComponent(
    keys.create({ name: "site", kind: "browser", origins: [approved], ratePerMinute: 1000 }).token,
  );
  const serverToken = keys.create({ name: "server", kind: "server" }).token;
  const app = open({});

  test("of a browser works on its origins without a preflight, and the answer is readable there", async () => {
    const path = `/api/v1/version?key=${browserKey}`;
    const answer = await ask(app, path, { headers: { origin: approved } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe(approved);
    const other = await ask(app, path, { headers: { origin: "https://elders.example" } });
    expect([other.status, other.body.code]).toEqual([403, "origin_not_allowed"]);
  });

  test("of a server is refused and costs nothing, and the header wins over the URL", async () => {
    const path = `/api/v1/version?key=${encodeURIComponent(serverToken)}`;
    const refused = await ask(app, path);
    expect([refused.status, refused.body.code]).toEqual([403, "key_in_url"]);
    const limit = refused.headers.get("x-ratelimit-limit");
    expect(refused.headers.get("x-ratelimit-remaining")).toBe(limit);
    const sent = await ask(app, path, { headers: { authorization: `Bearer ${serverToken}` } });
    expect(sent.status).toBe(200);
    expect((await ask(app, path, { headers: { authorization: "Bearer 1|x" } })).status).toBe(401);
  });

  test.each(["key=", "key=1", `key=${browserKey}&key=${browserKey}`, "key[]=1", "keys=1"])(
    "that is invalid counts as no key: %s",
    async (query) => {
      const { status, body } = await ask(app, `/api/v1/version?${query}`);
      expect([status, body.code]).toEqual([401, "unauthenticated"]);
    },
  );

  test("is in the links of an answer only when the request was made with it", async () => {
    const linksOf = async (path: string, headers: Record<string, string>) =>
      JSON.stringify((await ask(app, path, { headers: { origin: approved, ...headers } })).body);
    const path = "/api/v1/streets?per_page=1";
    const inHeader = { authorization: `Bearer ${decodeURIComponent(browserKey)}` };
    expect(await linksOf(`${path}&key=${browserKey}`, {})).toContain(`key=${browserKey}`);
    expect(await linksOf(path, inHeader)).not.toContain("key=");
    // The key in the header was used. The key in the URL was not checked and could be a server key.
    expect(await linksOf(`${path}&key=${encodeURIComponent(serverToken)}`, inHeader)).not.toContain("key=");
    const tiles = `/tiles.json?key=${encodeURIComponent(serverToken)}`;
    expect(await linksOf(tiles, inHeader)).toMatch(/"tiles":\["[^"]*\.mvt"\]/);
  });

  test("that is not valid percent-encoding is 400", async () => {
    expect((await ask(app, "/api/v1/version?key=%zz")).status).toBe(400);
  });
});
