/** Finds the one address for a line and the parameters of its request, or the reason why there is none. */

import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { type CertainAnswer, findCertainAnswer } from "./certain-answer.ts";
import {
  agreesWithParameters,
  completeQuery,
  findContradictedParameter,
  type LineParameters,
} from "./line-parameters.ts";
import { findListedByLine } from "./listed-additions.ts";
import type { Candidate } from "./match/candidate.ts";
import { countAddresses, listPageIds } from "./match/candidate-addresses.ts";
import { COLLECTORS, findsStreetPrefixes } from "./match/collectors.ts";
import { createQuery, type Query } from "./match/query.ts";
import { explainRefusal, type Refusal } from "./refusal.ts";
import { findCandidates } from "./search.ts";

interface Refused {
  /** Nearest matches, best first, at most 10 of `total`. */
  readonly candidates: AdresRecord[];
  readonly total: number;
  readonly refusal: Refusal;
}

export type GeocodeResult = CertainAnswer | Refused;

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

export function geocodeLine(snapshot: Snapshot, line: string, options?: GeocodeOptions): GeocodeResult {
  return geocodeQuery(createQuery(snapshot, line), options);
}

/** As `geocodeLine`, for a query that the caller uses further. */
export function geocodeQuery(
  lineQuery: Query,
  { parameters = {}, onlyExact = false, maxCandidates = MAX_CANDIDATES }: GeocodeOptions = {},
): GeocodeResult {
  const toRefused = (query: Query, candidates: readonly Candidate[], refusal: Refusal) => ({
    candidates: readFirst(query, candidates, maxCandidates),
    total: countAddresses(candidates),
    refusal,
  });
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
    return answer === undefined
      ? refuse(query, candidates, maxCandidates)
      : toRefused(query, candidates, explainDisagreement(answer.adres, parameters));
  }
  return onlyExact && answer.match !== "exact" ? toRefused(query, candidates, { why: "not exact" }) : answer;
}

/** Returns the one address that a query means, from all its candidates, best first; `undefined` without certainty. */
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

/**
 * Refuses a line without a certain answer. For a list of additions, the candidates are the additions that are
 * addresses.
 */
function refuse(query: Query, candidates: readonly Candidate[], maxCandidates: number): Refused {
  const [best] = candidates;
  const listed = best && findListedByLine(query, best);
  if (listed?.isRange) {
    const { addresses, refusal } = listed;
    return { candidates: addresses.slice(0, maxCandidates), total: addresses.length, refusal };
  }
  return {
    candidates: readFirst(query, candidates, maxCandidates),
    total: countAddresses(candidates),
    refusal: listed?.refusal ?? explainRefusal(query, candidates),
  };
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
