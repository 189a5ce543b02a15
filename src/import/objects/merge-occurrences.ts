/** Merges the occurrences of an object that comes in several pieces, or more than once, independent of their order. */
import type { TypeCode } from "../../registry/schema/object-types.ts";
import { intrinsicValues } from "./base-row.ts";
import type { KeptVoorkomen } from "./kept-voorkomens.ts";

/** Reason reported for a voorkomen whose occurrences differ. */
export const CONFLICTING_OCCURRENCES =
  "a voorkomen occurs more than once with different contents; one is kept";

export interface MergedOccurrences<T extends KeptVoorkomen> {
  /** One occurrence of each voorkomen. */
  readonly kept: readonly T[];
  /** Numbers of the voorkomens whose occurrences differ. */
  readonly conflicting: readonly number[];
}

/**
 * Merges occurrences into one of each voorkomen. Of occurrences that differ, it keeps the one that ends first, else
 * the first in order of contents.
 */
export function mergeOccurrences<T extends KeptVoorkomen>(
  code: TypeCode,
  occurrences: readonly T[],
): MergedOccurrences<T> {
  if (occurrences.length < 2) {
    return { kept: occurrences, conflicting: [] };
  }
  const chosen = new Map<number, T>();
  const conflicting: number[] = [];
  for (const occurrence of occurrences) {
    const known = chosen.get(occurrence.voorkomen);
    const order = known === undefined ? 0 : compare(code, occurrence, known);
    if (order !== 0) {
      conflicting.push(occurrence.voorkomen);
    }
    if (order <= 0) {
      chosen.set(occurrence.voorkomen, occurrence);
    }
  }
  return { kept: [...chosen.values()], conflicting };
}

function compare(code: TypeCode, a: KeptVoorkomen, b: KeptVoorkomen): number {
  return (
    a.end - b.end ||
    compareTexts(textOf(code, a), textOf(code, b)) ||
    Buffer.compare(a.geom ?? NO_BYTES, b.geom ?? NO_BYTES)
  );
}

function textOf(code: TypeCode, { row }: KeptVoorkomen): string {
  return JSON.stringify(row && intrinsicValues(code, row));
}

function compareTexts(a: string, b: string): number {
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

const NO_BYTES = new Uint8Array();
