/** What a search finds: groups of addresses that fit a line equally well, counted before any of them is read. */
import type { Fit, TypedDesignation } from "./designation.ts";
import type { NameHit } from "./find-names.ts";
import type { PlaceHit } from "./places.ts";
import type { Reading } from "./read-line.ts";

/**
 * Which addresses of a street a group holds. `all`: no number was typed. `number`: those at the number that the
 * designation typed fits in one way. `rows`: those listed in `ids`. `longer`: those at numbers that go on after the digits
 * typed.
 */
export const GROUPS = ["all", "number", "rows", "longer"] as const;
export type Group = (typeof GROUPS)[number];

/** How a reading fits street and place: what the scorers look at. */
export interface Fitting {
  readonly reading: Reading;
  /** Absent when no street was typed. */
  readonly name: NameHit | undefined;
  /** Absent when no place was typed. */
  readonly place: PlaceHit | undefined;
  readonly leftover: readonly string[];
}

/** Shared by all streets that a reading fits in one way. */
export interface Match extends Fitting {
  readonly collector: string;
  /** What the reading has behind the number. */
  readonly designation: TypedDesignation;
  /** What it contributes to the score of each of their groups; by score.ts. */
  readonly score: number;
}

/** Addresses of one street that fit in one way. */
export interface Found {
  readonly group: Group;
  /** How many, at least 1. */
  readonly count: number;
  /** How the designation fits; absent when it was not compared. */
  readonly fit?: Fit | undefined;
  /** Whether the number has letters (hasLetters); only in group `number`. */
  readonly isLettered?: boolean | undefined;
  /** Between the postcode typed and the addresses'; absent when none was typed. */
  readonly postcodeEdits?: number | undefined;
  /** Only in group `number`, and only when better entries hold the others: the designationKeys of those meant. */
  readonly keys?: ReadonlySet<string> | undefined;
  /** Only in group `rows`: keys of the addresses, in order. */
  readonly ids?: readonly number[] | undefined;
}

export interface Entry extends Found {
  readonly street: number;
  readonly match: Match;
  /** By score.ts. */
  readonly score: number;
}
