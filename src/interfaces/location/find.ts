/**
 * Finds the results of a search: in each collection what baken's search finds, in its order, with a score by which the
 * collections are merged.
 */
import type { Gemeente, Provincie } from "../../registry/file/areas.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { Region } from "../../registry/index/region.ts";
import { listStreetsAround } from "../../registry/read/street-parts.ts";
import { type Counted, mapCounted, toCounted } from "../../search/counted.ts";
import { findByLine, type LineFindings, type LineOptions } from "../../search/find-by-line.ts";
import { findNamed, wordsOf } from "../named-areas.ts";
import { type Described, describe, type LocationObject } from "./describe.ts";
import { MIN_LENGTH, type SearchQuery, type WantedCollection } from "./parameters.ts";

export interface Result extends Described, WantedCollection {
  readonly score: number;
}

/** Compares numbers in texts as numbers: 5, 5a, 11. */
const natural = new Intl.Collator("nl", { numeric: true });

/** Finds at most `limit` results of all collections asked for, by falling score. */
export function findResults(s: Snapshot, query: SearchQuery): Result[] {
  const { line, wanted, limit } = query;
  if (line.length < MIN_LENGTH || wanted.length === 0) {
    return [];
  }
  const listObjects = findObjects(s, query);
  return wanted
    .flatMap((each) => withScores(each, listWithin(s, listObjects(each), query), line))
    .sort((a, b) => b.score - a.score || natural.compare(a.displayName, b.displayName))
    .slice(0, limit);
}

/** Returns a function that lists what the line names in a collection, best first. */
function findObjects(
  s: Snapshot,
  { line, wanted, region }: SearchQuery,
): (wanted: WantedCollection) => Counted<LocationObject> {
  const { woonplaatsen, gemeenten, provincies } = s.areas;
  const isOfLine = wanted.some(({ collection: { type } }) => type === "adres" || type === "woonplaats");
  const found = isOfLine ? findLine(s, line, region) : undefined;
  const named = <T extends Gemeente | Provincie>(areas: ReadonlyMap<number, T>) =>
    toCounted(findNamed(areas, line, true));
  return ({ collection: { type } }) => {
    switch (type) {
      case "adres":
        return mapCounted(found!.addresses, (adres) => ({ type, adres }));
      case "woonplaats":
        return mapCounted(toCounted(found!.places), (id) => ({ type, woonplaats: woonplaatsen.get(id)! }));
      case "gemeente":
        return mapCounted(named(gemeenten), (gemeente) => ({ type, gemeente }));
      case "provincie":
        return mapCounted(named(provincies), (provincie) => ({ type, provincie }));
    }
  };
}

/** Addresses of a box of which the streets are listed: in a larger box any street may be. */
const MAX_IN_BOX = 10_000;

/** Finds by a line that may be incomplete; by one with errors that only a whole line is forgiven, when that has nothing. */
function findLine(s: Snapshot, line: string, region: Region | undefined): LineFindings {
  const streets = region && listStreetsAround(s, region, MAX_IN_BOX);
  const keys = new Set(
    streets?.map(({ openbareRuimteId, woonplaatsId }) => `${openbareRuimteId} ${woonplaatsId}`),
  );
  const options: LineOptions =
    streets === undefined
      ? {}
      : { accepts: ({ openbareRuimteId, woonplaatsId }) => keys.has(`${openbareRuimteId} ${woonplaatsId}`) };
  const begun = findByLine(s, line, { ...options, isTyping: true });
  return begun.addresses.count > 0 || begun.places.length > 0 ? begun : findByLine(s, line, options);
}

/** Objects of a collection whose position is tested: of addresses some 50 ms. */
const MAX_TESTED = 5_000;
/** Objects that are read at once, when a box may leave most of them out. */
const TESTED_AT_ONCE = 200;

/** Lists the first objects whose position lies in the region. */
function listWithin(
  s: Snapshot,
  objects: Counted<LocationObject>,
  { limit, region }: SearchQuery,
): Described[] {
  const found: Described[] = [];
  const size = region === undefined ? limit : TESTED_AT_ONCE;
  const end = Math.min(objects.count, MAX_TESTED);
  for (let offset = 0; offset < end && found.length < limit; offset += size) {
    for (const object of objects.list(offset, size)) {
      const described = describe(s, object);
      if (described !== undefined && region?.contains(described.position) !== false && found.length < limit) {
        found.push(described);
      }
    }
  }
  return found;
}

/** Fit of the first result whose name does not begin with the line; the next ones have less and less. */
const FIRST_FIT = 0.45;
/** Least difference between two results of a collection, which keeps the order of the search. */
const STEP = 1e-6;

/**
 * Adds scores: the relevance, times more than 1 where a name begins with the line, the shorter the name the more; else
 * times less than a half.
 */
function withScores(wanted: WantedCollection, found: readonly Described[], line: string): Result[] {
  const typed = wordsOf(line);
  let least = Number.POSITIVE_INFINITY;
  return found.map((each, rank) => {
    const { displayName, name } = each;
    const begins = wordsOf(displayName).startsWith(typed) || wordsOf(name).startsWith(typed);
    const fit = begins ? 1 + 1 / displayName.length : FIRST_FIT / (1 + rank / 10);
    least = Math.min(least - STEP, fit);
    return { ...wanted, ...each, score: Math.round(wanted.relevance * least * 1e8) / 1e8 };
  });
}
