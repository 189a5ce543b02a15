import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { type Country, planCountry } from "./country.ts";
import { DemoStands } from "./demo-stands.ts";
import { gemeentenCsv } from "./gemeenten.ts";
import { type ExtractProgress, writeExtract } from "./official-format/extract.ts";
import { pc4GeoJson } from "./pc4-geojson.ts";
import { type DemoTally, TallyCounter } from "./tally.ts";

export interface DemoOptions {
  /** Existing addresses, exactly: 100 to 20,000,000. */
  readonly addresses: number;
  /** Any whole number; the same one gives the same bytes. */
  readonly seed: number;
  /** All voorkomens of all objects, or only what is in force and exists on the reference date. */
  readonly history: boolean;
  /** Path of the extract; its companions lie beside it: `X.zip`, `X-gemeenten.csv`, `X-pc4.geojson`. */
  readonly out: string;
}

export interface DemoFiles {
  readonly extract: string;
  readonly gemeenten: string;
  readonly pc4: string;
}

export interface DemoResult {
  readonly files: DemoFiles;
  readonly referenceDate: string;
  readonly tally: DemoTally;
  /** Of the extract, before deflation. */
  readonly xmlBytes: number;
}

/** Writes a fictitious country in the official format. Memory does not depend on its size, beyond the largest woonplaats. */
export async function generateDemo(
  options: DemoOptions,
  onProgress?: (progress: ExtractProgress) => void,
): Promise<DemoResult> {
  const country = planCountry(options.addresses, options.seed);
  const files = writeCompanions(country, options.out);
  const tally = new TallyCounter();
  const stands = new DemoStands(country, { history: options.history, tally });
  const { xmlBytes } = await writeExtract(files.extract, stands, onProgress);
  return { files, referenceDate: stands.referenceDate, tally: tally.result(), xmlBytes };
}

function writeCompanions(country: Country, out: string): DemoFiles {
  const stem = out.replace(/\.zip$/i, "");
  const files = { extract: out, gemeenten: `${stem}-gemeenten.csv`, pc4: `${stem}-pc4.geojson` };
  writeFileSync(files.gemeenten, gemeentenCsv(country));
  const pc4 = openSync(files.pc4, "w");
  try {
    for (const part of pc4GeoJson(country)) writeSync(pc4, part);
  } finally {
    closeSync(pc4);
  }
  return files;
}
