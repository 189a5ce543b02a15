/** Reads PMTiles archives of Weesp with the npm reader. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeTile } from "../../src/tiles/make-tile.ts";
import { ArchiveWriter } from "../../src/tiles/pmtiles/archive-writer.ts";
import { TileArchive, type TileArchiveOptions } from "../../src/tiles/pmtiles/tile-archive.ts";
import { tileOf } from "../../src/tiles/pmtiles/tile-number.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { runBaken } from "../support/processes/baken-process.ts";
import { openArchive } from "../support/tiles/open-archive.ts";
import { readTile } from "../support/tiles/read-tile.ts";
import { mapPosition } from "../support/tiles/tile-at.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-pmtiles-"));
const dataDir = await makeWeespFolder();
const registry = openRegistry(dataDir, (error) => {
  throw error;
});
const s = registry.current()!;
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

async function write(name: string, options: Partial<TileArchiveOptions> = {}): Promise<string> {
  const path = join(folder, name);
  const archive = await TileArchive.create(s, path, { maxZoom: 16, threads: 2, ...options });
  while (archive.nextZoom !== undefined) {
    await archive.writeZoom(() => undefined);
  }
  await archive.publish();
  await archive.close();
  return path;
}

/** Lists the tiles around Weesp and their neighbours, at all zooms that the archive has. */
const around = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].flatMap((z) => {
  const northWest = mapPosition(z, 52.33, 4.98);
  const southEast = mapPosition(z, 52.26, 5.1);
  const tiles = [];
  for (let x = Math.floor(northWest.x) - 1; x <= southEast.x + 1; x++) {
    for (let y = Math.floor(northWest.y) - 1; y <= southEast.y + 1; y++) {
      tiles.push({ z, x, y });
    }
  }
  return tiles;
});

describe("Weesp", () => {
  let path: string;
  beforeAll(async () => {
    path = await write("weesp.pmtiles");
  });

  test("has the tiles of the server, byte by byte, and no others", async () => {
    const { archive, close } = openArchive(path);
    let count = 0;
    for (const { z, x, y } of around) {
      const stored = await archive.getZxy(z, x, y);
      const made = makeTile(s, z, x, y);
      expect([z, x, y, stored && Bun.hash(stored.data)]).toEqual([z, x, y, made && Bun.hash(made)]);
      count += made === undefined ? 0 : 1;
    }
    const header = await archive.getHeader();
    expect(header.numAddressedTiles).toBe(count);
    expect(header.numTileContents).toBeLessThan(count);
    close();
  });

  test("has a header and metadata of what it contains", async () => {
    const { archive, close } = openArchive(path);
    const header = await archive.getHeader();
    expect(header).toMatchObject({ specVersion: 3, clustered: true, tileType: 1, tileCompression: 2 });
    expect(header).toMatchObject({ minZoom: 5, maxZoom: 16, leafDirectoryLength: 0 });
    // The sections follow each other without gaps, to the end of the file.
    expect(header.rootDirectoryOffset).toBe(127);
    expect(header.tileDataOffset! + header.tileDataLength!).toBe(statSync(path).size);
    expect(header.minLon).toBeGreaterThan(4.9);
    expect(header.maxLat).toBeLessThan(52.4);
    expect(header.centerLon).toBeCloseTo((header.minLon + header.maxLon) / 2, 6);
    const metadata = (await archive.getMetadata()) as { vector_layers: { id: string; fields: object }[] };
    const layers = Object.keys(readTile(makeTile(s, 16, 33_686, 21_557)!));
    expect(metadata.vector_layers.map(({ id }) => id)).toEqual(expect.arrayContaining(layers));
    expect(metadata).toMatchObject({ attribution: expect.stringContaining("Kadaster, 2021-10-15") });
    close();
  });

  test("leaf directories, where the root has no room, and a lower highest zoom: the same tiles", async () => {
    const small = openArchive(await write("leaves.pmtiles", { maxZoom: 15, maxHeadBytes: 200 }));
    const large = openArchive(path);
    const header = await small.archive.getHeader();
    expect(header.leafDirectoryLength).toBeGreaterThan(0);
    expect(header.rootDirectoryLength).toBeLessThanOrEqual(200 - 127);
    expect(header).toMatchObject({ maxZoom: 15, specVersion: 3 });
    for (const { z, x, y } of around) {
      const one = await small.archive.getZxy(z, x, y);
      const other = z > 15 ? undefined : await large.archive.getZxy(z, x, y);
      expect([z, x, y, one?.data]).toEqual([z, x, y, other?.data]);
    }
    small.close();
    large.close();
  });
});

