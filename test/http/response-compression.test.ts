import { afterAll, expect, test } from "bun:test";
import { MIN_COMPRESSED_BYTES } from "../../src/http/pipeline/negotiation.ts";
import { openHarness } from "../support/servers/http-harness.ts";

const harness = openHarness();
afterAll(() => harness.close());

const LARGE = "/postcodes/1382KT";
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  harness.ask(path, { method, headers });

test.each([
  ["gzip", (bytes: Uint8Array<ArrayBuffer>) => Bun.gunzipSync(bytes)],
  ["zstd", (bytes: Uint8Array<ArrayBuffer>) => Bun.zstdDecompressSync(bytes)],
] as const)("%s", async (coding, decode) => {
  const response = ask(LARGE, { "accept-encoding": coding });
  expect(response.headers.get("content-encoding")).toBe(coding);
  expect(response.headers.get("content-type")).toBe("application/json");
  const plain = await ask(LARGE).text();
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Buffer.from(decode(bytes)).toString()).toBe(plain);
  expect(bytes.length).toBeLessThan(plain.length / 3);
});

test("from 1 KB on, and never for a range", async () => {
  const small = ask("/cities", { "accept-encoding": "gzip" });
  expect((await small.text()).length).toBeLessThan(MIN_COMPRESSED_BYTES);
  expect(small.headers.get("content-encoding")).toBeNull();
  const range = ask(LARGE, { "accept-encoding": "gzip", range: "bytes=0-9" });
  expect(range.headers.get("content-encoding")).toBeNull();
});

test("every answer says that it depends on Accept-Encoding", () => {
  const etag = ask(LARGE).headers.get("etag")!;
  const answers = [ask(LARGE), ask("/cities"), ask("/cities/9999"), ask(LARGE, { "if-none-match": etag })];
  for (const { headers } of answers) {
    expect(headers.get("vary")).toContain("Accept-Encoding");
  }
});

test("the ETag is weak, one for all codings, and HEAD gives the coded length", async () => {
  const coded = ask(LARGE, { "accept-encoding": "zstd" });
  expect(coded.headers.get("etag")).toBe(ask(LARGE).headers.get("etag"));
  expect(coded.headers.get("etag")).toStartWith("W/");
  const head = ask(LARGE, { "accept-encoding": "zstd" }, "HEAD");
  expect(head.headers.get("content-encoding")).toBe("zstd");
  expect(Number(head.headers.get("content-length"))).toBe((await coded.arrayBuffer()).byteLength);
});

test("large errors are compressed too", () => {
  const response = ask("/addresses/lookup?postcode=1382KT&number=12", { "accept-encoding": "gzip" });
  expect([response.status, response.headers.get("content-encoding")]).toEqual([404, "gzip"]);
});
