/** Checksums of artefacts, in the format of sha256sum. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the lines of SHA256SUMS for files of a folder, by name; `sha256sum --check` reads them. */
export function renderChecksums(folder: string, files: readonly string[]): string {
  const hashOf = (file: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
  return files
    .toSorted()
    .map((file) => `${hashOf(file)}  ${file}\n`)
    .join("");
}
