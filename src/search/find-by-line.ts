/**
 * Finds the places, streets and addresses that a line names. `search.ts` and `suggest.ts` return addresses only;
 * interfaces of other services list streets and places too.
 */

import { computeOnce } from "../base/memoize.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import type { PageRequest } from "../registry/index/page.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { type Counted, mapCounted, toCounted } from "./counted.ts";
import { findCertain, isAnswerFirst } from "./geocode.ts";
import type { StreetKey } from "./index/address-rows.ts";
import { canonicalWords, tokenize } from "./line/normalize.ts";
import { completeQuery, type LineParameters } from "./line-parameters.ts";
import type { Candidate } from "./match/candidate.ts";
import { countAddresses, listPageIds } from "./match/candidate-addresses.ts";
import { COLLECTORS, TYPING_COLLECTORS } from "./match/collectors.ts";
import { createQuery, type Query } from "./match/query.ts";
import { type PlaceHits, placeIndexOf, placeRank } from "./places/place-index.ts";
import type { PlaceKind } from "./places/place-names.ts";
import { searchAreas, searchPostcodeArea } from "./postcode-area.ts";
import { findCandidates } from "./search.ts";

export interface LineOptions {
  /** True while the line is being typed: its last word or number may be a prefix. */
  readonly isTyping?: boolean;
  /** Parts that the line lacks; a line that contradicts them finds nothing. */
  readonly parameters?: LineParameters;
  /** Returns false for streets to leave out. */
  readonly accepts?: (street: StreetKey) => boolean;
}

export interface LineFindings {
  /** Keys of the woonplaatsen that the whole line names, the largest first. */
  readonly places: readonly number[];
  /** Streets that fit, best first, each once. */
  readonly streets: Counted<StreetKey>;
  /** True when the line has a number that the addresses have. */
  readonly hasNumber: boolean;
  /** Returns true when geocoding answers the line, with the first of the addresses. */
  isCertain(): boolean;
  /** Addresses, best first. */
  readonly addresses: Counted<AdresRecord>;
}

/** Finds places, streets and addresses for a line; every part of the line must fit them. */
export function findByLine(s: Snapshot, line: string, options: LineOptions = {}): LineFindings {
  const { isTyping = false, parameters = {}, accepts } = options;
  const query = completeQuery(createQuery(s, line, { isTyping }), parameters);
  const collectors = isTyping ? TYPING_COLLECTORS : COLLECTORS;
  const found = findCandidates(query, { collectors }).candidates;
  const keyOf = ({ street }: Candidate) => query.index.keyOf(street);
  const candidates = accepts === undefined ? found : found.filter((each) => accepts(keyOf(each)));
  const hasNumber = candidates.length > 0 && candidates[0]!.kind !== "all";
  const area = isTyping ? undefined : findArea(s, line, candidates);
  // Costs up to a quarter of the search, and seldom changes the order.
  const findAnswer = computeOnce(() =>
    isTyping || !hasNumber ? undefined : findCertain(query, found)?.adres,
  );
  const listStreets = computeOnce(() => toCounted(distinctStreets(candidates)));
  const listPlaces = computeOnce(() => (hasNumber ? [] : placesOf(query, candidates)));
  const isFirst = candidates[0] === found[0] && isAnswerFirst(found);
  return {
    get places() {
      return listPlaces();
    },
    get streets() {
      return mapCounted(listStreets(), (street) => query.index.keyOf(street));
    },
    hasNumber,
    isCertain: () => findAnswer() !== undefined,
    addresses: area ?? toAddresses(query, candidates, isFirst ? () => undefined : findAnswer),
  };
}

/** Returns the streets of candidates, by position in the index. Candidates of whole streets are distinct already. */
function distinctStreets(candidates: readonly Candidate[]): number[] {
  const streets = candidates.map(({ street }) => street);
  return candidates.every(({ kind }) => kind === "all") ? streets : [...new Set(streets)];
}

