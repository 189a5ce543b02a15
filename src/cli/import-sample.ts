import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programFile } from "../base/program-files.ts";
import type { HistoryChoice } from "../base/setting-values.ts";
import { assertMayReplace } from "../import/may-replace.ts";
import { openImportFolder } from "../import/publish.ts";
import { type ImportResult, importInto } from "../import/run-import.ts";
import { SAMPLE_FOLDER } from "../registry/file/import-state.ts";
import { SAMPLE } from "../registry/file/test-data.ts";
import { createStderrProgress } from "./progress.ts";

export interface SampleOptions {
  readonly dataDir: string;
  readonly keepRegistries: number;
  readonly history?: HistoryChoice | undefined;
  /** True when the user gave `--yes`: real data may be replaced. */
  readonly isConfirmed: boolean;
}

const EXTRACT = "BAGGEM0457L-15102021.zip";

/** Imports the sample of real data that baken ships, like any other extract. Needs no network. */
export async function importSample(options: SampleOptions): Promise<ImportResult> {
  const { dataDir, keepRegistries, history, isConfirmed } = options;
  assertMayReplace(dataDir, { isDemo: true, isConfirmed });
  const folder = openImportFolder(dataDir, { keepRegistries, isSample: true });
  try {
    const path = join(folder.workDir, SAMPLE_FOLDER, EXTRACT);
    // Inside the compiled executable the file can only be read whole, not opened by its path.
    writeFileSync(path, readFileSync(programFile("src/import/sample/BAGGEM0457L-15102021.zip")));
    const kind = { isDemo: true, sample: SAMPLE };
    return await importInto(
      folder,
      { paths: [path], ...kind, dataDir, history, isConfirmed },
      createStderrProgress(),
    );
  } finally {
    folder.close();
  }
}
