/**
 * Kills updates of a registry with a history after each stage (`kill -9`), including updates that rewrite the history.
 * Then the previous or the new registry serves with its history, and the next update works.
 */
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAttachedName } from "../../src/registry/file/attached-files.ts";
import { openSnapshot } from "../../src/registry/file/snapshot.ts";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import { importDemo } from "../support/countries/import-data-folders.ts";
import { compareHistories } from "../support/oracles/compare-histories.ts";
import { kill, start, untilReported } from "../support/processes/baken-process.ts";
import { currentOf, update } from "../support/update-oracle/demo-chain.ts";

setDefaultTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), "baken-update-crash-"));
afterAll(() => rmSync(folder, { recursive: true }));
/** An update is killed after each stage, after each third one in short rounds (TEST_ROUNDS). */
const STEP = process.env.TEST_ROUNDS === undefined ? 1 : 3;
const UPDATE = join(import.meta.dir, "../support/processes/report-update.ts");

const out = join(folder, "demo.zip");
const { files } = await generateDemo({ addresses: 300, seed: 1, history: true, mutations: 100, out });
const before = join(folder, "before");
await importDemo(files, before, "full");

function copyBefore(name: string): string {
  const dataDir = join(folder, name);
  cpSync(before, dataDir, { recursive: true, verbatimSymlinks: true });
  return dataDir;
}

const startUpdate = (dataDir: string, limit: number) =>
  start([process.execPath, UPDATE, dataDir, files.mutations!, String(limit)]);

/** Returns the reference date of the registry that serves, which opens with its history. */
function servedDate(dataDir: string): string {
  const snapshot = openSnapshot(currentOf(dataDir));
  try {
    expect(snapshot.history).toBeDefined();
    return snapshot.meta.referenceDate;
  } finally {
    snapshot.close();
  }
}

test.each([
  ["in the registry", 1_000_000],
  ["in a new file", 0],
])("killed after stages, with changed objects %s", async (where, limit) => {
  const whole = copyBefore(`whole ${where}`);
  const child = startUpdate(whole, limit);
  const lines = (await new Response(child.stderr).text()).trimEnd().split("\n");
  expect(await child.exited).toBe(0);
  expect(lines.includes("write the history again")).toBe(limit === 0);
  const dates = [servedDate(before), servedDate(whole)];
  let killed = 0;
  for (let line = 0; line < lines.length; line += STEP) {
    const dataDir = copyBefore(`${where} ${line}`);
    const killedChild = startUpdate(dataDir, limit);
    await untilReported(killedChild, line);
    killed += Number(await kill(killedChild));
    expect(dates).toContain(servedDate(dataDir));
    await update(dataDir, [files.mutations!], limit);
    expect(servedDate(dataDir)).toBe(dates[1]!);
    expect(compareHistories(currentOf(dataDir), currentOf(whole))).toEqual([]);
    expect(readdirSync(dataDir).filter(isAttachedName)).toHaveLength(limit === 0 ? 2 : 1);
    rmSync(dataDir, { recursive: true });
  }
  // The last stages can be over before the signal arrives.
  expect(killed).toBeGreaterThanOrEqual((lines.length / STEP) * 0.5);
});
