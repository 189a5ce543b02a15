/** Merges the postings of an object that comes in several pieces, or more than once, independent of their order. */
import type { TypeCode } from "../registry/object-types.ts";
import { ownValues } from "./base-row.ts";
import type { KeptVoorkomen } from "./kept-voorkomens.ts";

/** Reason reported for a voorkomen whose postings differ. */
export const UNLIKE_POSTINGS = "voorkomen that comes more than once, with different contents; one is kept";

export interface MergedPostings<T extends KeptVoorkomen> {
  /** One posting of each voorkomen. */
  readonly kept: readonly T[];
  /** Numbers of the voorkomens whose postings differ. */
  readonly unlike: readonly number[];
}

/**
 * Merges postings into one of each voorkomen. Of postings that differ, it keeps the one that ends first, else the first
 * in order of contents.
 */
export function mergePostings<T extends KeptVoorkomen>(
  code: TypeCode,
  postings: readonly T[],
): MergedPostings<T> {
  if (postings.length < 2) return { kept: postings, unlike: [] };
  const chosen = new Map<number, T>();
  const unlike: number[] = [];
  for (const posting of postings) {
    const known = chosen.get(posting.voorkomen);
    const order = known === undefined ? 0 : compare(code, posting, known);
    if (order !== 0) unlike.push(posting.voorkomen);
    if (order <= 0) chosen.set(posting.voorkomen, posting);
  }
  return { kept: [...chosen.values()], unlike };
}

function compare(code: TypeCode, a: KeptVoorkomen, b: KeptVoorkomen): number {
  return (
    a.end - b.end ||
    compareTexts(textOf(code, a), textOf(code, b)) ||
    Buffer.compare(a.geom ?? NO_BYTES, b.geom ?? NO_BYTES)
  );
}

function textOf(code: TypeCode, { row }: KeptVoorkomen): string {
  return JSON.stringify(row && ownValues(code, row));
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const NO_BYTES = new Uint8Array();
