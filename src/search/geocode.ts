/** Finds the one address for a line and the parameters of its request, or the reason why there is none. */
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { type CertainAnswer, findCertainAnswer } from "./certain-answer.ts";
import { readAdressen } from "./index/address-rows.ts";
import { joinDesignation } from "./line/designation.ts";
import { meaningOf } from "./line/designation-words.ts";
import { type Interpretation, withoutNoise } from "./line/parse-line.ts";
import type { Candidate } from "./match/candidate.ts";
import { countAddresses, listPageIds } from "./match/candidate-addresses.ts";
import { COLLECTORS, findsStreetPrefixes } from "./match/collectors.ts";
import { createQuery, type Query } from "./match/query.ts";
import { explainRefusal, type Refusal } from "./refusal.ts";
import { findCandidates } from "./search.ts";

export type GeocodeResult =
  | CertainAnswer
  | {
      /** Nearest matches, best first, at most 10 of `total`. */
      readonly candidates: AdresRecord[];
      readonly total: number;
      readonly refusal: Refusal;
    };

export interface GeocodeOptions {
  /** Parameters that the answer must agree with. */
  readonly parameters?: LineParameters;
  /** Refuses an answer that is not `exact`. */
  readonly onlyExact?: boolean;
  /** Maximum candidates of a refusal, 10 at most. */
  readonly maxCandidates?: number;
}

const MAX_CANDIDATES = 10;
const COLLECTORS_WITHOUT_STREET_PREFIX = COLLECTORS.filter((collector) => !findsStreetPrefixes(collector));

export function geocodeLine(
  snapshot: Snapshot,
  line: string,
  { parameters = {}, onlyExact = false, maxCandidates = MAX_CANDIDATES }: GeocodeOptions = {},
): GeocodeResult {
  const toRefused = (query: Query, candidates: readonly Candidate[], refusal: Refusal) => ({
    candidates: readFirst(query, candidates, maxCandidates),
    total: countAddresses(candidates),
    refusal,
  });
  const lineQuery = createQuery(snapshot, line);
  const query = completeQuery(lineQuery, parameters);
  const { candidates } = findCandidates(query);
  const answer = findCertain(query, candidates);
  if (answer === undefined || !agreesWithParameters(answer.adres, parameters)) {
    const parameter = findContradictedParameter(lineQuery, parameters);
    if (parameter !== undefined) {
      return toRefused(lineQuery, findCandidates(lineQuery).candidates, {
        why: "other parameter",
        parameter,
      });
    }
    const refusal =
      answer === undefined
        ? explainRefusal(query, candidates)
        : explainDisagreement(answer.adres, parameters);
    return toRefused(query, candidates, refusal);
  }
  return onlyExact && answer.match !== "exact" ? toRefused(query, candidates, { why: "not exact" }) : answer;
}

/** Returns the one address that is meant, of all candidates of a query, best first; `undefined` without certainty. */
export function findCertain(query: Query, candidates: readonly Candidate[]): CertainAnswer | undefined {
  return findCertainAnswer(query, candidates) ?? findCertainDespitePrefix(query, candidates);
}

/**
 * Returns true when the candidates show, before an address is read, that the certain answer can only be their first
 * address: the one designated as typed, or the first of several at a number that exists only with letters or additions.
 */
export function isAnswerFirst(candidates: readonly Candidate[]): boolean {
  const [best] = candidates;
  if (best === undefined || countAddresses(candidates) === 1) {
    return true;
  }
  if (findsStreetPrefixes({ name: best.match.collector })) {
    return false;
  }
  return best.fit === "equal" ? best.count === 1 : best.fit === "part" && candidates.length === 1;
}

/**
 * Returns the certain answer when `candidates` were found by the prefix of a street: "Keurstraa 5" is Keurstraat with a
 * typing error, unless another street has that prefix too.
 */
function findCertainDespitePrefix(query: Query, candidates: readonly Candidate[]): CertainAnswer | undefined {
  const [best] = candidates;
  if (best === undefined || !findsStreetPrefixes({ name: best.match.collector })) {
    return undefined;
  }
  const others = findCandidates(query, { collectors: COLLECTORS_WITHOUT_STREET_PREFIX }).candidates;
  const isSole = candidates.every(({ street }) => street === others[0]?.street);
  return isSole ? findCertainAnswer(query, others) : undefined;
}

