/** Programs of Debian that some tests drive. */
import { printSkipped } from "./reference-files.ts";

/** Where it is; `undefined` where this machine does not have it. */
export function findProgram(name: string): string | undefined {
  return Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }) ?? undefined;
}

/** Whether this machine has it. Says so where it does not; where tests must be complete (CI=true) that is an error. */
export function hasProgram(name: string, debianPackage: string): boolean {
  if (findProgram(name) !== undefined) return true;
  const missing = `${name} is not installed: apt-get install ${debianPackage}`;
  if (process.env.CI === "true") throw new Error(missing);
  printSkipped(missing);
  return false;
}
