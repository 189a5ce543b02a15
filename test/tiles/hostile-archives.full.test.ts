/** Serves base maps whose files lie about their sizes: refused with the reason, or one tile fails and nothing else. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { BAKEN, collectOutcome, start } from "../support/processes/baken-process.ts";
import { until } from "../support/processes/until.ts";
import { watchMemory } from "../support/processes/watch-memory.ts";
import { makeDataFolder } from "../support/servers/http-harness.ts";
import { issueKey, startServe } from "../support/servers/serve-process.ts";
import { directoryOf, type RawEntry, writeArchive } from "../support/tiles/hostile-archives.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-hostile-archive-"));
const path = join(folder, "map.pmtiles");
let dataDir: string;
let token: string;
beforeAll(() => {
  dataDir = makeDataFolder();
  token = issueKey(dataDir, {});
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  rmSync(dataDir, { recursive: true });
});

const PIECE = gzipSync(Buffer.alloc(16 * 2 ** 20, " "));
/** Returns gzip that expands a thousandfold, to gigabytes; joined from compressed pieces, to save memory here. */
const bomb = (gigabytes: number) => Buffer.concat(Array.from({ length: 64 * gigabytes }, () => PIECE));

/** Returns a directory with one entry: itself, at the begin of the directories. */
function ownDirectory(): Uint8Array {
  let length = 0;
  for (let directory = directoryOf([[0, 0, length, 0]]); ; directory = directoryOf([[0, 0, length, 0]])) {
    if (directory.length === length) {
      return directory;
    }
    length = directory.length;
  }
}

test.each([
  [
    "a directory that names itself",
    () => ({ root: directoryOf([[0, 0, ownDirectory().length, 0]]), leaves: ownDirectory() }),
    "Its directories are nested more than 4 deep, or one names itself.",
  ],
  [
    "a billion entries",
    () => ({ root: directoryOf([[0, 1, 1, 0]], 1e9) }),
    /A directory of \d+ bytes says that it has 1000000000 entries\./,
  ],
  [
    "a directory below the root with a billion entries",
    () => {
      const leaves = directoryOf([[0, 1, 1, 0]], 1e9);
      return { root: directoryOf([[0, 0, leaves.length, 0]]), leaves };
    },
    /says that it has 1000000000 entries\./,
  ],
  ["a root that expands to a gigabyte", () => ({ root: bomb(1) }), "A directory has more than 4 MiB."],
  [
    "a directory below the root that expands to a gigabyte",
    () => {
      const leaves = bomb(1);
      return { root: directoryOf([[0, 0, leaves.length, 0]]), leaves };
    },
    "A directory has more than 4 MiB.",
  ],
  [
    "metadata that expands to a gigabyte",
    () => ({ root: directoryOf([]), metadata: bomb(1) }),
    "A metadata has more than 4 MiB.",
  ],
  [
    "a directory outside the file",
    () => ({ root: directoryOf([[0, 0, 100, 1e15]]), leaves: directoryOf([]) }),
    /A directory names bytes 1000000000000000 to 1000000000000100 of a section of \d+\./,
  ],
  [
    "metadata that is no JSON",
    () => ({ root: directoryOf([]), metadata: gzipSync("{") }),
    "Its metadata is not JSON.",
  ],
])(
  "%s is refused at the start",
  async (_, make, reason) => {
    writeArchive(path, make());
    const beganMs = performance.now();
    const child = start([BAKEN, "serve", "--data", dataDir, "--port", "0", "--base-map", path]);
    const memory = watchMemory(child);
    const { exitCode, stderr } = await collectOutcome(child);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`--base-map: ${path} cannot be used. `)]);
    expect(stderr).toMatch(reason);
    expect(performance.now() - beganMs).toBeLessThan(20_000);
    expect(await memory).toBeLessThan(1e9);
  },
  60_000,
);

test("a tile that cannot be read fails alone, and the server stops", async () => {
  const sound = gzipSync("a tile of another kind than ours");
  const large = bomb(8);
  const torn = sound.subarray(0, 10);
  const entries: RawEntry[] = [
    [1, 1, sound.length, 0],
    [2, 1, large.length, sound.length],
    [3, 1, torn.length, 0],
    [4, 1, 100, 1e15],
  ];
  writeArchive(path, { root: directoryOf(entries), tiles: Buffer.concat([sound, large]) });
  const server = await startServe(dataDir, ["--threads", "1", "--base-map", path]);
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (tile: string) =>
    (await fetch(`http://127.0.0.1:${server.port}/base-map/${tile}.mvt`, { headers })).status;
  // Tiles 1 to 4 in the order of PMTiles: the curve of Hilbert at zoom 1.
  expect(await Promise.all(["1/0/0", "1/0/1", "1/1/1", "1/1/0", "0/0/0"].map(ask))).toEqual([
    200, 500, 500, 500, 204,
  ]);
  expect(await ask("1/0/0")).toBe(200);
  // The log comes through a pipe, after the answer.
  await until(() => server.printed().includes(`${path}: tile 1/0/1: A tile has more than 16 MiB.`));
  expect(await server.signal("SIGTERM")).toBe(0);
}, 60_000);
