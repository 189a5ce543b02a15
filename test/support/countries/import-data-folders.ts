/** Makes data folders by the real import, for tests that need whole countries and towns. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HistoryChoice } from "../../../src/base/setting-values.ts";
import { silentProgress } from "../../../src/import/progress.ts";
import { type ImportResult, runImport } from "../../../src/import/run-import.ts";
import { type DemoFiles, generateDemo } from "../../../tools/country/generate-demo.ts";
import { GEMEENTE_BORDERS, GEMEENTEN, PC4_BORDERS, WEESP } from "../extracts/reference-files.ts";
import { copyCountry } from "./shared-countries.ts";

/** Number of addresses of the country on which search is measured. */
export const LARGE_COUNTRY = 220_000;

/** Returns a new data folder with a fictitious country of that many addresses, always the same one. */
export async function makeDemoFolder(addresses: number): Promise<string> {
  return await copyCountry(`demo-${addresses}`, async (dataDir) => {
    const workDir = mkdtempSync(join(tmpdir(), "baken-demo-"));
    const out = join(workDir, "demo.zip");
    const { files } = await generateDemo({ addresses, seed: 1, history: false, out });
    await importDemo(files, dataDir);
    rmSync(workDir, { recursive: true });
  });
}

/** Returns a new data folder with a fictitious country of that many addresses and its past. */
export async function makeDemoPastFolder(addresses: number): Promise<string> {
  return await copyCountry(`demo-past-${addresses}`, async (dataDir) => {
    const workDir = mkdtempSync(join(tmpdir(), "baken-demo-"));
    const out = join(workDir, "demo.zip");
    const { files } = await generateDemo({ addresses, seed: 1, history: true, out });
    await importDemo(files, dataDir, "full");
    rmSync(workDir, { recursive: true });
  });
}

/** Imports the files of a fictitious country with their borders. */
export async function importDemo(
  { extract, gemeenten, pc4 }: Pick<DemoFiles, "extract" | "gemeenten" | "pc4">,
  dataDir: string,
  history: HistoryChoice = "none",
): Promise<ImportResult> {
  const given = { paths: [extract], gemeenten: [gemeenten], boundaries: [`demo=${pc4}`] };
  return await runImport({ ...given, dataDir, isDemo: true, history }, silentProgress);
}

/** Returns a new data folder with the official extract of Weesp. */
export async function makeWeespFolder(): Promise<string> {
  return await copyCountry("weesp", (dataDir) => importWeesp(WEESP, dataDir));
}

/** Returns a new data folder with the official extract of Weesp and its past. */
export async function makeWeespPastFolder(): Promise<string> {
  return await copyCountry("weesp-past", (dataDir) => importWeesp(WEESP, dataDir, "full"));
}

/** Imports the official extract of Weesp, or a changed copy. */
export async function importWeesp(
  extract: string,
  dataDir: string,
  history: HistoryChoice = "none",
): Promise<ImportResult> {
  const given = { paths: [extract], gemeenten: [GEMEENTEN], boundaries: [GEMEENTE_BORDERS, PC4_BORDERS] };
  return await runImport({ ...given, dataDir, history }, silentProgress);
}
