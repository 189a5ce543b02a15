import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testRandom } from "../../test/support/seed.ts";
import { applyPatch, BLOCK_BYTES, makePatch, openBlockFile } from "./page-patch.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-patch-"));
afterAll(() => rmSync(folder, { recursive: true }));
const [oldPath, newPath, copyPath] = ["old", "new", "copy"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const random = testRandom();
const draw = (max: number) => Math.floor(random() * max);
const bytes = (length: number) => Buffer.from(Array.from({ length }, () => draw(64)));

async function patchBetween(before: Buffer, after: Buffer): Promise<Buffer> {
  writeFileSync(oldPath, before);
  writeFileSync(newPath, after);
  await using base = await openBlockFile(oldPath, "r");
  await using target = await openBlockFile(newPath, "r");
  const pieces: Uint8Array[] = [];
  for await (const piece of makePatch(base, target, () => undefined)) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Applies a patch to a copy of the old file, in chunks of random sizes. */
async function patched(patch: Buffer, sizeBytes: number): Promise<Buffer> {
  copyFileSync(oldPath, copyPath);
  await using file = await openBlockFile(copyPath, "r+");
  let from = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (from >= patch.length) {
        return controller.close();
      }
      const to = from + 1 + draw(5_000);
      controller.enqueue(patch.subarray(from, to));
      from = to;
    },
  });
  await applyPatch(file, stream, sizeBytes);
  await file.finish(sizeBytes);
  return readFileSync(copyPath);
}

test.each([
  ["nothing changes", 10 * BLOCK_BYTES, 10 * BLOCK_BYTES, 0],
  ["one block changes", 10 * BLOCK_BYTES, 10 * BLOCK_BYTES, 1],
  ["the file grows", 10 * BLOCK_BYTES, 17 * BLOCK_BYTES, 3],
  ["the file shrinks", 17 * BLOCK_BYTES, 10 * BLOCK_BYTES, 3],
  ["the last block is shorter", 10 * BLOCK_BYTES + 100, 12 * BLOCK_BYTES + 77, 5],
  ["the base is empty", 0, 3 * BLOCK_BYTES, 0],
  ["more than a group of 1,024 blocks changes", 1_500 * BLOCK_BYTES, 1_510 * BLOCK_BYTES, 6_000],
] as const)("%s", async (_name, before, after, changes) => {
  const old = bytes(before);
  const next = Buffer.concat([old.subarray(0, after), bytes(Math.max(after - before, 0))]);
  for (let i = 0; i < changes; i++) {
    next[draw(next.length)]! ^= 255;
  }
  const patch = await patchBetween(old, next);
  expect((await patched(patch, next.length)).equals(next)).toBe(true);
  if (changes === 0 && before === after) {
    expect(patch.length).toBe(0);
  }
});

test("a change of a byte costs a few bytes, whatever the block holds", async () => {
  const old = Buffer.from(crypto.getRandomValues(new Uint8Array(10 * BLOCK_BYTES)));
  const next = Buffer.from(old);
  next[5_000]! ^= 255;
  expect((await patchBetween(old, next)).length).toBeLessThan(60);
});

test("a patch that is cut off, or of another base, never passes for whole", async () => {
  const old = bytes(20 * BLOCK_BYTES);
  const next = Buffer.from(old);
  for (let i = 0; i < 50; i++) {
    next[draw(next.length)]! ^= 255;
  }
  const patch = await patchBetween(old, next);
  for (const length of [1, 7, 8, 9, patch.length - 1]) {
    await expect(patched(patch.subarray(0, length), next.length)).rejects.toThrow(/the patch ends/);
  }
  writeFileSync(oldPath, bytes(20 * BLOCK_BYTES));
  const other = await patched(patch, next.length).catch(() => Buffer.alloc(0));
  expect(other.equals(next)).toBe(false);
});
