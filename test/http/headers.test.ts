import { afterAll, describe, expect, test } from "bun:test";
import { adresId } from "../support/registries/registry-fixture.ts";
import { ORIGIN, openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

const ANY = ["/cities", "/status", "/openapi.yaml", "/nope", "/cities?page=x", `/addresses/${adresId(99)}`];

test.each(ANY)("%s carries the headers of every answer", (path) => {
  const { headers } = harness.ask(path);
  expect(headers.get("api-version")).toBe("1.0.0");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBeTruthy();
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
  expect(headers.get("strict-transport-security")).toBeNull();
});

test("HSTS is sent behind https only", () => {
  const secure = openHarness(undefined, "https://public.example");
  expect(secure.ask("/cities").headers.get("strict-transport-security")).toBe("max-age=31536000");
  secure.close();
});

test.each(ANY)("HEAD %s has the headers of GET and no body", async (path) => {
  const [get, head] = [harness.ask(path), harness.ask(path, { method: "HEAD" })];
  expect(head.status).toBe(get.status);
  expect(await head.text()).toBe("");
  const names = ["content-type", "cache-control", "etag"];
  expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)));
  const length = Number(head.headers.get("content-length"));
  const bytes = Buffer.byteLength(await get.text());
  // The request id and the time of day may differ in length.
  expect(Math.abs(length - bytes)).toBeLessThan(3);
});

test("no two answers share a request id", () => {
  const ids = Array.from({ length: 100 }, () => harness.ask("/cities").headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(100);
});

describe("ETag", () => {
  const etag = harness.ask("/cities").headers.get("etag")!;

  test("names the software, the data version, the moment it was imported, and the public address", () => {
    expect(etag).toMatch(/^W\/"[0-9a-f]{12}-registry-2021-10-15-2026-01-02T03:04:05Z-[0-9a-z]+"$/);
  });

  test("another public address is another ETag, as links begin with it", () => {
    const moved = openHarness(undefined, "https://moved.example");
    const again = openHarness(undefined, "https://moved.example");
    const tags = [moved, again].map(({ ask }) => ask("/streets").headers.get("etag"));
    const held = moved.ask("/streets", { headers: { "if-none-match": etag } });
    for (const opened of [moved, again]) {
      opened.close();
    }
    expect(tags).toEqual([tags[0]!, tags[0]!]);
    expect(tags[0]).not.toBe(etag);
    expect(held.status).toBe(200);
  });

  test("another Host is another ETag while no public address is set", () => {
    const headers = { authorization: `Bearer ${harness.token}` };
    const tags = ["a.example", "b.example"].map((host) =>
      harness.fetchNow(new Request(`https://${host}/api/v1/streets`, { headers })).headers.get("etag"),
    );
    expect(tags[0]).not.toBe(tags[1]);
  });

  test.each([etag, etag.slice(2), `"x", ${etag}`, `"x, y",${etag.slice(2)}`, "*"])(
    "304 for If-None-Match %s",
    async (held) => {
      const response = harness.ask("/cities", { headers: { "if-none-match": held } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
      expect(response.headers.get("etag")).toBe(etag);
      expect(response.headers.get("content-type")).toBeNull();
    },
  );

  test("200 for another one, and errors stay errors", () => {
    expect(harness.ask("/cities", { headers: { "if-none-match": '"x"' } }).status).toBe(200);
    expect(harness.ask("/cities/9999", { headers: { "if-none-match": etag } }).status).toBe(404);
    expect(harness.ask("/cities/9999").headers.get("etag")).toBeNull();
  });
});

test("the OpenAPI document may be kept for an hour, the status not at all", () => {
  expect(harness.ask("/openapi.yaml").headers.get("cache-control")).toContain("max-age=3600");
  expect(harness.ask("/openapi.yaml").headers.get("content-type")).toBe("application/yaml");
  expect(harness.ask("/status").headers.get("cache-control")).toBe("no-store");
});

test("/status needs no key and has no envelope", async () => {
  const response = harness.fetchNow(new Request(`${ORIGIN}/api/v1/status`));
  expect(response.status).toBe(200);
  const body = JSON.parse(await response.text());
  expect(body).toMatchObject({ status: "ok", checks: { database: "ok", cache: "ok", bag_data: "ok" } });
  expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
});
