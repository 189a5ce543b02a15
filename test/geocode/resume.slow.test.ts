/** Kills `baken geocode` with `kill -9` at random moments: the resumed file equals the uninterrupted one, byte for byte. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN, collectOutcome, runBaken, start } from "../support/processes/baken-process.ts";
import { createKiller, drawKillMoments } from "../support/processes/kill-moments.ts";
import { testRandom } from "../support/seed.ts";
import { listAddresses, toPostcodeCsv } from "../support/tables/weesp-addresses.ts";

/** Kills of each format; TEST_ROUNDS=50 for a thorough run. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 4);
/** Killed runs of one file: each run continues with what the previous run has left. */
const RUNS = 4;
/** Maximum files for each kill. Resumed runs are shorter, so many end before they would be killed. */
const MAX_FILES = 5;
const random = testRandom();

let dataDir: string;
let folder: string;
let input: string;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
  folder = mkdtempSync(join(tmpdir(), "baken-geocode-"));
  input = join(folder, "klanten.csv");
  writeFileSync(input, toPostcodeCsv(listAddresses(dataDir)));
}, 120_000);
afterAll(() => {
  rmSync(dataDir, { recursive: true });
  rmSync(folder, { recursive: true });
});

describe.each(["csv", "gpkg"])("%s", (format) => {
  test(
    `is the same after ${ROUNDS} kills`,
    async () => {
      const out = join(folder, `uit.${format}`);
      const args = ["geocode", input, "--data", dataDir, "--dedupe", "--threads", "2"];
      const startMs = performance.now();
      // Both files have the same name, because the name of the layer is a part of a GeoPackage.
      const uninterrupted = join(folder, `whole/uit.${format}`);
      mkdirSync(dirname(uninterrupted), { recursive: true });
      expect(await runBaken([...args, "--out", uninterrupted])).toMatchObject({ exitCode: 0 });
      const killAt = createKiller(performance.now() - startMs);
      const whole = Bun.hash(readFileSync(uninterrupted));
      let kills = 0;
      for (let file = 0; kills < ROUNDS && file < MAX_FILES * ROUNDS; file++) {
        for (const share of drawKillMoments(RUNS, random)) {
          kills += Number(await killAt(start([BAKEN, ...args, "--out", out, "--resume"]), share));
        }
        await finish([...args, "--out", out]);
        expect(Bun.hash(readFileSync(out))).toBe(whole);
        expect(readdirSync(folder).filter((name) => name.startsWith("uit."))).toEqual([`uit.${format}`]);
        rmSync(out);
      }
      expect(kills).toBeGreaterThanOrEqual(ROUNDS);
    },
    60_000 + 12_000 * ROUNDS,
  );
});

/** Runs to the end; a run that was already complete refuses to replace its file. */
async function finish(args: readonly string[]): Promise<void> {
  const { exitCode, stderr } = await collectOutcome(start([BAKEN, ...args, "--resume"]));
  const isDone = exitCode === 0 || stderr.includes("exists; --replace replaces it");
  expect(isDone ? "done" : stderr).toBe("done");
}
