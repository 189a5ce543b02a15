/** Bytes of files that are kept for one key: its finished files and what it has uploaded for unfinished jobs. */

const GIGABYTE = 1e9;

export function bytesOfGigabytes(gigabytes: number): number {
  return gigabytes * GIGABYTE;
}

/** Says that a key keeps as much as it may, and what its owner can do. */
export function keptTooMuch(bytesPerKey: number): string {
  return (
    `The files of this API key reach the ${bytesPerKey / GIGABYTE} GB that are kept for one key: finished files, and ` +
    "uploaded ones of unfinished jobs. Delete jobs that you no longer need, or wait until their files expire."
  );
}
