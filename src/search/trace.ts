/** Trace of a search, step by step, for `explain=1`. */

import type { StreetIndex } from "./index/street-index.ts";
import { wordAt } from "./index/vocabulary.ts";
import type { Interpretation } from "./line/parse-line.ts";
import type { Candidate } from "./match/candidate.ts";
import type { Query } from "./match/query.ts";
import { SCORERS } from "./match/score.ts";

export interface Trace {
  isPoBox: boolean;
  interpretations: string[];
  collectors: { name: string; found: number }[];
  best: {
    street: string;
    collector: string;
    interpretation: string;
    /** Words of the line by the part of the address that they were taken for; parts that were not typed are absent. */
    reading: Partial<Record<ReadingPart, Reading>>;
    /** Words that nothing explains; absent when there are none. */
    leftover?: string;
    score: number;
    scores: Record<string, string>;
  }[];
}

type ReadingPart = "street" | "place" | "postcode" | "number" | "designation";

/** Words of a line that were taken for one part of an address, and their differences from it. */
interface Reading {
  readonly typed: string;
  /** Typing errors; absent where none are allowed. */
  readonly edits?: number;
  /** Kind of the match: NameHit of a street, PlaceHit of a place, Fit of a designation. */
  readonly kind?: string;
}

const MAX_BEST = 10;

export function createTrace(isPoBox: boolean, interpretations: readonly Interpretation[]): Trace {
  return { isPoBox, interpretations: interpretations.map(describeInterpretation), collectors: [], best: [] };
}

/** Formats an interpretation: `words "keurstraat" / "weesp", number 5, designation "a"`. */
function describeInterpretation({
  postcode,
  mistypedPostcode,
  number,
  designation,
  segments,
}: Interpretation): string {
  return [
    postcode && `postcode ${postcode}`,
    mistypedPostcode && `mistyped postcode ${mistypedPostcode}`,
    segments.length > 0 && `words ${segments.map((words) => `"${words.join(" ")}"`).join(" / ")}`,
    number !== undefined && `number ${number}`,
    designation && `designation "${designation}"`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Describes the best candidates, with each score against its ceiling: `"street": "33/40"`. */
export function describeBest(
  { index, places }: Pick<Query, "index" | "places">,
  candidates: readonly Candidate[],
): Trace["best"] {
  return candidates.slice(0, MAX_BEST).map((candidate) => ({
    street: canonicalNameOf(index, candidate.street),
    collector: candidate.match.collector,
    interpretation: describeInterpretation(candidate.match.interpretation),
    reading: readingOf(candidate),
    ...(candidate.match.leftover.length > 0 ? { leftover: candidate.match.leftover.join(" ") } : {}),
    score: candidate.score,
    scores: Object.fromEntries(
      scorersOf(candidate).map(({ name, ceiling, score }) => [
        places.by === "nearness" ? name.replace("size", "nearness") : name,
        `${Math.round(score(candidate, places) * 100) / 100}/${ceiling}`,
      ]),
    ),
  }));
}

/** Returns the words of the line by the part of the address that they were taken for. */
export function readingOf({ match, fit, postcodeEdits }: Candidate): Partial<Record<ReadingPart, Reading>> {
  const { interpretation, name, place, streetWords } = match;
  const { postcode, mistypedPostcode, postcodeArea, number, designation } = interpretation;
  const typedPostcode = postcode ?? mistypedPostcode ?? postcodeArea;
  return {
    ...(name && { street: { typed: streetWords.join(" "), edits: name.edits, kind: name.kind } }),
    ...(place && { place: { typed: placeWordsOf(match).join(" "), edits: place.edits, kind: place.kind } }),
    ...(typedPostcode && { postcode: { typed: typedPostcode, edits: postcodeEdits ?? 0 } }),
    ...(number !== undefined && { number: { typed: String(number) } }),
    ...(designation && { designation: { typed: designation, ...(fit && { kind: fit }) } }),
  };
}

/** Returns the words that are neither of the street nor left over. */
function placeWordsOf({ interpretation, streetWords, leftover }: Candidate["match"]): string[] {
  const others = [...streetWords, ...leftover];
  return interpretation.segments.flat().filter((word) => {
    const at = others.indexOf(word);
    if (at >= 0) {
      others.splice(at, 1);
    }
    return at < 0;
  });
}

/** Returns the canonical words of a street's first name. */
function canonicalNameOf(index: StreetIndex, street: number): string {
  const name = index.namesOfStreet(street)[0] ?? 0;
  return [...index.wordsOfName(name)].map((word) => wordAt(index.words, word)).join(" ");
}

/** Returns the scorers to show; the scorer of the postcode only when one was typed. */
function scorersOf({ postcodeEdits }: Candidate): typeof SCORERS {
  return postcodeEdits === undefined ? SCORERS.filter(({ name }) => name !== "postcode") : SCORERS;
}
