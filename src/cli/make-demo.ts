import { join } from "node:path";
import { type DemoResult, generateDemo } from "../../tools/country/generate-demo.ts";
import { assertMayReplace } from "../import/may-replace.ts";
import { openImportFolder } from "../import/publish.ts";
import { type ImportResult, importInto } from "../import/run-import.ts";
import { SAMPLE_FOLDER } from "../registry/file/import-state.ts";
import { createStderrProgress } from "./progress.ts";

export interface DemoCountryOptions {
  readonly dataDir: string;
  readonly addresses: number;
  readonly seed: number;
  readonly history: boolean;
  readonly keepRegistries: number;
  /** True when the user gave `--yes`: real data may be replaced. */
  readonly isConfirmed: boolean;
}

/** Defaults of `serve` and `demo`: large enough to explore, made in seconds. */
export const DEMO_ADDRESSES = 20_000;
export const DEMO_SEED = 1;

/**
 * Makes a fictitious country in the official format and imports it like real data. Its files are in the work folder
 * of imports, which is removed at the end, or after a kill by the next import.
 */
export async function makeDemo(options: DemoCountryOptions): Promise<ImportResult> {
  const { dataDir, keepRegistries, isConfirmed } = options;
  assertMayReplace(dataDir, { isDemo: true, isConfirmed });
  const importFolder = openImportFolder(dataDir, { keepRegistries, isSample: true });
  try {
    const folder = join(importFolder.workDir, SAMPLE_FOLDER);
    const { files } = await generateWithProgress({ ...options, out: join(folder, "demo.zip") });
    const sources = {
      paths: [files.extract],
      gemeenten: [files.gemeenten],
      boundaries: [`demo=${files.pc4}`],
    };
    return await importInto(
      importFolder,
      { ...sources, dataDir, isDemo: true, isConfirmed },
      createStderrProgress(),
    );
  } finally {
    importFolder.close();
  }
}

/** Generates the country's files and shows the progress. */
export function generateWithProgress(options: Parameters<typeof generateDemo>[0]): Promise<DemoResult> {
  // Bytes of XML per address, measured and rounded down, so that the progress reaches its end.
  const expectedBytes = options.addresses * (options.history ? 9_700 : 4_400);
  return createStderrProgress().stage(
    "make a fictitious country",
    (advance) => {
      let doneBytes = 0;
      return generateDemo(options, ({ xmlBytes }) => {
        advance(Math.min(xmlBytes, expectedBytes) - doneBytes);
        doneBytes = Math.min(xmlBytes, expectedBytes);
      });
    },
    expectedBytes,
  );
}
