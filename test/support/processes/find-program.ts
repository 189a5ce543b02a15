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
  return findProgram(name) !== undefined || refuseMissing(name, debianPackage);
}

/** Does the same for a library, by a command that ends with 0 where it is installed. */
export function canRun(command: readonly string[], debianPackage: string): boolean {
  const isInstalled = findProgram(command[0]!) !== undefined && Bun.spawnSync([...command]).exitCode === 0;
  return isInstalled || refuseMissing(debianPackage, debianPackage);
}

function refuseMissing(name: string, debianPackage: string): false {
  const missing = `${name} is not installed: apt-get install ${debianPackage}`;
  if (process.env.CI === "true") {
    throw new Error(missing);
  }
  printSkipped(missing);
  return false;
}