test("an archive of 15,000 tiles: each is found, equal ones are stored once", async () => {
  const path = join(folder, "many.pmtiles");
  const writer = await ArchiveWriter.create(path, { maxHeadBytes: 175 });
  const contentOf = (number: number) => (number % 7 < 3 ? "water" : `tile ${number}`);
  const numbers = Array.from({ length: 15_000 }, (_, i) => 5_000_000_000 + i * (i % 5 === 0 ? 2 : 1));
  const ascending = [...new Set(numbers)].sort((a, b) => a - b);
  for (const number of ascending) {
    await writer.add(number, gzipSync(contentOf(number)));
  }
  const info = { minZoom: 16, maxZoom: 16, bounds: [3, 50, 7, 54], center: [5, 52, 16] } as const;
  const size = await writer.publish(info, { vector_layers: [] });
  await writer.close();
  expect(size).toEqual({
    tiles: ascending.length,
    contents: new Set(ascending.map(contentOf)).size,
    bytes: statSync(path).size,
  });
  const { archive, close } = openArchive(path);
  const present = new Set(ascending);
  for (let i = 0; i < 1_000; i++) {
    const number = 5_000_000_000 + ((i * 7919) % 31_000);
    const { z, x, y } = tileOf(number);
    const found = await archive.getZxy(z, x, y);
    expect([number, found && Buffer.from(found.data).toString()]).toEqual([
      number,
      present.has(number) ? contentOf(number) : undefined,
    ]);
  }
  close();
});

describe("./baken tiles", () => {
  const out = join(folder, "out.pmtiles");
  const tiles = (...args: string[]) => runBaken(["tiles", "--data", dataDir, "--out", out, ...args]);

  test("says what it wrote, and replaces an archive", async () => {
    for (const maxZoom of ["9", "11"]) {
      const { exitCode, stdout, stderr } = await tiles("--max-zoom", maxZoom, "--threads", "1");
      expect(exitCode).toBe(0);
      expect(stdout).toMatch(/out\.pmtiles: [\d,]+ tiles, [\d,]+ different ones, [\d,]+ bytes in \d+ s\.\n$/);
      expect(stderr).toContain(`zoom ${maxZoom}`);
    }
    const { archive, close } = openArchive(out);
    expect(await archive.getHeader()).toMatchObject({ maxZoom: 11 });
    close();
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a file of another kind stays, unless --yes is given", async () => {
    writeFileSync(out, "a letter");
    const refused = await tiles("--max-zoom", "8");
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    expect(refused.stderr).toContain("is no PMTiles file; --yes replaces it");
    expect(readFileSync(out, "utf8")).toBe("a letter");
    expect((await tiles("--max-zoom", "8", "--yes")).exitCode).toBe(0);
    expect(readFileSync(out, "latin1")).toStartWith("PMTiles");
  });

  test.each([
    [["--max-zoom", "17"], "--max-zoom must be 5 to 16, not 17"],
    [["--max-zoom", "4"], "--max-zoom must be 5 to 16, not 4"],
    [["--threads", "0"], "--threads must be 1 to 999, not 0"],
    [["--out", join(folder, "none", "x.pmtiles")], "x.pmtiles cannot be written: ENOENT"],
    [["--out", folder, "--yes"], "is not a file; give another name"],
    [["--data", join(folder, "none")], "holds no registry"],
  ])("%j: refused", async (args, message) => {
    const { exitCode, stderr } = await tiles(...args);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(1);
  });

  test("a temporary file of another command is left alone", async () => {
    const temporary = `${out}.tiles.tmp`;
    writeFileSync(temporary, "half");
    const { exitCode, stderr } = await tiles();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${temporary} exists. Remove it if no other command is writing it.`);
    expect(readFileSync(temporary, "utf8")).toBe("half");
    expect(readdirSync(folder)).not.toContain("out.pmtiles.tmp");
  });
});
