/** Reads PMTiles archives with GDAL; compares the tiles of a country with those of the server; kills the command. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { makeTile } from "../../src/tiles/make-tile.ts";
import { makeDemoFolder, makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, kill, runBaken, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { TEST_SEED } from "../support/seed.ts";
import { describeByGdal } from "../support/tiles/gdal.ts";
import { openArchive } from "../support/tiles/open-archive.ts";
import { readTile } from "../support/tiles/read-tile.ts";
import { tileAt } from "../support/tiles/tile-at.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-pmtiles-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("GDAL counts the features of the highest zoom as they are in the tiles", async () => {
  const dataDir = await makeWeespFolder();
  const out = join(folder, "weesp.pmtiles");
  expect(await runBaken(["tiles", "--data", dataDir, "--out", out])).toMatchObject({ exitCode: 0 });
  const { archive, close } = openArchive(out);
  const { minLon, minLat, maxLon, maxLat } = await archive.getHeader();
  const northWest = tileAt(16, maxLat, minLon);
  const southEast = tileAt(16, minLat, maxLon);
  const expected = new Map<string, number>();
  for (let x = northWest.x - 1; x <= southEast.x + 1; x++) {
    for (let y = northWest.y - 1; y <= southEast.y + 1; y++) {
      const tile = await archive.getZxy(16, x, y);
      for (const [name, features] of Object.entries(tile ? readTile(new Uint8Array(tile.data)) : {})) {
        expected.set(name, (expected.get(name) ?? 0) + features.length);
      }
    }
  }
  close();
  const { driverShortName, layers } = await describeByGdal(out, ["CLIP=NO"]);
  expect(driverShortName).toBe("PMTiles");
  const counted = layers.map(({ name, featureCount }) => [name, featureCount] as const);
  expect(expected.get("pand")).toBeGreaterThan(12_227);
  expect(new Map(counted.filter(([, count]) => count > 0))).toEqual(expected);
  rmSync(dataDir, { recursive: true });
});

describe("a country", async () => {
  const dataDir = await makeDemoFolder(500);
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test("tiles drawn everywhere in it are those of the server, whether copied or made", async () => {
    const out = join(folder, "country.pmtiles");
    expect(await runBaken(["tiles", "--data", dataDir, "--out", out])).toMatchObject({ exitCode: 0 });
    const registry = openRegistry(dataDir, () => undefined);
    const { archive, close } = openArchive(out);
    const { minLon, minLat, maxLon, maxLat, numAddressedTiles, numTileEntries } = await archive.getHeader();
    expect(numTileEntries).toBeLessThan(numAddressedTiles / 3);
    let state = TEST_SEED;
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    let filled = 0;
    for (let i = 0; i < 6_000; i++) {
      const lat = minLat - 0.1 + random() * (maxLat - minLat + 0.2);
      const lon = minLon - 0.1 + random() * (maxLon - minLon + 0.2);
      const { z, x, y } = tileAt(12 + (i % 5), lat, lon);
      const stored = await archive.getZxy(z, x, y);
      const made = makeTile(registry.current()!, z, x, y);
      expect([z, x, y, stored && Bun.hash(stored.data)]).toEqual([z, x, y, made && Bun.hash(made)]);
      filled += made === undefined ? 0 : 1;
    }
    expect(filled).toBeGreaterThan(2_000);
    close();
    registry.close();
  }, 300_000);

  test("kill -9: nothing has the file's name, and the previous archive stays as it was", async () => {
    const out = join(folder, "killed.pmtiles");
    const temporary = `${out}.tiles.tmp`;
    const write = ["tiles", "--data", dataDir, "--out", out];
    for (const hasArchive of [false, true]) {
      if (hasArchive) {
        expect(await runBaken([...write, "--max-zoom", "8"])).toMatchObject({ exitCode: 0 });
      }
      const before = hasArchive ? readFileSync(out) : undefined;
      const child = start([BAKEN, ...write]);
      await until(() => existsSync(temporary) && statSync(temporary).size > 0);
      expect(await kill(child)).toBe(true);
      expect(existsSync(out)).toBe(hasArchive);
      if (before !== undefined) {
        expect(readFileSync(out).equals(before)).toBe(true);
      }
      const again = await runBaken(write);
      expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("exists. Remove it if") });
      for (const name of readdirSync(folder).filter((left) => left.endsWith(".tmp"))) {
        rmSync(join(folder, name));
      }
    }
  });
});
