/** The time that artefacts state, the same for the same sources. */
import { REPOSITORY } from "./program.ts";
import { runProgram } from "./run-program.ts";

/** Returns SOURCE_DATE_EPOCH, the convention of reproducible builds, else the time of the last commit, in seconds. */
export function releaseTime(): number {
  const { SOURCE_DATE_EPOCH: fixed } = process.env;
  const text =
    fixed ?? new TextDecoder().decode(runProgram(["git", "-C", REPOSITORY, "log", "-1", "--format=%ct"]));
  if (!/^\d{1,11}\s*$/.test(text)) {
    throw new Error(`SOURCE_DATE_EPOCH is ${text}; expected seconds since 1970`);
  }
  return Number(text);
}
