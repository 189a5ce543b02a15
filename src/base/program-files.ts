/**
 * Finds the program's own threads and files, in the sources and in a bundle. A release bundles `src` into chunks next
 * to one folder of files, for the executable and for the npm package alike; there a module's own URL no longer tells
 * its folder. `release/program.ts` finds the calls of both functions in the sources, so their paths are literals.
 */
import { fileURLToPath } from "node:url";

/** Build id that a release defines while it bundles; a program that runs from its sources has none. */
declare const BAKEN_BUILD_ID: string | undefined;

/** The build id of a bundle; `undefined` when the program runs from its sources. */
export const BUNDLED_BUILD_ID = typeof BAKEN_BUILD_ID === "undefined" ? undefined : BAKEN_BUILD_ID;

/** Folder of a bundle with the program's files, next to the chunks. */
export const BUNDLED_FILES = "files";

/** Returns the URL of the entry file of a thread; `path` begins below `src`: `exports/worker.ts`. */
export function threadUrl(path: string): URL {
  if (BUNDLED_BUILD_ID === undefined) {
    return new URL(`../${path}`, import.meta.url);
  }
  return new URL(path.replace(/\.ts$/, ".js"), import.meta.url);
}

/**
 * Returns the path of a file that the program reads; `path` begins at the root of the repository:
 * `src/geo/rdcorr2018.bin`.
 */
export function programFile(path: string): string {
  const folder = BUNDLED_BUILD_ID === undefined ? "../.." : `./${BUNDLED_FILES}`;
  return fileURLToPath(new URL(`${folder}/${path}`, import.meta.url));
}
