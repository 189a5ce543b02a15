/** Tests who may begin sessions of the page for files, and what rows cost. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { openDownloadTickets, TICKET_MS } from "../../src/accounts/download-ticket.ts";
import { type App, type AppOptions, createApp } from "../../src/app.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { newSecret } from "../support/servers/files-page.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

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

const CSV = "postcode;huisnummer\n1382KT;5\n1382KT;12\n1382KT;999\n";

interface Asked {
  readonly secret?: string;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly origin?: string;
  readonly body?: string;
  /** Address of the socket. */
  readonly peer?: string;
}

async function ask(app: App, line: string, asked: Asked = {}) {
  const { secret = newSecret(), token, headers = {}, origin = "http://127.0.0.1:8080", body = null } = asked;
  const { peer = "127.0.0.1" } = asked;
  const [method = "", path = ""] = line.split(" ");
  const sent = new Headers({ "x-files-session": secret, ...headers });
  if (token !== undefined) {
    sent.set("authorization", `Bearer ${token}`);
  }
  const request = new Request(origin + path, { method, headers: sent, body });
  const response = await app.fetch(request, () => peer);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith("{") ? JSON.parse(text) : text,
  };
}

const begin = async (app: App, asked: Asked = {}) => {
  const secret = asked.secret ?? newSecret();
  const answer = await ask(app, "POST /files/session", { body: CSV, ...asked, secret });
  return [answer.status, answer.body.code ?? answer.body.data?.phase];
};
const issue = (settings = {}) => keys.create({ name: "k", kind: "server", ...settings } as never).token;

/** Begins a session and ends it, so that the limit of an address is not reached. */
async function tryOnce(app: App, asked: Asked = {}) {
  const secret = newSecret();
  const outcome = await begin(app, { ...asked, secret });
  await ask(app, "DELETE /files/session", { secret });
  return outcome;
}

const OPEN = [201, "preview"];
const CLOSED = [403, "page_closed"];

describe("who may begin a session", () => {
  test("by default the user of this machine alone: no proxy, no name of others, no other host", async () => {
    const local = open({ host: "127.0.0.1" });
    expect(await tryOnce(local)).toEqual(OPEN);
    expect(await tryOnce(local, { origin: "http://localhost:8080" })).toEqual(OPEN);
    expect(await tryOnce(local, { origin: "http://rebound.example:8080" })).toEqual(CLOSED);
    expect(await tryOnce(local, { peer: "192.0.2.1" })).toEqual(CLOSED);
    for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "via"]) {
      expect(await tryOnce(local, { headers: { [name]: "192.0.2.7" } })).toEqual(CLOSED);
    }
    for (const options of [
      { host: "0.0.0.0" },
      { host: "127.0.0.1", publicUrl: "https://example.nl" },
      { host: "127.0.0.1", trustedProxies: ["127.0.0.1"] },
      { host: "127.0.0.1", filesPage: "off" as const },
    ]) {
      expect(await tryOnce(open(options))).toEqual(CLOSED);
      expect(await tryOnce(open(options), { token: issue() })).toEqual(CLOSED);
    }
  });

  test("with `key` holders of a server key; a key that only reads, a wrong one and none do not open it", async () => {
    const app = open({ host: "0.0.0.0", filesPage: "key" });
    expect(await tryOnce(app)).toEqual(CLOSED);
    expect(await tryOnce(app, { token: issue() })).toEqual(OPEN);
    expect(await tryOnce(app, { token: "1|wrong" })).toEqual([401, "unauthenticated"]);
    const browser = issue({ kind: "browser", origins: ["https://example.nl"] });
    expect(await tryOnce(app, { token: browser })).toEqual([403, "key_read_only"]);
    const csv = await ask(app, "POST /files/csv", { body: CSV });
    expect(csv.body.code).toBe("page_closed");
  });

  test("with `on` everybody, and no page of another origin may send the header", async () => {
    const app = open({ host: "0.0.0.0", filesPage: "on" });
    expect(await tryOnce(app)).toEqual(OPEN);
    const headers = { origin: "https://evil.example", "access-control-request-headers": "x-files-session" };
    const preflight = await ask(app, "OPTIONS /files/session", { headers });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("every page links the page for files, where the visitor may open it", async () => {
  const local = open({ host: "127.0.0.1" });
  const linksFiles = async (path: string, peer?: string) =>
    (await ask(local, `GET ${path}`, peer === undefined ? {} : { peer })).body.includes('href="/files"');
  for (const path of ["/", "/docs", "/docs/guides/checkout", "/embed"]) {
    const links = { path, own: await linksFiles(path), other: await linksFiles(path, "192.0.2.1") };
    expect(links).toEqual({ path, own: true, other: false });
  }
});

describe("rows cost quota of the key", () => {
  const app = open({ host: "0.0.0.0", filesPage: "key" });
  const usedOf = async (token: string) => {
    const key = keys.find(Number(token.split("|")[0]))!;
    return key.monthlyQuota! - (await app.counters.peekKey(key)).month.remaining;
  };

  test("all at the start, none for the upload; the key of the session alone starts it", async () => {
    const [token, other, secret] = [issue({ monthlyQuota: 10 }), issue(), newSecret()];
    expect(await begin(app, { token, secret })).toEqual(OPEN);
    expect(await usedOf(token)).toBe(0);
    const state = (await ask(app, "GET /files/session", { secret })).body.data;
    expect(state.quota).toEqual({ cost: 3, remaining: 10 });
    expect((await ask(app, "POST /files/session/start", { secret, token: other })).body.code).toBe(
      "page_closed",
    );
    const started = await ask(app, "POST /files/session/start", { secret, token });
    expect([started.status, started.headers.get("x-quota-cost")]).toEqual([200, "3"]);
    expect(await usedOf(token)).toBe(3);
    expect((await ask(app, "POST /files/session/start", { secret, token })).status).toBe(200);
    expect(await usedOf(token)).toBe(3);
    await ask(app, "DELETE /files/session", { secret });
  });

  test("with too little left the run does not begin, and costs nothing", async () => {
    const [token, secret] = [issue({ monthlyQuota: 2 }), newSecret()];
    expect(await begin(app, { token, secret })).toEqual(OPEN);
    const started = await ask(app, "POST /files/session/start", { secret, token });
    expect([started.status, started.body.code, started.body.rows, started.body.quota_remaining]).toEqual([
      429,
      "quota_exceeded",
      3,
      2,
    ]);
    expect(await usedOf(token)).toBe(0);
    expect((await ask(app, "GET /files/session", { secret })).body.data.phase).toBe("preview");
    await ask(app, "DELETE /files/session", { secret });
  });
});

test("a ticket is for its file and a minute", () => {
  const tickets = openDownloadTickets(new Uint8Array(32));
  const ticket = tickets.issue("id/result.csv", 1_000);
  expect(tickets.fileOf(ticket, 1_000 + TICKET_MS - 1)).toBe("id/result.csv");
  expect(tickets.fileOf(ticket, 1_000 + TICKET_MS)).toBeUndefined();
  expect(tickets.fileOf(ticket.replace("result", "session"), 1_000)).toBeUndefined();
  expect(openDownloadTickets(new Uint8Array(32).fill(1)).fileOf(ticket, 1_000)).toBeUndefined();
});
