/** Reads files that other threads and processes remove. */
import { readFileSync } from "node:fs";
import { codeOf } from "../../../src/base/errors.ts";

/** Returns the bytes of a file as text; nothing of a folder, or of what was removed since it was listed. */
export function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if (["EISDIR", "ENOENT"].includes(codeOf(error) ?? "")) {
      return "";
    }
    throw error;
  }
}
