import { FITS } from "../line/designation.ts";
import { CANDIDATE_KINDS, type Candidate } from "./candidate.ts";
import { type AddressSource, holdsKey, listIds } from "./candidate-addresses.ts";

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

/**
 * Returns the candidates without duplicate addresses; they are sorted best first and may overlap (see areDisjoint).
 * Compares only candidates of the same street, and seldom reads addresses.
 */
function withoutDuplicates(source: AddressSource, candidates: Candidate[]): Candidate[] {
  const kept = new Map<number, Candidate[]>();
  return candidates.flatMap((candidate) => {
    const better = kept.get(candidate.street);
    if (better === undefined) {
      kept.set(candidate.street, [candidate]);
    }
    const rest = better === undefined ? candidate : withoutOverlap(source, candidate, better);
    if (rest !== undefined) {
      better?.push(rest);
    }
    return rest ?? [];
  });
}

/**
 * Returns true when no two candidates share an address: candidates of one interpretation are disjoint, as are streets.
 */
function areDisjoint(candidates: readonly Candidate[]): boolean {
  const interpretation = candidates[0]?.match.interpretation;
  return (
    candidates.every(({ kind }) => kind === "all") ||
    candidates.every(({ match }) => match.interpretation === interpretation)
  );
}

/**
 * Removes the addresses of `better` candidates of the same street. A whole street goes if any part is better, and any
 * part goes if the whole street is better. `undefined` when nothing is left.
 */
function withoutOverlap(
  source: AddressSource,
  candidate: Candidate,
  better: readonly Candidate[],
): Candidate | undefined {
  if (candidate.kind === "all" || better.some(({ kind }) => kind === "all")) {
    return undefined;
  }
  const rivals = better.filter((other) => mayOverlap(candidate, other));
  if (rivals.length === 0) {
    return candidate;
  }
  const isCounted = [candidate, ...rivals].every(({ kind }) => kind === "number");
  return isCounted ? withoutKeys(source, candidate, rivals) : withoutIds(source, candidate, rivals);
}

/**
 * Returns true when two candidates may share an address. Candidates of one interpretation or of different numbers never
 * do. Kind `longer` occurs only while typing, when no total is counted, and is left out.
 */
function mayOverlap(a: Candidate, b: Candidate): boolean {
  const [number, other] = [a.match.interpretation.number, b.match.interpretation.number];
  const haveDifferentNumbers = number !== undefined && other !== undefined && number !== other;
  return (
    a.match.interpretation !== b.match.interpretation &&
    !haveDifferentNumbers &&
    a.kind !== "longer" &&
    b.kind !== "longer"
  );
}

/** Removes the addresses of rivals by designationKey, from the index alone. */
function withoutKeys(
  { index }: AddressSource,
  candidate: Candidate,
  rivals: readonly Candidate[],
): Candidate | undefined {
  const block = index.findNumber(candidate.street, candidate.match.interpretation.number!)!;
  const all = [{ key: "", count: block.plain }, ...index.designationsIn(block)];
  const left = all.filter(
    ({ key, count }) =>
      count > 0 && holdsKey(candidate, key) && !rivals.some((rival) => holdsKey(rival, key)),
  );
  const count = left.reduce((sum, each) => sum + each.count, 0);
  if (count === candidate.count) {
    return candidate;
  }
  return count === 0 ? undefined : { ...candidate, count, keys: new Set(left.map(({ key }) => key)) };
}

function withoutIds(
  source: AddressSource,
  candidate: Candidate,
  rivals: readonly Candidate[],
): Candidate | undefined {
  const taken = new Set(rivals.flatMap((rival) => allIds(source, rival)));
  const ids = allIds(source, candidate).filter((id) => !taken.has(id));
  return ids.length === 0 ? undefined : { ...candidate, kind: "rows", ids, count: ids.length };
}

function allIds(source: AddressSource, candidate: Candidate): readonly number[] {
  return listIds(source, candidate, { offset: 0, limit: candidate.count });
}
