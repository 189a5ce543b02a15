import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type DemoResult, generateDemo } from "../demo/generate-demo.ts";
import { type ImportResult, runImport } from "../import/run-import.ts";
import { standardProgress } from "./progress.ts";

export interface DemoCountryOptions {
  readonly dataDir: string;
  readonly addresses: number;
  readonly seed: number;
  readonly history: boolean;
  readonly keepRegistries: number;
}

/** What `serve` and `demo` make when nothing else is said: large enough to look around in, made in seconds. */
export const DEMO_ADDRESSES = 20_000;
export const DEMO_SEED = 1;

/** Makes a fictitious country in the official format and imports it as real data is; its files are gone afterwards. */
export async function makeDemo(options: DemoCountryOptions): Promise<ImportResult> {
  const { dataDir, keepRegistries } = options;
  mkdirSync(dataDir, { recursive: true });
  const folder = mkdtempSync(join(dataDir, ".demo-"));
  try {
    const { files } = await generate({ ...options, out: join(folder, "demo.zip") });
    const sources = {
      paths: [files.extract],
      gemeenten: [files.gemeenten],
      boundaries: [`demo=${files.pc4}`],
    };
    return await runImport(
      { ...sources, dataDir, keepRegistries, isDemo: true, mayShrink: false },
      standardProgress(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Generates the country's files, showing how far it is. */
export function generate(options: Parameters<typeof generateDemo>[0]): Promise<DemoResult> {
  // 8,900 bytes of XML an address with all its history, half of that without.
  const expectedBytes = options.addresses * (options.history ? 8_600 : 4_400);
  return standardProgress().stage(
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
