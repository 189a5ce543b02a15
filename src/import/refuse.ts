/** Refuses files of an import, and turns faults of the disk into refusals. */
import { isDiskFault } from "../base/disk-fault.ts";
import { freeBytes } from "../base/disk-space.ts";
import { AppError } from "../base/errors.ts";

/** Throws `import_refused` with a reason for the user; the served registry is untouched. */
export function refuseImport(message: string, cause?: unknown): never {
  throw new AppError("import_refused", message, cause === undefined ? {} : { cause });
}

/** Throws `import_refused` when the disk of a folder has fewer free bytes than needed; `describe` says for what. */
export function assertFreeSpace(
  folder: string,
  neededBytes: number,
  describe: (freeBytes: number) => string,
): void {
  const free = freeBytes(folder);
  if (free < neededBytes) {
    refuseImport(`no space left in ${folder}: ${describe(free)}`);
  }
}

/**
 * Returns a disk fault as an AppError (`import_refused`), as the user can repair it; returns any other error
 * unchanged.
 */
export function asDiskFault(error: unknown, dataDir: string): unknown {
  if (!isDiskFault(error)) {
    return error;
  }
  return new AppError("import_refused", `the data folder ${dataDir} cannot be written: ${error.message}`, {
    cause: error,
  });
}
