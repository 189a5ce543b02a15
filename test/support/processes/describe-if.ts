import { describe } from "bun:test";

/**
 * Declares tests where `canRun` is true. Bun runs the body of a skipped `describe()` all the same, and the body may
 * start a program that is not installed.
 */
export function describeIf(canRun: boolean, name: string, body: () => void | Promise<void>): void {
  if (canRun) {
    describe(name, body);
  }
}
