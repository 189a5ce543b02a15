/** Refuses files of an import, and turns faults of the disk into refusals. */
import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";

/** Throws `import_refused` with a reason for the user; the served registry is untouched. */
export function refuseImport(message: string, cause?: unknown): never {
  throw new AppError("import_refused", message, cause === undefined ? {} : { cause });
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
