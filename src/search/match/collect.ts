/** Collects the candidates of a line; each collector tries all interpretations. */
import type { NumberRow } from "../index/address-rows.ts";
import { literalKey } from "../line/normalize.ts";
import type { Interpretation } from "../line/parse-line.ts";
import { type Candidate, CandidateSet } from "./candidate.ts";
import { CandidateCollector } from "./collect-numbers.ts";
import type { Collector, Tolerance } from "./collectors.ts";
import { findStreetNames, type MatchContext, matchStreets } from "./match-streets.ts";
import type { Query } from "./query.ts";
import type { Split } from "./split-words.ts";
import { hasUnknownDigits } from "./unknown-digits.ts";

/** Returns the candidates of one collector, unsorted, each once. */
export function collect(query: Query, collector: Collector): Candidate[] {
  const candidateSet = new CandidateSet(query.isTyping ? MAX_SUGGESTIONS : undefined);
  for (const tolerance of collector.tolerances) {
    const numbersFound = new Set<number | undefined>();
    let tier = 0;
    for (const [i, interpretation] of query.interpretations.entries()) {
      if (interpretation.tier > tier && candidateSet.size > 0) {
        break;
      }
      tier = interpretation.tier;
      // Interpretations come with the longest designation first: words that explain something are not left over.
      if (tolerance.leftover && numbersFound.has(interpretation.number)) {
        continue;
      }
      const noiseless = query.noiseless[i];
      const before = candidateSet.size;
      for (const variant of isExactTolerance(tolerance)
        ? [interpretation, noiseless]
        : [noiseless, interpretation]) {
        // While typing, "no" may become Noordwijk.
        if (variant === undefined || (!query.isTyping && candidateSet.size > before)) {
          continue;
        }
        collectInterpretation(query, variant, { collector, tolerance, candidateSet });
      }
      if (candidateSet.size > before) {
        numbersFound.add(interpretation.number);
      }
    }
  }
  return candidateSet.toArray();
}

/**
 * Returns true for a tolerance without edits, leftover words, another postcode or a postcode alone. For such a
 * tolerance, a word that only announces is tried as a name first: "Holland, Den Burg".
 */
function isExactTolerance({
  streetEdits,
  placeEdits,
  leftover,
  postcodeAlone,
  otherPostcode,
}: Tolerance): boolean {
  return !(streetEdits || placeEdits || leftover || postcodeAlone || otherPostcode);
}

/** Maximum candidates while typing, when no total is needed: twice those shown, as some may share an address. */
const MAX_SUGGESTIONS = 40;

interface CollectStep {
  readonly collector: Collector;
  readonly tolerance: Tolerance;
  readonly candidateSet: CandidateSet;
}

function collectInterpretation(query: Query, interpretation: Interpretation, step: CollectStep): void {
  const { collector, tolerance, candidateSet } = step;
  if (!isApplicable(query, interpretation, tolerance)) {
    return;
  }
  const rows = mayName(query, interpretation, tolerance)
    ? rowsOfPostcode(query, interpretation, tolerance)
    : [];
  if (rows?.length === 0) {
    return;
  }
  const before = candidateSet.size;
  const candidateCollector = new CandidateCollector(query, candidateSet, { ...tolerance, rows });
  const context: MatchContext = {
    interpretation,
    tolerance,
    rows,
    collector: collector.name,
    hasRoomFor: (score) => candidateSet.hasRoomFor(score),
    visit: (street, match) => candidateCollector.addStreet(street, match),
  };
  for (const split of splitsOf(query, interpretation, tolerance)) {
    matchStreets(query, split, context);
    // Splits with the fewest words left over come first.
    if (tolerance.leftover && candidateSet.size > before) {
      return;
    }
  }
}

/**
 * Returns true when the interpretation may exist and has the part that the tolerance allows to differ, so that nothing
 * is tried twice.
 */
function isApplicable(query: Query, interpretation: Interpretation, tolerance: Tolerance): boolean {
  const { isTyping } = query;
  const { postcode, mistypedPostcode, number, segments, designation, isDesignationDoubtful } = interpretation;
  // While typing, digits may be a prefix.
  if (!isTyping && hasUnknownDigits(query, interpretation, tolerance)) {
    return false;
  }
  if (tolerance.otherPostcode !== undefined) {
    return (postcode ?? mistypedPostcode) !== undefined && segments.length > 0 && number !== undefined;
  }
  if (mistypedPostcode !== undefined) {
    return false;
  }
  // Digits in the words may be a number that the postcode does not have; they are not ignored.
  if (tolerance.postcodeAlone) {
    return postcode !== undefined && segments.length > 0 && !hasDigits(segments);
  }
  if (tolerance.streetPrefix && !mayHoldStreetPrefix(interpretation)) {
    return false;
  }
  if (tolerance.otherDesignation && (designation === "" || isDesignationDoubtful)) {
    return false;
  }
  const isLastWordPrefix = tolerance.lastWordPrefix && tolerance.streetEdits === undefined && !isTyping;
  if (isLastWordPrefix && (interpretation.endsWith === "number" || !isLongEnoughPrefix(interpretation))) {
    return false;
  }
  if (tolerance.leftover && number === undefined) {
    return false;
  }
  if (tolerance.withPostcode || tolerance.leftover) {
    if ((postcode !== undefined) !== (tolerance.withPostcode === true)) {
      return false;
    }
  }
  return postcode !== undefined || segments.length > 0;
}

