/** Trace of a search, step by step, for `explain=1`. */
import type { Entry } from "./entry.ts";
import { nameText } from "./find-names.ts";
import type { Reading } from "./read-line.ts";
import { SCORERS } from "./score.ts";
import type { StreetIndex } from "./street-index.ts";

export interface Trace {
  isPoBox: boolean;
  readings: string[];
  collectors: { name: string; found: number }[];
  best: {
    street: string;
    collector: string;
    reading: string;
    /** Words that nothing explains; absent when there are none. */
    leftover?: string;
    score: number;
    scores: Record<string, string>;
  }[];
}

const MAX_BEST = 10;

export function createTrace(isPoBox: boolean, readings: readonly Reading[]): Trace {
  return { isPoBox, readings: readings.map(describeReading), collectors: [], best: [] };
}

/** Formats a reading: `words "keurstraat" / "weesp", number 5, designation "a"`. */
function describeReading({ postcode, brokenPostcode, number, designation, segments }: Reading): string {
  return [
    postcode && `postcode ${postcode}`,
    brokenPostcode && `mistyped postcode ${brokenPostcode}`,
    segments.length > 0 && `words ${segments.map((words) => `"${words.join(" ")}"`).join(" / ")}`,
    number !== undefined && `number ${number}`,
    designation && `designation "${designation}"`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Describes the best entries, with each score against its ceiling: `"street": "33/40"`. */
export function describeBest(index: StreetIndex, entries: readonly Entry[]): Trace["best"] {
  return entries.slice(0, MAX_BEST).map((entry) => ({
    street: nameText(index, index.namesOfStreet(entry.street)[0] ?? 0),
    collector: entry.match.collector,
    reading: describeReading(entry.match.reading),
    ...(entry.match.leftover.length > 0 ? { leftover: entry.match.leftover.join(" ") } : {}),
    score: entry.score,
    scores: Object.fromEntries(
      scorersOf(entry).map(({ name, ceiling, score }) => [
        name,
        `${Math.round(score(entry, index) * 100) / 100}/${ceiling}`,
      ]),
    ),
  }));
}

/** Returns the scorers to show; that of the postcode only when one was typed. */
function scorersOf({ postcodeEdits }: Entry): typeof SCORERS {
  return postcodeEdits === undefined ? SCORERS.filter(({ name }) => name !== "postcode") : SCORERS;
}
