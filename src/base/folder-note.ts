/** Small files in which commands leave notes in the data folder for metrics and `doctor`. */
import { closeSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DRAFT_SUFFIX } from "./draft-file.ts";
import { messageOf } from "./errors.ts";
import { giveToFolderOwner } from "./folder-owner.ts";

/** Writes a note whole or not at all; returns why it could not be written, undefined when it was. */
export function writeNote(path: string, text: string): string | undefined {
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
    return undefined;
  } catch (error) {
    try {
      rmSync(draft, { force: true });
    } catch {
      // A disk that is read-only holds none.
    }
    return messageOf(error);
  }
}
