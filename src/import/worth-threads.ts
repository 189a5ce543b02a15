import { statSync } from "node:fs";

/** Size of a file below which threads take more time to start than they save. */
const MIN_BYTES_FOR_THREADS = 256 * 1024 * 1024;

/** Returns true when a registry, or the written part of it, is so large that threads save time. */
export function isWorthThreads(path: string, minBytes = MIN_BYTES_FOR_THREADS): boolean {
  return statSync(path).size >= minBytes;
}
