/** Methods, forms, quota and keys of the Location API, on the fixture. */
import { expect, test } from "bun:test";
import { openInterfaces } from "../support/servers/foreign-interfaces.ts";
import { ORIGIN } from "../support/servers/http-harness.ts";
import type { Json } from "../support/servers/weesp-interfaces.ts";
import { ALL, BAG, RD, ROOT, searchPath } from "./location-searches.ts";

test("any Accept is JSON, a slash at the end is the same path, and only reads are possible", async () => {
  const server = openInterfaces();
  const asked = searchPath("keurstraat");
  const slashed = asked.replace("?", "/?");
  for (const accept of ["application/json, text/plain, */*", "text/html", "image/png"]) {
    const { status, headers } = await server.ask(slashed, { headers: { accept } });
    expect([status, headers.get("content-type")]).toEqual([200, "application/geo+json"]);
  }
  const ask = (method: string, path = asked) => server.ask(path, { method });
  expect([(await ask("HEAD")).status, await (await ask("HEAD")).text()]).toEqual([200, ""]);
  for (const path of [asked, slashed, ROOT, `${ROOT}/collections/adres`]) {
    const options = await ask("OPTIONS", path);
    expect([options.status, options.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect((await ask("POST", path)).status).toBe(405);
  }
  server.close();
});

test("one request is one unit of quota", async () => {
  const server = openInterfaces({ ratePerMinute: 3 });
  const statuses = [];
  for (let i = 0; i < 4; i++) {
    statuses.push((await server.ask(searchPath("keurstraat", `${ALL}&limit=50`))).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  server.close();
});

test("a missing, forbidden or exhausted key is a problem that pages may read", async () => {
  const server = openInterfaces(null);
  const inUrl = (token: string) => `${searchPath("keurstraat")}&key=${encodeURIComponent(token)}`;
  const once = server.issue({ ratePerMinute: 1 });
  const fromElsewhere = server.issue({ ipRanges: ["198.51.100.0/24"] });
  expect((await server.ask(inUrl(once))).status).toBe(200);
  for (const [path, status] of [
    [searchPath("keurstraat"), 401],
    [inUrl(fromElsewhere), 403],
    [inUrl(once), 429],
  ] as const) {
    const answer = await server.ask(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "application/problem+json"]);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toMatchObject({ status, detail: expect.any(String) });
  }
  server.close();
});

test("href repeats a key that came in the URL, never one of a header", async () => {
  const closed = openInterfaces(null);
  const link = closed.issue({});
  const hrefOf = async (path: string, headers = {}) => {
    const answer = (await (await closed.ask(path, { headers })).json()) as Json;
    return answer.features[0].properties.href[0] as string;
  };
  const path = searchPath("keurstraat");
  const inQuery = await hrefOf(`${path}&key=${encodeURIComponent(link)}&crs=${RD}`);
  expect(new URL(inQuery).searchParams.get("key")).toBe(link);
  expect(new URL(inQuery).searchParams.get("crs")).toBe(RD);
  const inPath = await hrefOf(`/key/${encodeURIComponent(link)}${path}`);
  expect(inPath).toStartWith(`${ORIGIN}/key/${encodeURIComponent(link)}${BAG}`);
  for (const href of [inQuery, inPath]) {
    expect((await closed.ask(href.slice(ORIGIN.length))).status).toBe(200);
  }
  const ofHeader = await hrefOf(path, { "x-api-key": closed.issue({ kind: "server" }) });
  expect(ofHeader).toMatch(/\/items\/\d{16}\?f=json$/);
  closed.close();
});

test("a proxy may send a host that no URL can have", async () => {
  const server = openInterfaces({}, { trustedProxies: ["203.0.113.7"] });
  const headers = { "x-forwarded-host": "evil.example:99999" };
  expect((await server.ask(searchPath("keurstraat"), { headers })).status).toBe(200);
  server.close();
});
