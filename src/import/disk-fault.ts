import { AppError } from "../base/errors.ts";

/** What SQLite and the system call a disk that is full, failing, read-only or not ours to write. */
const DISK_CODES = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|(ENOSPC|EDQUOT|EFBIG|EIO|EROFS|EACCES|EPERM)$)/;
/** SQLite's own words, for the errors of node:sqlite (derive-rtrees.ts) carry no such code. */
const DISK_WORDS = /^(database or disk is full|disk I\/O error|attempt to write a readonly database)$/;

/** A fault of the disk as a refusal, for it is the user's to mend; any other error as it is. */
export function asDiskFault(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = "code" in error ? String(error.code) : "";
  if (!DISK_CODES.test(code) && !DISK_WORDS.test(error.message)) return error;
  return new AppError("import_refused", `the data folder ${dataDir} cannot be written: ${error.message}`, {
    cause: error,
  });
}
