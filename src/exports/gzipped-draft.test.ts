import { expect, test } from "bun:test";
import { gunzipSync, inflateRawSync } from "node:zlib";
import { createGzipPieces } from "./gzipped-draft.ts";

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
const bytesOf = (text: string) => Buffer.from(text);

function gzipOf(pieces: readonly Uint8Array[]): Buffer {
  const gzip = createGzipPieces();
  return Buffer.concat([...pieces.map((piece) => gzip.add(piece)), gzip.end()]);
}

test.each<[string, Uint8Array[]]>([
  ["no piece", []],
  ["an empty piece", [bytesOf("")]],
  ["one piece", [bytesOf("Keurstraat 5a, 1382KT Weesp\r\n")]],
  ["empty pieces between others", [bytesOf("a"), bytesOf(""), bytesOf("b"), bytesOf("")]],
  ["many large pieces", Array.from({ length: 40 }, (_, i) => bytesOf(`${i},Keurstraat\r\n`.repeat(20_000)))],
  ["bytes that do not compress", [crypto.getRandomValues(new Uint8Array(65_536))]],
])("%s: one gzip member that zlib reads back, checksum and size included", (_, pieces) => {
  const zipped = gzipOf(pieces);
  expect(gunzipSync(zipped).equals(Buffer.concat(pieces))).toBe(true);
  const afterHeader = zipped.subarray(HEADER_BYTES);
  const { engine } = inflateRawSync(afterHeader, { info: true }) as unknown as {
    engine: { bytesWritten: number };
  };
  expect(engine.bytesWritten).toBe(afterHeader.length - TRAILER_BYTES);
});

test("the gzip program finds nothing to complain of", async () => {
  const gzip = Bun.spawn(["gzip", "-tv"], {
    stdin: gzipOf([bytesOf("a,b\r\n".repeat(1_000)), bytesOf("c,d\r\n")]),
    stderr: "pipe",
  });
  expect(await gzip.exited).toBe(0);
  expect(await new Response(gzip.stderr).text()).not.toContain("trailing garbage");
});

test("the same content gives the same file", () => {
  const pieces = [bytesOf("a,b\r\n"), bytesOf("c,d\r\n")];
  expect(gzipOf(pieces).equals(gzipOf(pieces))).toBe(true);
});