function readFirst(query: Query, candidates: readonly Candidate[], limit: number): AdresRecord[] {
  return readAdressen(query.snapshot, listPageIds(query, candidates, { offset: 0, limit }));
}

/** Returns why these parameters rule out a line's answer. */
function explainDisagreement(
  { postcode }: AdresRecord,
  { postcode: asked, letter, addition }: LineParameters,
): Refusal {
  if (asked !== undefined && asked !== postcode) {
    return { why: "other postcode" };
  }
  return { why: "no such designation", designation: [letter, addition].filter(Boolean).join(" ") };
}

export interface LineParameters {
  /** As the registry writes it. */
  readonly postcode?: string | undefined;
  readonly number?: number | undefined;
  readonly letter?: string | undefined;
  readonly addition?: string | undefined;
}

/** Returns the query with only the interpretations that agree with the parameters, completed by them. */
export function completeQuery(query: Query, parameters: LineParameters): Query {
  if (Object.values(parameters).every((value) => value === undefined)) {
    return query;
  }
  const interpretations = query.interpretations.flatMap(
    (interpretation) => completeInterpretation(interpretation, parameters) ?? [],
  );
  return { ...query, interpretations, noiseless: interpretations.map(withoutNoise) };
}

/** Returns the parameter that no interpretation of the line agrees with; `undefined` when there is none. */
function findContradictedParameter(
  { interpretations }: Query,
  parameters: LineParameters,
): "postcode" | "number" | undefined {
  return (["postcode", "number"] as const).find(
    (part) =>
      parameters[part] !== undefined &&
      interpretations.some((interpretation) => interpretation[part] !== undefined) &&
      !interpretations.some((interpretation) => interpretation[part] === parameters[part]),
  );
}

function completeInterpretation(
  interpretation: Interpretation,
  parameters: LineParameters,
): Interpretation | undefined {
  const { mistypedPostcode, postcodeArea } = interpretation;
  const postcode = interpretation.postcode ?? parameters.postcode;
  const number = interpretation.number ?? parameters.number;
  const designation = number === undefined ? "" : completeDesignation(interpretation.designation, parameters);
  if (number !== (parameters.number ?? number)) {
    return undefined;
  }
  if (parameters.postcode === undefined) {
    return { ...interpretation, number, designation };
  }
  const isOther =
    postcode !== parameters.postcode ||
    mistypedPostcode !== undefined ||
    !parameters.postcode.startsWith(postcodeArea ?? "");
  return isOther ? undefined : { ...interpretation, postcode, postcodeArea: undefined, number, designation };
}

/**
 * Returns the line's designation with the letter and addition that it lacks. When line and parameters contradict each
 * other it returns both, which no number has.
 */
function completeDesignation(typed: string, { letter = "", addition = "" }: LineParameters): string {
  const asked = joinDesignation([letter, addition]);
  if (typed === "" || asked === "" || meaningOf(typed) === meaningOf(asked)) {
    return asked || typed;
  }
  if (letter !== "" && addition !== "") {
    return [letter, addition].some((part) => joinDesignation([part]) === typed) ? asked : asked + typed;
  }
  if (letter !== "") {
    return typed.startsWith(asked) ? typed : asked + typed;
  }
  return typed.endsWith(asked) ? typed : typed + asked;
}

/**
 * Returns true when an answer has what the parameters say; letter and addition match in one run, as in a lookup, or
 * each in its own field.
 */
function agreesWithParameters(adres: AdresRecord, parameters: LineParameters): boolean {
  const { postcode, number, letter = "", addition = "" } = parameters;
  const { huisletter, huisnummertoevoeging } = adres;
  const isSame = (asked: string, own: string | null) =>
    asked === "" || (own !== null && joinDesignation([own]) === joinDesignation([asked]));
  const run = joinDesignation([huisletter ?? "", huisnummertoevoeging ?? ""]);
  const isDesignated =
    (run !== "" && run === joinDesignation([letter, addition])) ||
    (isSame(letter, huisletter) && isSame(addition, huisnummertoevoeging));
  return (
    adres.postcode === (postcode ?? adres.postcode) &&
    adres.huisnummer === (number ?? adres.huisnummer) &&
    isDesignated
  );
}
