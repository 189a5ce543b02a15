import { AppError, messageOf } from "../base/errors.ts";

/** Returns the error for the user when the temporary file of an output file at `path` cannot be created. */
export function draftFault(path: string, cause: NodeJS.ErrnoException): AppError {
  return cause.code === "EEXIST"
    ? new AppError("unavailable", `${cause.path} exists. Remove it if no other command is writing it.`, {
        cause,
      })
    : outputFault(path, cause);
}

/** Returns the error for the user when the output file at `path` cannot be written. */
export function outputFault(path: string, cause: unknown): AppError {
  return new AppError("unavailable", `${path} cannot be written: ${messageOf(cause)}.`, { cause });
}
