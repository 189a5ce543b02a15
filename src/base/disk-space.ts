/** Space of disks: writers of files that can grow leave a reserve free, for accounts.db and other programs. */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";

/** Bytes that stay free; on a small disk a tenth of it. */
export const RESERVE_BYTES = 100_000_000;
const RESERVED_PART = 0.1;
/** Bytes written between two looks at the free space. */
const BETWEEN_LOOKS = 1024 * 1024;
/**
 * Bytes written between two syncs of a file. A sync of any file waits until what others wrote is on the same disk: with
 * 170 MB in memory, the sync of accounts.db kept a serving thread for 370 ms.
 */
const BETWEEN_SYNCS = 8 * 1024 * 1024;

/** Returns the free bytes of the disk of a folder, the reserve included. */
export function freeBytes(folder: string): number {
  return spaceOf(folder).free;
}

/** Returns the bytes that may be written to the disk of a folder: free bytes without the reserve, at least 0. */
export function spaceLeft(folder: string): number {
  const { free, size } = spaceOf(folder);
  return Math.max(0, Math.floor(free - Math.min(RESERVE_BYTES, size * RESERVED_PART)));
}

function spaceOf(folder: string): { readonly free: number; readonly size: number } {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** A disk has no space left but its reserve. Has the code of a full disk, so that it is reported as one. */
export class DiskShortage extends Error {
  readonly code = "ENOSPC";
  /** File that was to grow. */
  readonly path: string;

  constructor(path: string) {
    super("no space is left on the disk but what stays free (100 MB, a tenth of a disk below 1 GB)");
    this.path = path;
  }
}

/** Throws a DiskShortage when the disk of the file at `path`, or of the file to be made there, lacks so many bytes. */
export function assertSpace(path: string, bytes: number): void {
  if (spaceLeft(dirname(path)) < bytes) {
    throw new DiskShortage(path);
  }
}

/**
 * Returns a function to call before bytes are written to the file at `path`, which looks at its disk every MB. It
 * returns true every 8 MB: then the caller syncs the file after it has written them. It throws a DiskShortage when
 * there is no space for them.
 */
export function watchGrowth(path: string): (bytes: number) => boolean {
  let untilLook = 0;
  let untilSync = BETWEEN_SYNCS;
  return (bytes) => {
    untilLook -= bytes;
    if (untilLook <= 0) {
      assertSpace(path, bytes);
      untilLook = BETWEEN_LOOKS;
    }
    untilSync -= bytes;
    if (untilSync > 0) {
      return false;
    }
    untilSync = BETWEEN_SYNCS;
    return true;
  };
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
