import { FITS } from "../line/designation.ts";
import { CANDIDATE_KINDS, type Candidate } from "./candidate.ts";
import type { AddressSource } from "./candidate-addresses.ts";
import { areDisjoint, withoutDuplicates } from "./duplicates.ts";

/**
 * Sorts candidates best first, ties by street (larger places first, then by name), and removes duplicate addresses.
 * Only the first `sortedCount` candidates need be in order: of fifteen thousand a page reads only its own.
 */
export function rank(
  source: AddressSource,
  candidates: Candidate[],
  sortedCount = Number.POSITIVE_INFINITY,
): Candidate[] {
  if (!areDisjoint(candidates)) {
    return withoutDuplicates(source, candidates.sort(compareCandidates));
  }
  const firstCount = Math.max(sortedCount, MIN_SORTED);
  if (candidates.length <= firstCount) {
    return candidates.sort(compareCandidates);
  }
  const scores = Float64Array.from(candidates, ({ score }) => score).sort();
  const minScore = scores[scores.length - firstCount]!;
  const first = candidates.filter(({ score }) => score >= minScore).sort(compareCandidates);
  return [...first, ...candidates.filter(({ score }) => score < minScore)];
}

/** Minimum candidates in order: up to this number, sorting costs no more than selecting. */
const MIN_SORTED = 500;

function compareCandidates(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.street - b.street || kindFitRank(a) - kindFitRank(b);
}

function kindFitRank({ kind, fit }: Candidate): number {
  return CANDIDATE_KINDS.indexOf(kind) * FITS.length + (fit === undefined ? 0 : FITS.indexOf(fit));
}
