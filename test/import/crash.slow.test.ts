/**
 * Tests imports killed with `kill -9` at many moments, on a folder that is served: the served registry stays, and the
 * next import works.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReadOnly } from "../../src/base/sqlite.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";
import { GEMEENTEN, WEESP } from "../support/extracts/reference-files.ts";
import {
  type Child,
  kill,
  runBakenImport,
  startImport,
  untilReported,
} from "../support/processes/baken-process.ts";
import { countRows } from "../support/registries/read-registry.ts";

const MOMENTS = Number(process.env.TEST_ROUNDS ?? 10);
/** Moments of an import of Weesp, which takes longer. */
const WEESP_MOMENTS = Math.min(MOMENTS, 6);
const folder = mkdtempSync(join(tmpdir(), "baken-import-crash-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Kills the import after it has printed so many lines; returns true when it was still running. */
async function killAfterLines(child: Child, lines: number): Promise<boolean> {
  await untilReported(child, lines);
  return await kill(child);
}

async function killAfterMs(child: Child, ms: number): Promise<boolean> {
  await Bun.sleep(ms);
  return await kill(child);
}

/** Returns the name of the history of a registry, which opens with it. */
function historyOf(path: string): string[] {
  const snapshot = openSnapshot(path);
  const { attached } = snapshot.meta;
  snapshot.close();
  return attached.map(({ name }) => name);
}

/** Imports an extract into a folder; returns functions that check that the folder is served and whole. */
async function importAndServe(name: string, extract: string, names: string) {
  const dataDir = join(folder, name);
  const args = [extract, "--gemeenten", names, "--data", dataDir, "--history", "full"];
  const startedMs = performance.now();
  const { exitCode, stderr } = await runBakenImport(args);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const importMs = performance.now() - startedMs;
  const stages = stderr.split("\n\n")[0]!.split("\n").length;
  const server = openRegistry(dataDir, (error) => {
    throw error;
  });
  const { adressen } = server.current()!.meta.counts;

  /** Checks that `current` names an intact, complete registry, and that a server follows it. */
  const expectServing = () => {
    const path = join(dataDir, readFileSync(join(dataDir, "current"), "utf8").trim());
    const db = openReadOnly(path);
    expect(db.query("PRAGMA quick_check").values()).toEqual([["ok"]]);
    expect(db.query("SELECT count(*) FROM adres").values()).toEqual([[adressen]]);
    db.close();
    server.refresh();
    // Closes snapshots that would remain open; they are not tested here.
    server.closeUnpinned();
    expect(server.current()!.path).toBe(path);
    expect(countRows(server.current()!.history!.db, "nummeraanduiding_voorkomen")).toBeGreaterThan(0);
    expect(server.current()!.db.query("SELECT count(*) FROM pand_adres").values()[0]![0]).toBeGreaterThan(0);
  };

  /** Checks that an undisturbed import leaves its own registry and the previous one, and nothing of the killed ones. */
  const expectImportWorks = async () => {
    const before = readFileSync(join(dataDir, "current"), "utf8").trim();
    const outcome = await runBakenImport(args);
    expect(outcome).toMatchObject({ exitCode: 0 });
    const now = readFileSync(join(dataDir, "current"), "utf8").trim();
    expect(now).not.toBe(before);
    const histories = [before, now].flatMap((file) => historyOf(join(dataDir, file)));
    expect(histories).toHaveLength(2);
    expect(readdirSync(dataDir).sort()).toEqual(
      ["current", "current.gpkg", "current.lock", "import.lock", before, now, ...histories].sort(),
    );
    expectServing();
  };
  return { args, importMs, stages, adressen, expectServing, expectImportWorks };
}

/** Kills imports after each of `lines` and at `moments` evenly spaced moments; returns how many were still running. */
async function killImports(
  served: Awaited<ReturnType<typeof importAndServe>>,
  lines: readonly number[],
  moments: number,
) {
  let killed = 0;
  for (const line of lines) {
    if (await killAfterLines(startImport(served.args), line)) {
      killed++;
    }
    served.expectServing();
  }
  await served.expectImportWorks();
  for (let i = 0; i < moments; i++) {
    if (await killAfterMs(startImport(served.args), (served.importMs * (i + 0.5)) / moments)) {
      killed++;
    }
    served.expectServing();
  }
  await served.expectImportWorks();
  return killed;
}

test(`a small import killed after each stage and at ${MOMENTS} moments leaves what served; the next one works`, async () => {
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  const extract = writeExtractTo(join(folder, "small.zip"), NATIONAL);
  const served = await importAndServe("small", extract, names);
  expect(served.adressen).toBe(21);
  expect(served.stages).toBeGreaterThanOrEqual(20);
  const lines = Array.from({ length: served.stages }, (_, i) => i);
  // The last stages of so small an import can be over before the signal arrives.
  const killed = await killImports(served, lines, MOMENTS);
  expect(killed).toBeGreaterThanOrEqual((lines.length + MOMENTS) * 0.75);
}, 600_000);

describe("an import of Weesp", () => {
  test(`killed after some stages and at ${WEESP_MOMENTS} moments leaves what served; the next one works`, async () => {
    const served = await importAndServe("weesp", WEESP, GEMEENTEN);
    expect(served.adressen).toBe(12_034);
    const lines = [7, 12, served.stages - 3, served.stages - 1];
    const killed = await killImports(served, lines, WEESP_MOMENTS);
    expect(killed).toBeGreaterThanOrEqual((lines.length + WEESP_MOMENTS) * 0.7);
  }, 600_000);
});
