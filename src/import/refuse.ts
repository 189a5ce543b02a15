import { AppError } from "../base/errors.ts";

/** Ends an import with a reason for the user; nothing that served has been touched. */
export function refuse(message: string, cause?: unknown): never {
  throw new AppError("import_refused", message, cause === undefined ? {} : { cause });
}
