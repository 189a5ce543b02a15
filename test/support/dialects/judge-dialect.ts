/** Expectations that geocoding meets on every dialect. */
import { expect } from "bun:test";
import type { DirtyFile, RowKind } from "./dirty-file.ts";
import { type Answer, type Counts, tally } from "./tally.ts";

/** Errors that destroy the address in the row: none may be found. */
const LOST: readonly RowKind[] = ["no postcode known", "became a date", "unknown number"];

/**
 * Errors after which most rows still name their address, with the minimum share that must be found where the row has a
 * street. Rows of postcode and number alone do not show which address was meant.
 */
const LEAST_FOUND: Readonly<Partial<Record<RowKind, number>>> = {
  "letter in street": 0.95,
  "letter in place": 0.95,
  "letter in postcode": 0.95,
  "digit in postcode": 0.95,
  "other place": 0.9,
  "no postcode": 0.95,
  abbreviated: 0.9,
};

const rightOf = (counts: Counts) => counts["exact right"] + counts["corrected right"];

/**
 * Expects that every clean row is exact, no `exact` is wrong, and rows with errors are found as often as their errors
 * allow. Returns the counts.
 */
export function judgeDialect(file: DirtyFile, answers: readonly Answer[]): Map<RowKind, Counts> {
  const counts = tally(file, answers);
  const hasStreet = file.dialect.parts.includes("street");
  const label = file.dialect.name;
  expect({ label, clean: counts.get("clean")!["exact right"] }).toEqual({
    label,
    clean: counts.get("clean")!.rows,
  });
  for (const [kind, each] of counts) {
    const at = `${label}, ${kind}`;
    expect([at, each["exact wrong"]]).toEqual([at, 0]);
    if (LOST.includes(kind)) {
      expect([at, each.none]).toEqual([at, each.rows]);
    }
    const least = hasStreet ? LEAST_FOUND[kind] : undefined;
    if (least !== undefined && each.rows >= 50) {
      expect([at, rightOf(each) >= least * each.rows]).toEqual([at, true]);
    }
    expect([at, each["corrected wrong"] <= Math.max(1, 0.01 * each.rows)]).toEqual([at, true]);
  }
  return counts;
}