/** Returns the addresses of postcodes that begin with the digits of a line: `1382 Weesp`, `13`. */
function findArea(
  s: Snapshot,
  line: string,
  candidates: readonly Candidate[],
): Counted<AdresRecord> | undefined {
  const readPage = (request: PageRequest) =>
    searchPostcodeArea(s, line, request) ??
    (candidates.length === 0 ? searchAreas(s, line, request) : undefined);
  const first = readPage({ page: 1, perPage: 1 });
  return first && { count: first.total, list: (offset, limit) => listRange(readPage, offset, limit) };
}

/** Reads rows from any offset, using the two pages that contain them. */
function listRange(
  readPage: (request: PageRequest) => { readonly rows: readonly AdresRecord[] } | undefined,
  offset: number,
  limit: number,
): AdresRecord[] {
  if (limit === 0) {
    return [];
  }
  const page = Math.floor(offset / limit) + 1;
  const skip = offset % limit;
  const pages = skip === 0 ? [page] : [page, page + 1];
  return pages
    .flatMap((each) => readPage({ page: each, perPage: limit })?.rows ?? [])
    .slice(skip, skip + limit);
}

/** Number of addresses after a page in which the certain answer is looked for, when it is not the first address. */
const MAX_BEFORE = 100;

function bringToFront(id: number, ids: readonly number[]): readonly number[] {
  return ids.includes(id) ? [id, ...ids.filter((other) => other !== id)] : ids;
}

/** Returns the addresses of candidates in order, with the address that `findAnswer` returns moved to the front. */
function toAddresses(
  query: Query,
  candidates: readonly Candidate[],
  findAnswer: () => AdresRecord | undefined,
): Counted<AdresRecord> {
  const listIds = (offset: number, limit: number) => listPageIds(query, candidates, { offset, limit });
  const listInOrder = (offset: number, limit: number) => {
    const answer = findAnswer();
    if (answer === undefined) {
      return listIds(offset, limit);
    }
    const id = Number(answer.nummeraanduiding_id);
    const first = listIds(0, offset + limit);
    const ids = first[0] === id ? first : bringToFront(id, listIds(0, offset + limit + MAX_BEFORE));
    return ids.slice(offset, offset + limit);
  };
  return {
    count: countAddresses(candidates),
    list: (offset, limit) => readAdressen(query.snapshot, listInOrder(offset, limit)),
  };
}

/**
 * Returns the keys of the places that the whole line names, but not by the name of their gemeente or provincie. Without
 * any, returns the places of the candidates that fit by place alone: the place name has an error.
 */
function placesOf({ line, snapshot, index, isTyping }: Query, candidates: readonly Candidate[]): number[] {
  const words = canonicalWords((tokenize(line) ?? []).map(({ text }) => text));
  if (words.length === 0) {
    return [];
  }
  const places = placeIndexOf(snapshot);
  const named = namesOf(places.find(words));
  // While typing, longer names follow the name that is complete already.
  const begun = isTyping ? [...named, ...namesOf(places.findByPrefix(words))] : named;
  const found =
    begun.length > 0
      ? begun
      : candidates
          .filter(({ match }) => match.name === undefined && match.place !== undefined)
          .map(({ match }) => match.place!.place);
  return [...new Set(found)].map((place) => index.arrays.placeIds[place]!);
}

/** Kinds of names of a place itself, not of an area around it. */
const OWN_NAMES: ReadonlySet<PlaceKind> = new Set(["name", "alias", "short"]);

/** Returns the places that hits name by a name of their own, the best first. */
function namesOf(hits: PlaceHits | undefined): number[] {
  return [...(hits?.values() ?? [])]
    .filter(({ kind }) => OWN_NAMES.has(kind))
    .sort((a, b) => placeRank(a) - placeRank(b) || a.place - b.place)
    .map(({ place }) => place);
}
