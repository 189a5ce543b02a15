import type { Snapshot } from "./snapshot.ts";

/** Returns a function that computes a value at the first call with a snapshot and keeps it as long as the snapshot. */
export function memoizePerSnapshot<T extends object>(compute: (s: Snapshot) => T): (s: Snapshot) => T {
  const values = new WeakMap<Snapshot, T>();
  return (s) => {
    let value = values.get(s);
    if (value === undefined) {
      value = compute(s);
      values.set(s, value);
    }
    return value;
  };
}
