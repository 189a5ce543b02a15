import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ArchiveFile } from "./archive-file.ts";
import { ArchiveWriter } from "./archive-writer.ts";
import { tileOf } from "./tile-number.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bytes that differ from tile to tile. */
const contents = (number: number) => new TextEncoder().encode(`tile ${number} `.repeat(number % 7));
const NUMBERS = Array.from({ length: 500 }, (_, i) => 5461 + 3 * i);

async function write(name: string, maxHeadBytes?: number): Promise<string> {
  const path = join(folder, name);
  const writer = await ArchiveWriter.create(path, maxHeadBytes === undefined ? {} : { maxHeadBytes });
  for (const number of NUMBERS) {
    await writer.add(number, gzipSync(contents(number)));
  }
  const info = { minZoom: 7, maxZoom: 7, bounds: [4, 51, 6, 53], center: [5, 52, 7] } as const;
  await writer.publish(info, { attribution: "somebody" });
  await writer.close();
  return path;
}

test.each([
  ["one directory", undefined],
  ["directories below the root", 180],
])("reads every tile, and nothing between them: %s", async (name, maxHeadBytes) => {
  const archive = new ArchiveFile(await write(name, maxHeadBytes));
  expect(archive.header.leaves.length > 0).toBe(maxHeadBytes !== undefined);
  expect([archive.header.minzoom, archive.header.bounds, archive.attribution]).toEqual([
    7,
    [4, 51, 6, 53],
    "somebody",
  ]);
  for (const number of NUMBERS) {
    expect(archive.readTile(tileOf(number))).toEqual(contents(number));
    expect(archive.readTile(tileOf(number + 1))).toBeUndefined();
  }
  archive.close();
});

test("other files are refused with the reason", async () => {
  const sound = new Uint8Array(readFileSync(await write("sound")));
  const changed = (at: number, value: number) => {
    const bytes = sound.slice();
    bytes[at] = value;
    return bytes;
  };
  const refusalOf = (bytes: Uint8Array) => {
    const path = join(folder, "refused");
    writeFileSync(path, bytes);
    try {
      new ArchiveFile(path).close();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(refusalOf(sound)).toBeUndefined();
  expect(refusalOf(sound.slice(0, 100))).toContain("shorter");
  expect(refusalOf(new TextEncoder().encode("no archive".repeat(50)))).toContain("no PMTiles file");
  expect(refusalOf(changed(7, 2))).toContain("no PMTiles file of version 3");
  expect(refusalOf(changed(98, 3))).toContain("compressed otherwise");
  expect(refusalOf(changed(99, 2))).toContain("no vector tiles");
});
