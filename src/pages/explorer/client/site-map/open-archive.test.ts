import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ArchiveWriter } from "../../../../tiles/pmtiles/archive-writer.ts";
import { firstTileOf, tileOf } from "../../../../tiles/pmtiles/tile-number.ts";
import { openArchive } from "./open-archive.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-archive-"));
const ZOOM = 9;
const FIRST = firstTileOf(ZOOM);
const TILES = 3_000;
const requests: (string | null)[] = [];
let answersRanges = true;
const host = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const file = Bun.file(join(folder, new URL(request.url).pathname));
    if (!(await file.exists())) {
      return new Response(null, { status: 404 });
    }
    const range = request.headers.get("range");
    requests.push(range);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    return answersRanges
      ? new Response(await file.slice(Number(first), Number(last) + 1).bytes(), { status: 206 })
      : new Response(await file.bytes());
  },
});

/** Every tenth tile is missing. Five in a hundred have the same text; the others have their own number in it. */
const contentOf = (i: number) =>
  i % 10 === 9
    ? undefined
    : i % 100 < 5
      ? "the same in all"
      : `tile ${i} ${"x".repeat(90 * Math.abs(Math.sin(i)))}`;

beforeAll(async () => {
  const writer = await ArchiveWriter.create(join(folder, "map.pmtiles"), { maxHeadBytes: 600 });
  for (let i = 0; i < TILES; i++) {
    const content = contentOf(i);
    if (content !== undefined) {
      await writer.add(FIRST + i, gzipSync(content));
    }
  }
  const facts = { minZoom: 5, maxZoom: ZOOM, bounds: [3, 50, 7, 53], center: [5, 52, 7] } as const;
  await writer.publish(facts, { attribution: "BAG, Kadaster" });
  await writer.close();
});
afterAll(() => {
  host.stop(true);
  rmSync(folder, { recursive: true });
});

test("every tile is read, through directories below the root, and none where there is none", async () => {
  const archive = await openArchive(`${host.url}map.pmtiles`);
  if (typeof archive === "string") {
    throw new Error(archive);
  }
  expect(archive).toMatchObject({
    minzoom: 5,
    maxzoom: 9,
    bounds: [3, 50, 7, 53],
    attribution: "BAG, Kadaster",
  });
  let read = 0;
  for (let i = 0; i < TILES; i++) {
    const { z, x, y } = tileOf(FIRST + i);
    const tile = await archive.readTile(z, x, y);
    read += Number(tile !== undefined);
    expect(tile && new TextDecoder().decode(tile)).toBe(contentOf(i));
  }
  const beyond = tileOf(FIRST + TILES);
  expect(await archive.readTile(beyond.z, beyond.x, beyond.y)).toBeUndefined();
  // Three requests: header and metadata, one directory below the root, and the tiles.
  expect(requests.length - read).toBe(3);
  expect(new Set(requests).size).toBeGreaterThan(TILES / 2);
});

test("a host without ranges, a missing file and another file are distinguished", async () => {
  answersRanges = false;
  expect(await openArchive(`${host.url}map.pmtiles`)).toBe("whole-only");
  answersRanges = true;
  expect(await openArchive(`${host.url}none.pmtiles`)).toBe("absent");
  writeFileSync(join(folder, "page.pmtiles"), "<!doctype html>".padEnd(20_000));
  expect(openArchive(`${host.url}page.pmtiles`)).rejects.toThrow("PMTiles archive");
});
