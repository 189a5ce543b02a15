/** Time of the last backup, which the data folder keeps for metrics. */
import { closeSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { giveToFolderOwner } from "../base/folder-owner.ts";
import { logOperatorError } from "../base/log.ts";

const FILE = "last-backup";

/** Notes that a backup of this time (ISO 8601) is complete; where this user may not write, only logs so. */
export function noteLastBackup(dataDir: string, madeAt: string): void {
  const path = join(dataDir, FILE);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(draft, "wx", 0o644);
    try {
      writeFileSync(file, `${madeAt}\n`);
      giveToFolderOwner(file, dataDir);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    logOperatorError("the metrics cannot tell of this backup", { file: path, reason: messageOf(error) });
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
