/** Finds Debian programs that some tests run. */
import { printSkipped } from "../extracts/reference-files.ts";

/** Returns the path of a program; `undefined` when it is not installed. */
export function findProgram(name: string): string | undefined {
  return Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }) ?? undefined;
}

/**
 * Returns true when a program is installed. Otherwise prints that tests are skipped, or throws an Error where tests
 * must be complete (CI=true).
 */
export function hasProgram(name: string, debianPackage: string): boolean {
  if (findProgram(name) !== undefined) {
    return true;
  }
  const missing = `${name} is not installed: apt-get install ${debianPackage}`;
  if (process.env.CI === "true") {
    throw new Error(missing);
  }
  printSkipped(missing);
  return false;
}
