import { AppError } from "../../base/errors.ts";

/** Throws AppError `usage`: the file or an option is not what it should be, as `message` says. */
export function refuseTable(message: string, cause?: unknown): never {
  throw new AppError("usage", message, { cause });
}
