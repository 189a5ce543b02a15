/** Small files in which commands leave notes in the data folder for metrics and `doctor`. */
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DRAFT_SUFFIX } from "./draft-file.ts";
import { messageOf } from "./errors.ts";
import { giveToFolderOwner } from "./folder-owner.ts";
import { logOperatorError } from "./log.ts";

/** Writes a note whole or not at all; where this user may not write, only logs so. */
export function writeNote(path: string, text: string): void {
  const draft = `${path}.${process.pid}${DRAFT_SUFFIX}`;
  try {
    const file = openSync(draft, "wx", 0o644);
    try {
      writeFileSync(file, text);
      giveToFolderOwner(file, dirname(path));
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    logOperatorError("metrics and doctor cannot tell of this run", { file: path, reason: messageOf(error) });
  }
}
