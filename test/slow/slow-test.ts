/** A slow test, and the changes that call for it. */
import { DEPENDENCIES } from "./changed-files.ts";

export interface SlowTest {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Folders or files, by path from the root, whose change may break what only this test finds. */
  readonly guards: readonly string[];
  /** Value of `TEST_ROUNDS` for this test: a test of another tier with more rounds, or the rounds of a slow test. */
  readonly rounds?: number;
  /**
   * In the gate of each CI run, with this value of `TEST_ROUNDS`; "whole" for a test without short rounds. A test enters
   * the gate after 20 clean runs in a row.
   */
  readonly gate?: number | "whole";
}

/** Returns the tests of a folder that guard the same. */
export function testsIn(folder: string, guards: readonly string[], names: readonly string[]): SlowTest[] {
  return names.map((name) => ({ file: `${folder}/${name}.slow.test.ts`, guards }));
}

/** Files on which every slow test depends. */
const GUARDED_BY_ALL = [DEPENDENCIES, "bunfig.toml"];

/** Returns true when a change of these files, by path from the root, calls for a slow test. */
export function isCalledFor({ file, guards }: SlowTest, changed: readonly string[]): boolean {
  const guarded = [file, ...guards, ...GUARDED_BY_ALL];
  return changed.some((path) => guarded.some((guard) => path === guard || path.startsWith(`${guard}/`)));
}
