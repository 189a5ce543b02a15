/** Checks the name of a file that a command is to write, and explains why it cannot be written. */
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { AppError, messageOf } from "../base/errors.ts";

/** Flag of commands that write a file. */
export const REPLACE_FLAG = {
  type: "boolean",
  description: "Replace the file to write if it exists.",
} as const;

/**
 * Throws `usage` unless `path` can be written: its folder exists, and it is no folder, none of `inputs`, and no file at
 * all unless `mayReplace`.
 */
export function assertWritable(
  path: string,
  { inputs = [], mayReplace }: { readonly inputs?: readonly string[]; readonly mayReplace: boolean },
): void {
  const folder = dirname(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new AppError("usage", `There is no folder ${folder} for ${path}: create it, or give another name.`);
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) {
    return;
  }
  if (!found.isFile()) {
    throw new AppError("usage", `${path} is not a file; give another name.`);
  }
  if (inputs.some((input) => isSameFile(input, found))) {
    throw new AppError("usage", `${path} is the file to read; give another name.`);
  }
  if (!mayReplace) {
    throw new AppError("usage", `${path} exists; --replace replaces it.`);
  }
}

function isSameFile(path: string, { dev, ino }: { dev: number; ino: number }): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.dev === dev && found.ino === ino;
}

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
