/** Imports an invented country of few objects with its history. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentProgress } from "../../../src/import/progress.ts";
import { runImport } from "../../../src/import/run-import.ts";
import { type ExtractSpec, writeExtractTo } from "../extracts/extract-builder.ts";
import type { ImportedCountry } from "./import-small-country.ts";

const NAMES_HEADER = "provinciecode;provincienaam;gemeentecode;gemeentenaam;begindatum;einddatum";
export const OOSTERLAND = "27;Noord-Holland;0901;Oosterland;1970-01-01;";

/** Returns the data folder of the objects; `gemeenten` are lines of the file of names. */
export async function importInvented(
  spec: ExtractSpec,
  gemeenten: readonly string[],
): Promise<ImportedCountry> {
  const folder = mkdtempSync(join(tmpdir(), "baken-invented-"));
  const [names, dataDir] = [join(folder, "names.csv"), join(folder, "data")];
  writeFileSync(names, [NAMES_HEADER, ...gemeenten].join("\n"));
  const extract = writeExtractTo(join(folder, "extract.zip"), spec);
  const given = { paths: [extract], gemeenten: [names], boundaries: [], dataDir };
  await runImport({ ...given, history: "full" }, silentProgress);
  return { folder, extract, names, dataDir };
}
