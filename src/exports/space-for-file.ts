import { AppError } from "../base/errors.ts";
import type { ExportFiles } from "./export-files.ts";

/** Refusal of a file for which the disk has too little space. */
export const TOO_LITTLE_SPACE = "The server has too little disk space for this file; try again later.";

/** Throws `unavailable` when there is no space for so many bytes where the files of jobs are. */
export function assertSpaceFor(files: Pick<ExportFiles, "spaceLeft">, bytes: number): void {
  if ((files.spaceLeft() ?? Number.POSITIVE_INFINITY) < bytes) {
    throw new AppError("unavailable", TOO_LITTLE_SPACE);
  }
}
