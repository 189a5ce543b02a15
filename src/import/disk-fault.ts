import { isDiskFault } from "../base/disk-fault.ts";
import { AppError } from "../base/errors.ts";

/** A fault of the disk as a refusal, for it is the user's to mend; any other error as it is. */
export function asDiskFault(error: unknown, dataDir: string): unknown {
  if (!isDiskFault(error)) return error;
  return new AppError("import_refused", `the data folder ${dataDir} cannot be written: ${error.message}`, {
    cause: error,
  });
}
