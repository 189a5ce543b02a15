import { expect, test } from "bun:test";
import { chooseCoding, compress } from "./compression.ts";

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
  expect(chooseCoding(header)).toBe(coding as ReturnType<typeof chooseCoding>);
});

test("a decompressed body equals the original", () => {
  const body = "Fryslân 's-Gravenhage ".repeat(1000);
  const gzip = compress(body, "gzip");
  const zstd = compress(body, "zstd");
  expect(Buffer.from(Bun.gunzipSync(gzip)).toString()).toBe(body);
  expect(Buffer.from(Bun.zstdDecompressSync(zstd)).toString()).toBe(body);
  expect(Math.max(gzip.length, zstd.length)).toBeLessThan(body.length / 10);
});
