/** Checks an answer against other readings of the line: one that names something that does not exist contradicts it. */
import { collect } from "./collect.ts";
import type { Collector } from "./collectors.ts";
import { meaningOf } from "./designation-words.ts";
import type { Entry, Match } from "./entry.ts";
import type { Query } from "./query.ts";
import type { Reading } from "./read-line.ts";

/**
 * Returns true when another reading contradicts an answer that does not match word for word: it has a letter that the
 * number does not have, or a street in another city.
 */
export function isContradicted(query: Query, { street, match }: Entry): boolean {
  if (match.leftover.length > 0) {
    // With the budget spent a contradiction can no longer be ruled out; the same below.
    if (query.budget.isSpent()) return true;
    const elsewhere = collect(query, IF_POSTCODE_IS_WRONG).some((entry) => entry.street !== street);
    return elsewhere || leavesDesignation(match) || withMoreDesignation(query, match.reading).length > 0;
  }
  const edits = editsOf(match);
  if (
    (edits === 0 && match.place?.kind !== "suffix") ||
    withMoreDesignation(query, match.reading).length === 0
  )
    return false;
  if (query.budget.isSpent()) return true;
  return collect(query, IF_DESIGNATION_IS_WRONG).some(
    (entry) =>
      isMoreDesignation(entry.match.reading, match.reading) &&
      editsOf(entry.match) <= (entry.street === street ? edits : edits - 1),
  );
}

/** Returns true when leftover words may be a letter or addition: "…, 1382KT Weesp, bovenwoning", "1382KT B Weesp". */
function leavesDesignation({ leftover, reading }: Match): boolean {
  const behind = reading.segments.at(-1) ?? [];
  const isLetter = (word: string | undefined) => word?.length === 1 && leftover.includes(word);
  const hasMeaning = (word: string) => word.length > 1 && meaningOf(word) !== word;
  return leftover.some(hasMeaning) || isLetter(behind[0]) || isLetter(behind.at(-1));
}

const IF_POSTCODE_IS_WRONG: Collector = {
  name: "without the postcode",
  allowances: [
    { otherPostcode: "any" },
    { otherPostcode: "any", placeEdits: true },
    { otherPostcode: "any", leftover: "around" },
  ],
};

const IF_DESIGNATION_IS_WRONG: Collector = {
  name: "with another letter or addition",
  allowances: [
    { otherDesignation: true },
    { otherDesignation: true, streetEdits: 2 },
    { otherDesignation: true, placeEdits: true },
    { otherDesignation: true, streetEdits: 2, placeEdits: true },
  ],
};

function editsOf({ name, place }: Match): number {
  return (name?.edits ?? 0) + (place?.edits ?? 0);
}

function withMoreDesignation(query: Query, reading: Reading): Reading[] {
  return query.readings
    .map((other, i) => query.stripped[i] ?? other)
    .filter((other) => isMoreDesignation(other, reading));
}

/**
 * Returns true when another reading of the same number takes words for its designation that this one takes for names.
 */
function isMoreDesignation(other: Reading, reading: Reading): boolean {
  const wordsOf = ({ segments }: Reading) => segments.reduce((sum, { length }) => sum + length, 0);
  return (
    other.number === reading.number &&
    other.postcode === reading.postcode &&
    other.designation !== reading.designation &&
    other.designation.startsWith(reading.designation) &&
    wordsOf(other) < wordsOf(reading)
  );
}
