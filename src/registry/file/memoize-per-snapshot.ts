import { memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "./snapshot.ts";

/** Returns a function that computes a value at the first call with a snapshot and keeps it as long as the snapshot. */
export function memoizePerSnapshot<T extends object>(compute: (s: Snapshot) => T): (s: Snapshot) => T {
  return memoizePerObject(compute);
}
