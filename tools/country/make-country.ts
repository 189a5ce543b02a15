import { join } from "node:path";
import { createStderrProgress } from "../../src/cli/progress.ts";
import { assertMayReplace } from "../../src/import/may-replace.ts";
import { openImportFolder } from "../../src/import/publish.ts";
import { type ImportResult, importInto } from "../../src/import/run-import.ts";
import { SAMPLE_FOLDER } from "../../src/registry/file/import-state.ts";
import { type DemoResult, generateDemo } from "./generate-demo.ts";

export interface CountryOptions {
  readonly dataDir: string;
  readonly addresses: number;
  readonly seed: number;
  readonly history: boolean;
  readonly keepRegistries: number;
  /** True when the user gave `--yes`: real data may be replaced. */
  readonly isConfirmed: boolean;
}

/** Defaults: large enough to explore, made in seconds. */
export const DEFAULT_ADDRESSES = 20_000;
export const DEFAULT_SEED = 1;

/**
 * Makes an invented country in the official format and imports it like real data. Its files are in the work folder of
 * imports, which is removed at the end, or after a kill by the next import.
 */
export async function makeCountry(options: CountryOptions): Promise<ImportResult> {
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
    "make an invented country",
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
