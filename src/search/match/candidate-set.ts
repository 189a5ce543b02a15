import { FITS } from "../line/designation.ts";
import { CANDIDATE_KINDS, type Candidate } from "./candidate.ts";

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
const KIND_FIT_COUNT = CANDIDATE_KINDS.length * FITS.length;

/**
 * Returns the identity of the addresses of a candidate, as two interpretations may find the same. A small integer for
 * whole streets, the most frequent candidates.
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
