import { AppError } from "../base/errors.ts";

/** Returns the error for the user when the temporary file of an output file at `path` cannot be created. */
export function draftFault(path: string, cause: NodeJS.ErrnoException): AppError {
  const reason =
    cause.code === "EEXIST"
      ? `${cause.path} exists. Remove it if no other command is writing it`
      : `${path} cannot be written: ${cause.message}`;
  return new AppError("unavailable", `${reason}.`, { cause });
}
