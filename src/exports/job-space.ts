/**
 * Limits on the space of the files of jobs: bytes that are kept for one key (its finished files and its uploads for
 * unfinished jobs), and free space of the disk.
 */
import { AppError } from "../base/errors.ts";
import type { ExportFiles } from "./export-files.ts";

const GIGABYTE = 1e9;

export function bytesOfGigabytes(gigabytes: number): number {
  return gigabytes * GIGABYTE;
}

/** Returns the text for a key whose files reach their limit, with the remedy. */
export function keptTooMuch(bytesPerKey: number): string {
  return (
    `The files of this API key have reached the ${bytesPerKey / GIGABYTE} GB that are kept for one key: finished ` +
    "files, and uploaded ones of unfinished jobs. Delete jobs that you no longer need, or wait until their files " +
    "expire."
  );
}

/** Refusal of a file for which the disk has too little space. */
export const TOO_LITTLE_SPACE = "The server has too little disk space for this file; try again later.";

/** Throws `unavailable` when there is no space for so many bytes where the files of jobs are. */
export function assertSpaceFor(files: Pick<ExportFiles, "spaceLeft">, bytes: number): void {
  if ((files.spaceLeft() ?? Number.POSITIVE_INFINITY) < bytes) {
    throw new AppError("unavailable", TOO_LITTLE_SPACE);
  }
}
