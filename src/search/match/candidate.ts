/**
 * Candidates: addresses of one street that fit a line equally well, counted before any of them is read; collected each
 * once with its best score.
 */
import { FITS, type Fit, type NumberTraits, type TypedDesignation } from "../line/designation.ts";
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
  /** Traits of the number; only of kind `number`. */
  readonly traits?: NumberTraits | undefined;
  /**
   * Edit distance between the typed postcode and the postcode of the addresses, at most 3; absent when none was typed.
   */
  readonly postcodeEdits?: number | undefined;
  /**
   * The designation keys of the addresses; only of kind `number`, when higher-ranked candidates have the other
   * addresses.
   */
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

/** Collects candidates, each once with its best score; only the best `limit` are sure to be kept. */
export class CandidateSet {
  readonly #candidates = new Map<number | string, Candidate>();
  readonly #limit: number;
  /** Best scores, ascending, at most `limit`; empty when all candidates are kept. */
  readonly #bestScores: number[] = [];

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#candidates.size;
  }

  toArray(): Candidate[] {
    // Most collectors find nothing, and iterating takes longer than to ask for the size.
    return this.size === 0 ? [] : [...this.#candidates.values()];
  }

  /** Returns true when a candidate of that score may be among the best. */
  hasRoomFor(score: number): boolean {
    return this.#bestScores.length < this.#limit || score >= this.#bestScores[0]!;
  }

  add(candidate: Candidate): void {
    const key = keyOf(candidate);
    const known = this.#candidates.get(key);
    if (known !== undefined && known.score >= candidate.score) {
      return;
    }
    this.#candidates.set(key, candidate);
    if (known === undefined && this.#limit < Number.POSITIVE_INFINITY) {
      this.#addScore(candidate.score);
    }
  }

  #addScore(score: number): void {
    const bestScores = this.#bestScores;
    let at = bestScores.length;
    while (at > 0 && bestScores[at - 1]! > score) {
      at--;
    }
    bestScores.splice(at, 0, score);
    if (bestScores.length > this.#limit) {
      bestScores.shift();
    }
  }
}

/** Upper bound of streets; more than any country has. */
const MAX_STREETS = 1 << 20;
/** Upper bound of designations; more than the interpretations tried. */
const MAX_DESIGNATIONS = 128;
const KIND_FIT_COUNT = CANDIDATE_KINDS.length * FITS.length;

/**
 * Returns the identity of a candidate's addresses, because two interpretations may find the same addresses. A small
 * integer for whole streets, the most frequent candidates.
 */
function keyOf({ street, match, kind, fit, ids }: Candidate): number | string {
  if (ids !== undefined) {
    return ids.join();
  }
  if (kind === "all") {
    return street;
  }
  const kindFit = CANDIDATE_KINDS.indexOf(kind) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
  const typed = (match.interpretation.number ?? 0) * MAX_DESIGNATIONS + match.designation.ordinal;
  return (typed * KIND_FIT_COUNT + kindFit) * MAX_STREETS + street;
}
