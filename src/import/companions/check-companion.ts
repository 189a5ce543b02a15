/**
 * Reads a file of names or borders on trial, in a separate process. SQLite cannot be interrupted: if a damaged or
 * hostile file makes it run forever, the process is killed.
 */
import { statSync } from "node:fs";
import { runBounded } from "../../base/bounded-process.ts";
import { AppError } from "../../base/errors.ts";
import { refuseImport } from "../refuse.ts";
import { COMPANION_KINDS, type CompanionFile, type CompanionFlag } from "./companion-kinds.ts";

/** Maximum memory of the process. Borders of the country take some 400 MB. */
const MAX_MEMORY_BYTES = 750e6;
/** Time limit: MIN_SECONDS, and a second for every BYTES_PER_SECOND of the file. Disks read ten times as fast. */
const MIN_SECONDS = 12;
const BYTES_PER_SECOND = 10e6;
/** Maximum characters of a reason, which may quote the file. */
const MAX_REASON = 1_000;

/**
 * Throws `import_refused` for a file that cannot be read within the limits; `command` starts {@link checkCompanion}. A
 * pipe can be read once only, and is not checked.
 */
export async function assertReadable(
  flag: CompanionFlag,
  { path, label }: CompanionFile,
  command: readonly string[],
): Promise<void> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) {
    return;
  }
  const seconds = Math.ceil(MIN_SECONDS + stats.size / BYTES_PER_SECOND);
  const { exitCode, exceeded, stderr } = await runBounded([...command, flag, path, label], {
    seconds,
    bytes: MAX_MEMORY_BYTES,
  });
  if (exceeded !== undefined) {
    const limit = exceeded === "time" ? `${seconds} seconds` : `${MAX_MEMORY_BYTES / 1e6} MB of memory`;
    refuseImport(`${path} cannot be read within ${limit}: the file may be damaged.`);
  }
  if (exitCode !== 0) {
    const reason = stderr.trim().replace(/^baken: /, "");
    refuseImport(reason || `${path} cannot be read: the process that read it ended with ${exitCode}.`);
  }
}

/**
 * Reads a file to its end and keeps nothing of it; the arguments are its flag, path and label. Throws `import_refused`
 * with a reason of some lines at most.
 */
export function checkCompanion([flag, path, label]: readonly string[]): void {
  if (
    flag === undefined ||
    !Object.hasOwn(COMPANION_KINDS, flag) ||
    path === undefined ||
    label === undefined
  ) {
    throw new AppError("usage", "This is started by an import, to read a file of names or borders.");
  }
  try {
    COMPANION_KINDS[flag as CompanionFlag].read({ path, label });
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, error.message.slice(0, MAX_REASON)) : error;
  }
}
