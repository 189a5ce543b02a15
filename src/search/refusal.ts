/** Explains why no address is certain for a line: what its writer could add or correct; as data and as a sentence. */
import { canonicalWords } from "./line/normalize.ts";
import { type Interpretation, withoutNoise } from "./line/parse-line.ts";
import type { Candidate } from "./match/candidate.ts";
import { countAddresses } from "./match/candidate-addresses.ts";
import { collect } from "./match/collect.ts";
import type { Collector } from "./match/collectors.ts";
import { isComplete } from "./match/name-hits.ts";
import type { Query } from "./match/query.ts";
import { streetEvidenceOf } from "./match/score.ts";
import { placeIndexOf } from "./places/place-index.ts";

/** All reasons. */
export const REFUSALS = [
  "po box",
  /** No name matches. */
  "nothing",
  /** The street exists where the line says, but not the number. */
  "no such number",
  /** The number exists, but not with this letter or addition. */
  "no such designation",
  /** Several house numbers or additions, each an address. */
  "range",
  "no number",
  /** The street and number exist, but not in this place. */
  "other place",
  "words not understood",
  /** Postcode, street and place do not belong together. */
  "other postcode",
  /** The line contradicts this parameter. */
  "other parameter",
  "several streets",
  "several at the number",
  /** Street or place are not named completely. */
  "not complete",
  /** There is an answer, but not the exact one that was asked for. */
  "not exact",
  /** The address existed, but no longer does. */
  "former",
] as const;

/** Details of the reasons that have some. */
interface RefusalDetails {
  readonly "no such number": { readonly number: number };
  readonly "no such designation": { readonly designation: string };
  readonly range: { readonly designation: string };
  readonly "other place": { readonly words: string };
  readonly "words not understood": { readonly words: string };
  readonly "other parameter": { readonly parameter: "postcode" | "number" };
  /** The address, and the first day on which it no longer exists. */
  readonly former: { readonly address: string; readonly valid_until: string };
}

/** One of the reasons, with the details that belong to it. */
export type ReasonOf<Why extends string, Details> = {
  [W in Why]: { readonly why: W } & (W extends keyof Details ? Details[W] : unknown);
}[Why];

export type Refusal = ReasonOf<(typeof REFUSALS)[number], RefusalDetails>;

/** Returns why none of a line's `candidates` (best first) is certain. */
export function explainRefusal(query: Query, candidates: readonly Candidate[]): Refusal {
  const [best] = candidates;
  if (best !== undefined) {
    return explainCandidates(query, best, candidates);
  }
  return query.isPoBox ? { why: "po box" } : explainNoCandidates(query);
}

function explainCandidates(query: Query, best: Candidate, candidates: readonly Candidate[]): Refusal {
  const { interpretation, name, place, leftover } = best.match;
  if (leftover.length > 0) {
    const agrees = best.postcodeEdits === 0 && name !== undefined;
    return interpretation.postcode === undefined || agrees
      ? explainLeftover(query, leftover)
      : { why: "other postcode" };
  }
  if (interpretation.number === undefined) {
    return { why: "no number" };
  }
  if (best.fit === "other") {
    return { why: "no such designation", designation: interpretation.designation };
  }
  if ((best.postcodeEdits ?? 0) > 1) {
    return { why: "other postcode" };
  }
  const evidence = streetEvidenceOf(best, query.places);
  const rivals = candidates.filter((candidate) => streetEvidenceOf(candidate, query.places) >= evidence);
  if (rivals.some(({ street }) => street !== best.street)) {
    return { why: "several streets" };
  }
  if ((best.postcodeEdits ?? 0) > 0) {
    return { why: "other postcode" };
  }
  const isPlacePrefix = (place?.coverage ?? 1) < 1;
  if (isPlacePrefix || (name !== undefined && !isComplete(name))) {
    return { why: "not complete" };
  }
  const isOneNumber = rivals.every(({ match }) => match.interpretation.number === interpretation.number);
  const { designation } = interpretation;
  if (isOneNumber && designation !== "" && rivals.every(({ fit }) => fit === "part")) {
    return { why: "no such designation", designation };
  }
  const areSeveral = isOneNumber && designation === "" && countAddresses(rivals) > 1;
  return { why: areSeveral ? "several at the number" : "not complete" };
}

function explainLeftover({ snapshot }: Query, leftover: readonly string[]): Refusal {
  const words = leftover.join(" ");
  const isPlace = placeIndexOf(snapshot).find(canonicalWords(leftover)) !== undefined;
  return isPlace ? { why: "other place", words } : { why: "words not understood", words };
}

/** Returns the reason when nothing was found: searches for the street without its number, as typed. */
function explainNoCandidates(query: Query): Refusal {
  const asked = query.interpretations.find(({ number }) => number !== undefined);
  if (asked?.number === undefined) {
    return { why: "nothing" };
  }
  return findNamedStreets(query).length > 0
    ? { why: "no such number", number: asked.number }
    : { why: "nothing" };
}

/** Returns the streets (of the index) that the line names completely and as typed, best first. */
export function findNamedStreets(query: Query): number[] {
  const isNamed = ({ match }: Candidate) => match.name !== undefined && isComplete(match.name);
  const interpretations = query.interpretations
    .filter(hasPlainNumber)
    .slice(0, MAX_INTERPRETATIONS)
    .map(withoutNumber);
  const noiseless = interpretations.map(withoutNoise);
  const candidates = collect({ ...query, interpretations, noiseless }, STREET_ALONE);
  return candidates.filter(isNamed).map(({ street }) => street);
}

const MAX_INTERPRETATIONS = 4;
const STREET_ALONE: Collector = {
  name: "only the street",
  tolerances: [{}],
};

function hasPlainNumber({ number, mistypedPostcode }: Interpretation): boolean {
  return number !== undefined && mistypedPostcode === undefined;
}

function withoutNumber(interpretation: Interpretation): Interpretation {
  return { ...interpretation, postcode: undefined, number: undefined, designation: "", endsWith: "postcode" };
}

/** Returns the reason why no address is certain, as a sentence; `candidates` is its word for the listed addresses. */
export function refusalText(refusal: Refusal, candidates = "candidates"): string {
  switch (refusal.why) {
    case "po box":
      return "A PO box is not in the BAG: it has no address record and no position.";
    case "nothing":
      return `No address found for this line.`;
    case "no such number":
      return `No address found for this line: the street exists, but has no number ${refusal.number} there.`;
    case "no such designation":
      return `The number exists, but not with letter or addition "${refusal.designation}"; the ${candidates} are those that exist.`;
    case "range":
      return `"${refusal.designation}" is a range of house numbers; the ${candidates} are its ends.`;
    case "no number":
      return `The line has no house number; the ${candidates} are the best matches.`;
    case "other place":
      return `No street of that name has that number in "${refusal.words}"; the ${candidates} lie elsewhere.`;
    case "words not understood":
      return `Not understood: "${refusal.words}"; the ${candidates} fit the rest of the line.`;
    case "other postcode":
      return `Postcode, street and place do not belong together; the ${candidates} fit a part of them.`;
    case "other parameter":
      return `The line contradicts the parameter ${refusal.parameter}; the ${candidates} match the line only.`;
    case "several streets":
      return "Several addresses fit equally well; add the city or the postcode.";
    case "several at the number":
      return "Several addresses have this number; add the letter or addition.";
    case "not complete":
      return `No single address matches this line well enough; the ${candidates} are the best matches.`;
    case "not exact":
      return `No address matches exactly; the ${candidates} are the best matches.`;
    case "former":
      return `${refusal.address} has not been an address since ${refusal.valid_until}.`;
  }
}
