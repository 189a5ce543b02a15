/** Checks an answer against the line's other interpretations: one that names what does not exist contradicts it. */

import { meaningOf } from "./line/designation-words.ts";
import type { Interpretation } from "./line/parse-line.ts";
import type { Candidate, Match } from "./match/candidate.ts";
import { collect } from "./match/collect.ts";
import type { Collector } from "./match/collectors.ts";
import type { Query } from "./match/query.ts";

/**
 * Returns true when another interpretation contradicts an answer that is not word for word: it has a letter that the
 * number does not have, or a street in another city.
 */
export function isContradicted(query: Query, { street, match }: Candidate): boolean {
  if (match.leftover.length > 0) {
    // With the budget spent a contradiction can no longer be ruled out; the same below.
    if (query.budget.isSpent()) {
      return true;
    }
    const elsewhere = collect(query, IF_POSTCODE_IS_WRONG).some((candidate) => candidate.street !== street);
    return (
      elsewhere ||
      hasLeftoverDesignation(match) ||
      listWithLongerDesignation(query, match.interpretation).length > 0
    );
  }
  const edits = editsOf(match);
  if (
    (edits === 0 && match.place?.kind !== "suffix") ||
    listWithLongerDesignation(query, match.interpretation).length === 0
  ) {
    return false;
  }
  if (query.budget.isSpent()) {
    return true;
  }
  return collect(query, IF_DESIGNATION_IS_WRONG).some(
    (candidate) =>
      hasLongerDesignation(candidate.match.interpretation, match.interpretation) &&
      editsOf(candidate.match) <= (candidate.street === street ? edits : edits - 1),
  );
}

/** Returns true when leftover words may be a letter or addition: "…, 1382KT Weesp, bovenwoning", "1382KT B Weesp". */
function hasLeftoverDesignation({ leftover, interpretation }: Match): boolean {
  const behind = interpretation.segments.at(-1) ?? [];
  const isLetter = (word: string | undefined) => word?.length === 1 && leftover.includes(word);
  const hasMeaning = (word: string) => word.length > 1 && meaningOf(word) !== word;
  return leftover.some(hasMeaning) || isLetter(behind[0]) || isLetter(behind.at(-1));
}

const IF_POSTCODE_IS_WRONG: Collector = {
  name: "without the postcode",
  tolerances: [
    { otherPostcode: "any" },
    { otherPostcode: "any", placeEdits: true },
    { otherPostcode: "any", leftover: "around" },
  ],
};

const IF_DESIGNATION_IS_WRONG: Collector = {
  name: "with another letter or addition",
  tolerances: [
    { otherDesignation: true },
    { otherDesignation: true, streetEdits: 2 },
    { otherDesignation: true, placeEdits: true },
    { otherDesignation: true, streetEdits: 2, placeEdits: true },
  ],
};

function editsOf({ name, place }: Match): number {
  return (name?.edits ?? 0) + (place?.edits ?? 0);
}

function listWithLongerDesignation(query: Query, interpretation: Interpretation): Interpretation[] {
  return query.interpretations
    .map((other, i) => query.noiseless[i] ?? other)
    .filter((other) => hasLongerDesignation(other, interpretation));
}

/**
 * Returns true when another interpretation of the same number has words in its designation that are names in this one.
 */
function hasLongerDesignation(other: Interpretation, interpretation: Interpretation): boolean {
  const wordsOf = ({ segments }: Interpretation) => segments.reduce((sum, { length }) => sum + length, 0);
  return (
    other.number === interpretation.number &&
    other.postcode === interpretation.postcode &&
    other.designation !== interpretation.designation &&
    other.designation.startsWith(interpretation.designation) &&
    wordsOf(other) < wordsOf(interpretation)
  );
}
