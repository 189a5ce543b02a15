/** Merges the occurrences of an object that comes in several pieces, or more than once, independent of their order. */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { intrinsicRow, type Voorkomen } from "./voorkomen.ts";

/** Reason reported for a voorkomen whose occurrences differ. */
export const CONFLICTING_OCCURRENCES =
  "a voorkomen occurs more than once with different contents; one is kept";

/**
 * Merges occurrences into one of each voorkomen. Of occurrences that differ, it keeps the one that ends first, else
 * the first in order of contents, and calls `onConflict` with the number of the voorkomen.
 */
export function mergeOccurrences(
  code: TypeCode,
  occurrences: readonly Voorkomen[],
  onConflict: (voorkomen: number) => void,
): Voorkomen[] {
  const chosen = new Map<number, Voorkomen>();
  for (const occurrence of occurrences) {
    const known = chosen.get(occurrence.voorkomen);
    const order = known === undefined ? 0 : compare(code, occurrence, known);
    if (order !== 0) {
      onConflict(occurrence.voorkomen);
    }
    if (order <= 0) {
      chosen.set(occurrence.voorkomen, occurrence);
    }
  }
  return [...chosen.values()];
}

function compare(code: TypeCode, a: Voorkomen, b: Voorkomen): number {
  return (
    a.end - b.end ||
    compareTexts(textOf(code, a), textOf(code, b)) ||
    Buffer.compare(a.geom ?? NO_BYTES, b.geom ?? NO_BYTES)
  );
}

function textOf(code: TypeCode, { row }: Voorkomen): string {
  return JSON.stringify(row && intrinsicRow(code, row));
}

function compareTexts(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

const NO_BYTES = new Uint8Array();
