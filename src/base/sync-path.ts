import { closeSync, fsyncSync, openSync } from "node:fs";

/** Syncs a file or a folder to disk. Without the sync of its folder, a rename may be lost in a power failure. */
export function syncPath(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
