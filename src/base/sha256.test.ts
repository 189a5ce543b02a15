import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Of, sha256OfFile } from "./sha256.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-sha256-"));
afterAll(() => rmSync(folder, { recursive: true }));

// NIST's examples (FIPS 180-2, appendix B); the last is `head -c 10000000 /dev/zero | sha256sum`.
test.each([
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  [
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  ],
  ["\0".repeat(10_000_000), "f5e02aa71e67f41d79023a128ca35bad86cf7b6656967bfe0884b3a3c4325eaf"],
])("bytes and a file of them have the same hash %#", async (text, expected) => {
  const path = join(folder, "file");
  writeFileSync(path, text);
  let read = 0;
  expect(await sha256OfFile(path, (bytes) => (read += bytes))).toBe(expected);
  expect(read).toBe(text.length);
  expect(sha256Of(Buffer.from(text))).toBe(expected);
});
