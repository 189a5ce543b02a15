import { AppError } from "../../base/errors.ts";

/** Kind of fault of a file, for programs that say it in their own words. */
export type TableFault = "empty" | "encrypted_or_xls" | "other_kind" | "unreadable";

/** Throws AppError `usage`: `message` names the fault of the file or option. */
export function refuseTable(message: string, cause?: unknown, reason: TableFault = "unreadable"): never {
  throw new AppError("usage", message, { cause, extra: { reason } });
}
