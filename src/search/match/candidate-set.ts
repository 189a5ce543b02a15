import { FITS } from "../line/designation.ts";
import { type Candidate, GROUP_KINDS } from "./candidate.ts";

/** Collects groups of addresses, each once with its best score; only the best `limit` are sure to be kept. */
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
    return [...this.#candidates.values()];
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
const GROUP_FIT_COUNT = GROUP_KINDS.length * FITS.length;

/**
 * Returns the identity of the addresses in a group, as two interpretations may find the same. A small integer for whole
 * streets, the most frequent groups.
 */
function keyOf({ street, match, group, fit, ids }: Candidate): number | string {
  if (ids !== undefined) {
    return ids.join();
  }
  if (group === "all") {
    return street;
  }
  const groupFit = GROUP_KINDS.indexOf(group) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
  const typed = (match.interpretation.number ?? 0) * MAX_DESIGNATIONS + match.designation.ordinal;
  return (typed * GROUP_FIT_COUNT + groupFit) * MAX_STREETS + street;
}
