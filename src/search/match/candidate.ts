/** Candidates: addresses of one street that fit a line equally well, counted before any of them is read. */
import type { Fit, TypedDesignation } from "../line/designation.ts";
import type { Interpretation } from "../line/parse-line.ts";
import type { PlaceHit } from "../places/place-index.ts";
import type { NameHit } from "./name-hits.ts";

/**
 * Kinds of candidates, by the addresses of the street. `all`: all of them, as no number was typed. `number`: those at
 * the number typed whose designations have the same fit. `rows`: those listed in `ids`. `longer`: those at numbers that
 * begin with the digits typed and have more.
 */
export const CANDIDATE_KINDS = ["all", "number", "rows", "longer"] as const;
type CandidateKind = (typeof CANDIDATE_KINDS)[number];

/** Fit of an interpretation to a street and a place: the part of a match that the scorers read. */
export interface UnscoredMatch {
  readonly interpretation: Interpretation;
  /** Absent when no street was typed. */
  readonly name: NameHit | undefined;
  /** Absent when no place was typed. */
  readonly place: PlaceHit | undefined;
  readonly leftover: readonly string[];
}

/** Match of an interpretation, shared by all streets that it fits in the same way. */
export interface Match extends UnscoredMatch {
  readonly collector: string;
  /** Words of the line that name the street; empty when none do. */
  readonly streetWords: readonly string[];
  /** Letter and addition that the interpretation has after the number. */
  readonly designation: TypedDesignation;
  /** Part of the score of each candidate of these streets; computed by matchScoreOf (score.ts). */
  readonly score: number;
}

/** Addresses of one street with the same fit: a candidate before its street, match and score are added. */
export interface PartialCandidate {
  readonly kind: CandidateKind;
  /** Number of addresses, at least 1. */
  readonly count: number;
  /** Fit of the designation; absent when it was not compared. */
  readonly fit?: Fit | undefined;
  /** True when the number has letters (isLetterAmong); only of kind `number`. */
  readonly isLettered?: boolean | undefined;
  /** Edit distance between the postcode typed and that of the addresses, at most 3; absent when none was typed. */
  readonly postcodeEdits?: number | undefined;
  /** The designation keys of the addresses; only of kind `number`, when higher-ranked candidates hold the others. */
  readonly keys?: ReadonlySet<string> | undefined;
  /** Keys of the addresses, in order; only of kind `rows`. */
  readonly ids?: readonly number[] | undefined;
}

export interface Candidate extends PartialCandidate {
  readonly street: number;
  readonly match: Match;
  /** Computed by scoreOf (score.ts). */
  readonly score: number;
}
