import { AppError } from "../base/errors.ts";

/** Throws `import_refused` with a reason for the user; the served registry is untouched. */
export function refuse(message: string, cause?: unknown): never {
  throw new AppError("import_refused", message, cause === undefined ? {} : { cause });
}
