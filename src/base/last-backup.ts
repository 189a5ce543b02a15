/** Time of the last backup, which the data folder keeps for metrics and `doctor`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeNote } from "./folder-notes.ts";
import { logOperatorError } from "./log.ts";

const FILE = "last-backup";

/** Notes that a backup of this time (ISO 8601) is complete. If the note cannot be written, only logs that. */
export function noteLastBackup(dataDir: string, madeAt: string): void {
  const path = join(dataDir, FILE);
  const reason = writeNote(path, `${madeAt}\n`);
  if (reason !== undefined) {
    logOperatorError("metrics and doctor cannot report this backup", { file: path, reason });
  }
}

/** Returns the time of the last backup in milliseconds since 1970; undefined when none is noted. */
export function lastBackupMs(dataDir: string): number | undefined {
  try {
    const ms = Date.parse(readFileSync(join(dataDir, FILE), "utf8").slice(0, 40).trim());
    return Number.isNaN(ms) ? undefined : ms;
  } catch {
    return undefined;
  }
}
