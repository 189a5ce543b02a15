/** What a search finds: groups of addresses that fit a line equally well, counted before any of them is read. */
import type { Fit } from "./designation.ts";
import type { NameHit } from "./find-names.ts";
import type { PlaceHit } from "./places.ts";
import type { Reading } from "./read-line.ts";

/**
 * Which addresses of a street a group holds. `all`: no number was typed. `plain`: the number without letter and
 * addition; `others`: the number with either. `rows`: those listed in `ids`. `longer`: numbers that go on after the
 * digits typed.
 */
export const GROUPS = ["all", "plain", "rows", "others", "longer"] as const;
export type Group = (typeof GROUPS)[number];

/** How a reading fits a street: what the scorers look at. */
export interface Match {
  readonly collector: string;
  readonly reading: Reading;
  /** Absent when no street was typed. */
  readonly name: NameHit | undefined;
  /** Whether the name was typed letter for letter. */
  readonly isLiteral: boolean;
  /** Absent when no place was typed. */
  readonly place: PlaceHit | undefined;
  readonly leftover: readonly string[];
  /** `edits` between the postcode typed and the address's; absent when none was typed. */
  readonly postcodeEdits: number | undefined;
  /** How the designation fits; absent when it was not compared. */
  readonly fit: Fit | "other" | undefined;
}

export interface Entry {
  readonly street: number;
  readonly group: Group;
  /** How many addresses it holds, at least 1. */
  readonly count: number;
  /** Absent in group `all`. */
  readonly number: number | undefined;
  /** Only in group `rows`: keys of the addresses, in order. */
  readonly ids: readonly number[] | undefined;
  readonly match: Match;
  /** By score.ts. */
  readonly score: number;
}
