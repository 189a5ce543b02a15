/** Tests, for every route, that a request counts against the key or address that its declaration names. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { z } from "zod";
import { createApp, listEndpoints } from "../../src/app.ts";
import { INTERFACE_NAMES } from "../../src/base/setting-values.ts";
import { type AnyEndpoint, endpoint } from "../../src/http/endpoint.ts";
import { buildAssets } from "../../src/pages/kit/server/assets.ts";
import { openBaseMap } from "../../src/tiles/base-maps.ts";
import { newSecret } from "../support/servers/files-page.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const dataDir = makeDataFolder();
const options = { dataDir, assets: await buildAssets(), publicPage: true, interfaces: INTERFACE_NAMES };
const app = createApp({ ...options, filesPage: "on" });
const keys = openKeyStore(dataDir);
const { key, token } = keys.create({
  name: "counted",
  kind: "server",
  ratePerMinute: 1_000_000,
  monthlyQuota: 1_000_000,
});
afterAll(() => {
  app.close();
  keys.close();
  rmSync(dataDir, { recursive: true });
});

const ROUTES = listEndpoints(options, INTERFACE_NAMES, openBaseMap("none"));
const lineOf = ({ method, root, path }: AnyEndpoint) => `${method} ${root ? "" : "/api/v1"}${path}`;

/** Routes that count against nothing. A route added here must cost nothing, or be limited in another way. */
const NOT_COUNTED = [
  "GET /api/v1/problems/{problem}",
  "GET /api/v1/status",
  "GET /assets/{file}",
  "GET /docs",
  "GET /embed",
  "GET /favicon.ico",
  "GET /files",
  "GET /robots.txt",
  "GET /session",
  "GET /session/link/{sha256}",
  "POST /session/link",
];

interface Asked {
  readonly line: string;
  readonly peer: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

async function send({ line, peer, headers = {}, body }: Asked): Promise<Response> {
  const [method = "", path = ""] = line.split(" ");
  const url = `http://127.0.0.1:8080${path.replaceAll(/\{\w+\}/g, "1")}`;
  return await app.fetch(new Request(url, { method, headers, body: body ?? null }), () => peer);
}

let networks = 0;
const anotherPeer = () => `198.51.${++networks >> 8}.${networks & 255}`;
const withKey = { authorization: `Bearer ${token}` };

/** Sends a request from a new address; returns what it took from the key, and from which limit of the address. */
async function costOf(line: string, headers: Record<string, string> = {}) {
  const before = await app.counters.peekKey(key);
  const answer = await send({ line, peer: anotherPeer(), headers });
  const after = await app.counters.peekKey(key);
  const [limit, remaining] = ["limit", "remaining"].map((name) => answer.headers.get(`x-ratelimit-${name}`));
  return {
    status: answer.status,
    rate: before.rate.remaining - after.rate.remaining,
    quota: before.month.remaining - after.month.remaining,
    address: limit === null || limit === "1000000" ? 0 : Number(limit),
    taken: limit === null ? 0 : Number(limit) - Number(remaining),
  };
}

const routesOf = (...auths: readonly AnyEndpoint["auth"][]) =>
  ROUTES.filter(({ auth }) => auths.includes(auth)).map(lineOf);

test("the routes that count against nothing are these", () => {
  const listed = routesOf("none", "page").map((line) => line.replace(/^(GET \/docs)\/.*/, "$1"));
  const scripts = /^GET \/embed\/|^GET \/embed\.js/;
  expect([...new Set(listed.filter((line) => !scripts.test(line)))].sort()).toEqual(NOT_COUNTED);
});

test("a route without what it counts against does not compile", () => {
  const declared = { path: "/x", tag: "Service", summary: "", description: "" } as const;
  // @ts-expect-error `auth` is missing.
  expect(endpoint({ ...declared, response: z.string(), handler: () => "" }).auth).toBeUndefined();
});

test.each(routesOf("none", "page"))("%s counts against nothing", async (line) => {
  expect(await costOf(line, withKey)).toMatchObject({ rate: 0, quota: 0, address: 0 });
});

test.each(routesOf("key"))("%s counts against the rate of the key", async (line) => {
  expect(await costOf(line, withKey)).toMatchObject({ rate: 1, address: 0 });
});

test.each(routesOf("tiles"))("%s counts against the tiles of the address", async (line) => {
  expect(await costOf(line, withKey)).toMatchObject({ rate: 0, quota: 0, address: 3_000, taken: 1 });
});

test.each(routesOf("demo"))("%s counts against the demo limit of the address", async (line) => {
  expect(await costOf(line)).toMatchObject({ rate: 0, quota: 0, address: 10, taken: 1 });
});

test.each(routesOf("view"))("%s with a query counts as the session of a page does", async (line) => {
  const counted = { rate: 0, quota: 0, address: 300, taken: 1 };
  expect(await costOf(`${line}?address=0457200000211734`)).toMatchObject({ status: 200, ...counted });
  expect(await costOf(line)).toMatchObject({ status: 200, address: 0 });
  const peer = anotherPeer();
  const session = (await (await send({ line: "GET /session", peer })).json()) as { data: { token: string } };
  const headers = { authorization: `Bearer ${session.data.token}` };
  const left = async (asked: string) =>
    (await send({ line: asked, peer, headers })).headers.get("x-ratelimit-remaining");
  expect(await left("GET /api/v1/cities")).toBe("299");
  expect(await left(`${line}?address=0457200000211734`)).toBe("298");
  for (let n = 298; n > 0; n--) {
    await left(`${line}?q=x`);
  }
  const refused = await send({ line: `${line}?address=0457200000211734`, peer });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "rate_limited" });
});

