/** Data folders made by the real import, for tests that want whole countries and towns to ask. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateDemo } from "../src/demo/generate-demo.ts";
import { silentProgress } from "../src/import/progress.ts";
import { runImport } from "../src/import/run-import.ts";
import { GEMEENTE_BORDERS, GEMEENTEN, PC4_BORDERS, WEESP } from "./reference-files.ts";

/** A fictitious country of so many addresses; some seconds for a few thousand. */
export async function makeDemoFolder(addresses: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-demo-"));
  const workDir = mkdtempSync(join(tmpdir(), "baken-demo-"));
  const out = join(workDir, "demo.zip");
  const { files } = await generateDemo({ addresses, seed: 1, history: false, out });
  await runImport(
    {
      paths: [files.extract],
      gemeenten: [files.gemeenten],
      boundaries: [`demo=${files.pc4}`],
      dataDir,
      isDemo: true,
    },
    silentProgress,
  );
  rmSync(workDir, { recursive: true });
  return dataDir;
}

/** The official extract of Weesp, where it exists. */
export async function makeWeespFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "baken-weesp-"));
  await runImport(
    {
      paths: [WEESP],
      gemeenten: [GEMEENTEN],
      boundaries: [GEMEENTE_BORDERS, PC4_BORDERS],
      dataDir,
    },
    silentProgress,
  );
  return dataDir;
}