/** Maximum words of a line whose street may be a prefix: two long names. Longer lines are pasted, not being typed. */
const MAX_WORDS_WITH_STREET_PREFIX = 10;

function mayHoldStreetPrefix({ number, segments, segmentsBeforeNumber }: Interpretation): boolean {
  return (
    number !== undefined && segmentsBeforeNumber > 0 && segments.flat().length <= MAX_WORDS_WITH_STREET_PREFIX
  );
}

/** Returns false when the last word is too short for a prefix: under three letters, or under two as the whole line. */
function isLongEnoughPrefix({ endsWith, segments, number, postcode }: Interpretation): boolean {
  const words = segments.flat();
  const isAlone = words.length === 1 && number === undefined && postcode === undefined;
  return endsWith !== "word" || (words.at(-1)?.length ?? 0) >= (isAlone ? 2 : 3);
}

function hasDigits(segments: Interpretation["segments"]): boolean {
  return segments.some((words) => words.some((word) => /^\d/.test(word)));
}

/**
 * Returns false for a whole postcode whose other words name no street, so that its tens of addresses are not read: that
 * takes a tenth of the search for a full address. With edits, finding the names costs more than reading the rows.
 */
function mayName(query: Query, interpretation: Interpretation, tolerance: Tolerance): boolean {
  const { postcode, number } = interpretation;
  if (postcode === undefined || number !== undefined || tolerance.streetEdits || tolerance.placeEdits) {
    return true;
  }
  return splitsOf(query, interpretation, tolerance).some(
    (split) => findStreetNames(query, split, tolerance)?.size !== 0,
  );
}

function rowsOfPostcode(
  { lookups }: Query,
  { postcode, postcodeArea, number }: Interpretation,
  { otherPostcode }: Tolerance,
): readonly NumberRow[] | undefined {
  if (postcodeArea !== undefined && number !== undefined) {
    return lookups.rowsOfPostcodeArea(postcodeArea, number);
  }
  const isTyped = postcode !== undefined && otherPostcode === undefined;
  return isTyped ? lookups.rowsOfPostcode(postcode, number) : undefined;
}

function splitsOf(query: Query, interpretation: Interpretation, tolerance: Tolerance): readonly Split[] {
  const splits = splitsOfSegments(query, interpretation, tolerance);
  if (interpretation.leftover.length === 0) {
    return splits;
  }
  return splits
    .filter(namesMoreThanPlace(interpretation))
    .map((split) => ({ ...split, leftover: [...split.leftover, ...interpretation.leftover] }));
}

function splitsOfSegments(
  { splitter, budget, isTyping }: Query,
  interpretation: Interpretation,
  tolerance: Tolerance,
): readonly Split[] {
  if (tolerance.postcodeAlone) {
    const leftover = interpretation.segments.flat();
    return [{ places: undefined, street: [], leftover, endsInStreet: false, isBeforeNumber: false }];
  }
  if (tolerance.placeEdits && budget.isSpent()) {
    return [];
  }
  if (tolerance.leftover !== undefined) {
    return splitter.splitWithLeftover(interpretation, {
      leftover: tolerance.leftover,
      places: tolerance.placeEdits ? "near" : "exact",
      allowsStreetEdits: tolerance.streetEdits !== undefined,
      allowsLeftoverDigits: tolerance.withPostcode ?? false,
    });
  }
  if (tolerance.placeEdits) {
    return splitter.split(interpretation, "near");
  }
  const exact = splitter.split(interpretation, "exact");
  if (tolerance.otherPostcode) {
    return exact.filter(namesStreet);
  }
  const all = tolerance.lastWordPrefix ? [...exact, ...splitter.split(interpretation, "prefix")] : exact;
  if (tolerance.streetPrefix) {
    const isNarrow = isTyping || interpretation.postcode !== undefined;
    return all.filter((split) => mayBeStreetPrefix(split, isNarrow));
  }
  return tolerance.otherDesignation ? all.filter(namesMoreThanPlace(interpretation)) : all;
}

/**
 * Returns true when the street before the number may be a prefix: it has three letters, or two with a place or with
 * `isNarrow`. In the whole country, two letters match too much.
 */
function mayBeStreetPrefix({ street, places, isBeforeNumber }: Split, isNarrow: boolean): boolean {
  const minLength = isNarrow || places !== undefined ? 2 : 3;
  return isBeforeNumber && literalKey(street).length >= minLength;
}

/**
 * Returns true for a street of three letters or more. With another postcode the street is the only evidence, and an
 * initial is not enough.
 */
function namesStreet({ street }: Split): boolean {
  return literalKey(street).length > 2;
}

/** Returns a check for splits with more than a place: a place alone has every number with some addition. */
function namesMoreThanPlace({ postcode }: Interpretation): (split: Split) => boolean {
  return ({ street }) => street.length > 0 || postcode !== undefined;
}
