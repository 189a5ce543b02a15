import { expect, test } from "bun:test";
import type { Coding } from "../endpoint.ts";
import { chooseCoding, compress, matchesEtag } from "./negotiation.ts";

test.each([
  [null, undefined],
  ["", undefined],
  ["identity", undefined],
  ["br", undefined],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["zstd;q=0.4, gzip;q=0.8", "gzip"],
  ["gzip;q=0, zstd;q=0", undefined],
  ["gzip ; q = 0.5", "gzip"],
  ["*", "zstd"],
  ["*;q=0", undefined],
  ["zstd;q=0, *", "gzip"],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0", undefined],
  ["gzip;q=x", undefined],
  [";;,q=1", undefined],
])("%p -> %p", (header, coding) => {
  expect(chooseCoding(header)).toBe(coding as Coding | undefined);
});

test("of bodies made beforehand, brotli is chosen where both have it", () => {
  expect(chooseCoding("gzip, deflate, br, zstd", ["br", "gzip"])).toBe("br");
  expect(chooseCoding("gzip, zstd", ["br", "gzip"])).toBe("gzip");
});

test("a decompressed body equals the original", () => {
  const body = "Fryslân 's-Gravenhage ".repeat(1000);
  const gzip = compress(body, "gzip");
  const zstd = compress(body, "zstd");
  expect(Buffer.from(Bun.gunzipSync(gzip)).toString()).toBe(body);
  expect(Buffer.from(Bun.zstdDecompressSync(zstd)).toString()).toBe(body);
  expect(Math.max(gzip.length, zstd.length)).toBeLessThan(body.length / 10);
});

/** Cases of RFC 9110 §13.1.2 and §8.8.3.2. */
test.each<[string | null, string, boolean]>([
  [null, '"a"', false],
  ["*", '"a"', true],
  [" * ", 'W/"a"', true],
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', 'W/"a"', true],
  ['"x","a"', '"a"', true],
  ['"x" , W/"y" ,W/"a"', 'W/"a"', true],
  ['"x,"a",', '"a"', false],
  ['"x, y", "a"', '"a"', true],
  ['"x, y"', '"y"', false],
  ["a", '"a"', false],
  ['"A"', '"a"', false],
  ["", '"a"', false],
  ['""', '"a"', false],
])("If-None-Match %p against %p: %p", (held, etag, isHeld) => {
  expect(matchesEtag(held, etag)).toBe(isHeld);
});
