import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { buildDirectories, type DirectoryEntry } from "./archive-writer.ts";

/** Returns entries whose distances and lengths do not compress away. */
function entriesOf(count: number): DirectoryEntry[] {
  let [number, offset] = [0, 0];
  return Array.from({ length: count }, (_, i) => {
    number += 1 + ((i * 7919) % 1_000);
    offset += 100 + ((i * 104_729) % 5_000);
    return { number, offset, length: 50 + (i % 50), runLength: 1 };
  });
}

test.each([
  { count: 10, maxRootBytes: 16_257, leafCount: 0 },
  { count: 40_000, maxRootBytes: 16_257, leafCount: Math.ceil(40_000 / 4_096) },
  { count: 40_000, maxRootBytes: 60, leafCount: Math.ceil(40_000 / 8_192) },
  { count: 40_000, maxRootBytes: 45, leafCount: Math.ceil(40_000 / 32_768) },
])("$count entries, root of at most $maxRootBytes bytes", ({ count, maxRootBytes, leafCount }) => {
  const { root, leaves } = buildDirectories(entriesOf(count), maxRootBytes);
  expect(root.length).toBeLessThanOrEqual(maxRootBytes);
  expect(leaves.length > 0).toBe(leafCount > 0);
  // The first integer is the number of entries; below 128 it is one byte.
  expect(gunzipSync(root)[0]).toBe(leafCount > 0 ? leafCount : count);
});

test("no tiles: an empty root", () => {
  expect(gunzipSync(buildDirectories([], 16_257).root)).toEqual(Buffer.of(0));
});