test.each(routesOf("ticket"))("%s counts against the pages of the address", async (line) => {
  expect(await costOf(line)).toMatchObject({ rate: 0, quota: 0, address: 300, taken: 1 });
});

test.each(routesOf("files"))("%s counts against the key, or the pages of the address", async (line) => {
  const secret = { "x-files-session": newSecret() };
  expect(await costOf(line, { ...secret, ...withKey })).toMatchObject({ rate: 1, address: 0 });
  expect(await costOf(line, secret)).toMatchObject({ rate: 0, quota: 0, address: 300, taken: 1 });
});

describe("in a session of the page for files", async () => {
  const begin = async (headers: Record<string, string>) => {
    const sent = { ...headers, "x-files-session": newSecret(), "content-type": "text/csv" };
    const body = "postcode;huisnummer\n1382KT;5\n";
    const answer = await send({ line: "POST /files/session", peer: anotherPeer(), headers: sent, body });
    expect(answer.status).toBe(201);
    return { "x-files-session": sent["x-files-session"] };
  };
  const [keyed, open] = [await begin(withKey), await begin({})];
  // The end of the session comes last.
  const lines = (auth: AnyEndpoint["auth"]) => routesOf(auth).sort((a, b) => (a < b ? 1 : -1));

  test.each(lines("file"))("%s counts against the rate of its key alone", async (line) => {
    expect(await costOf(line, keyed)).toMatchObject({ rate: 1, quota: 0, address: 0 });
    expect(await costOf(line, open)).toMatchObject({ rate: 0, quota: 0, address: 300, taken: 1 });
  });

  test.each(lines("file-search"))("%s counts against rate and quota of its key", async (line) => {
    const asked = `${line}?q=keurstraat`;
    expect(await costOf(asked, keyed)).toMatchObject({ status: 200, rate: 1, quota: 1, address: 0 });
    expect(await costOf(asked, open)).toMatchObject({ status: 200, rate: 0, address: 300, taken: 1 });
  });

  test.each(lines("file-state"))("%s counts against the session, wherever it is asked from", async (line) => {
    for (const session of [keyed, open]) {
      const { taken, ...cost } = await costOf(line, session);
      expect(cost).toMatchObject({ rate: 0, quota: 0, address: 120 });
      expect(taken).toBe(line.startsWith("DELETE") ? 2 : 1);
    }
  });

  const none = { "x-files-session": newSecret() };
  test.each(lines("file"))("%s without a session counts against the pages of the address", async (line) => {
    expect(await costOf(line, none)).toMatchObject({ status: 404, rate: 0, address: 300, taken: 1 });
  });
});

test("a preflight counts against nothing", async () => {
  const headers = { ...withKey, origin: "https://example.nl", "access-control-request-method": "GET" };
  for (const path of ["/api/v1/cities", "/files/session", "/"]) {
    expect(await costOf(`OPTIONS ${path}`, headers)).toMatchObject({ rate: 0, quota: 0, address: 0 });
  }
});
