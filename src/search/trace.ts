/** Trace of a search, step by step, for `explain=1`. */

import type { StreetIndex } from "./index/street-index.ts";
import { wordAt } from "./index/vocabulary.ts";
import type { Interpretation } from "./line/parse-line.ts";
import type { Candidate } from "./match/candidate.ts";
import { SCORERS } from "./match/score.ts";

export interface Trace {
  isPoBox: boolean;
  interpretations: string[];
  collectors: { name: string; found: number }[];
  best: {
    street: string;
    collector: string;
    interpretation: string;
    /** Words that nothing explains; absent when there are none. */
    leftover?: string;
    score: number;
    scores: Record<string, string>;
  }[];
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
export function describeBest(index: StreetIndex, candidates: readonly Candidate[]): Trace["best"] {
  return candidates.slice(0, MAX_BEST).map((candidate) => ({
    street: canonicalNameOf(index, candidate.street),
    collector: candidate.match.collector,
    interpretation: describeInterpretation(candidate.match.interpretation),
    ...(candidate.match.leftover.length > 0 ? { leftover: candidate.match.leftover.join(" ") } : {}),
    score: candidate.score,
    scores: Object.fromEntries(
      scorersOf(candidate).map(({ name, ceiling, score }) => [
        name,
        `${Math.round(score(candidate, index) * 100) / 100}/${ceiling}`,
      ]),
    ),
  }));
}

/** Returns the canonical words of a street's first name. */
function canonicalNameOf(index: StreetIndex, street: number): string {
  const name = index.namesOfStreet(street)[0] ?? 0;
  return [...index.wordsOfName(name)].map((word) => wordAt(index.words, word)).join(" ");
}

/** Returns the scorers to show; that of the postcode only when one was typed. */
function scorersOf({ postcodeEdits }: Candidate): typeof SCORERS {
  return postcodeEdits === undefined ? SCORERS.filter(({ name }) => name !== "postcode") : SCORERS;
}
