/** Imports the small country by the command as a user does, and checks what a refused command leaves of it. */
import { expect } from "bun:test";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExtractTo } from "../extracts/extract-builder.ts";
import { type CommandOutcome, fingerprintOf, runBakenImport } from "../processes/baken-process.ts";
import { NAMES_CSV, NATIONAL } from "./small-country.ts";

export interface ImportedCountry {
  /** Folder of everything; the caller removes it. */
  readonly folder: string;
  readonly extract: string;
  readonly names: string;
  /** Path of the data folder. */
  readonly dataDir: string;
}

export async function importSmallCountry(): Promise<ImportedCountry> {
  const folder = mkdtempSync(join(tmpdir(), "baken-small-country-"));
  const [names, dataDir] = [join(folder, "names.csv"), join(folder, "served")];
  writeFileSync(names, NAMES_CSV);
  const extract = writeExtractTo(join(folder, "extract.zip"), NATIONAL);
  const { exitCode, stderr } = await runBakenImport([extract, "--gemeenten", names, "--data", dataDir]);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return { folder, extract, names, dataDir };
}

/**
 * Returns a function that expects a command to be refused in one last line with `words`, and the data folder to be byte
 * for byte what it is now.
 */
export function createRefusalCheck(
  dataDir: string,
): (outcome: CommandOutcome, words: readonly string[]) => void {
  const before = fingerprintOf(dataDir);
  return (outcome, words) => {
    const message = outcome.stderr.trimEnd().split("\n").at(-1)!;
    for (const word of words) {
      expect(message).toContain(word);
    }
    expect(message).toStartWith("baken: ");
    expect(outcome).toMatchObject({ exitCode: 1, stdout: "" });
    expect(fingerprintOf(dataDir)).toEqual(before);
  };
}
