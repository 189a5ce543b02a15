/**
 * Finds the results of a search. Each collection has the results of baken's search, in its order, with a score by which
 * the collections are merged.
 */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { findNamed, wordsOf } from "../named-areas.ts";
import type { LocationCollection } from "./collections.ts";
import { type Described, describe, type LocationObject } from "./describe.ts";
import { findByBegunLine } from "./find-line.ts";
import { MIN_LENGTH, type SearchQuery, type WantedCollection } from "./parameters.ts";

export interface Result {
  readonly collection: LocationCollection;
  readonly described: Described;
  readonly score: number;
}

/** Compares numbers in texts as numbers: 5, 5a, 11. */
const natural = new Intl.Collator("nl", { numeric: true });

/** Finds at most `limit` results of all requested collections, highest score first. */
export function findResults(s: Snapshot, query: SearchQuery): Result[] {
  const { line, wanted, limit } = query;
  if (line.length < MIN_LENGTH || wanted.length === 0) {
    return [];
  }
  const listObjects = findObjects(s, query);
  return wanted
    .flatMap((each) => withScores(each, describeFirst(s, listObjects(each), query), line))
    .sort((a, b) => b.score - a.score || natural.compare(a.described.displayName, b.described.displayName))
    .slice(0, limit);
}

/** Returns a function that lists what the line names in a collection, best first. */
function findObjects(
  s: Snapshot,
  { line, wanted, limit, region }: SearchQuery,
): (wanted: WantedCollection) => readonly LocationObject[] {
  const { woonplaatsen, gemeenten, provincies } = s.areas;
  const types = wanted.map(({ collection: { type } }) => type);
  const ofAdres = types.includes("adres");
  const { addresses, listPlaces } =
    ofAdres || types.includes("woonplaats")
      ? findByBegunLine(s, { line, limit: ofAdres ? limit : 0, region })
      : { addresses: [], listPlaces: () => [] };
  return ({ collection: { type } }) => {
    switch (type) {
      case "adres":
        return addresses.map((adres) => ({ type, adres }));
      case "woonplaats":
        return listPlaces().map((id) => ({ type, woonplaats: woonplaatsen.get(id)! }));
      case "gemeente":
        return findNamed(gemeenten, line, true).map((gemeente) => ({ type, gemeente }));
      case "provincie":
        return findNamed(provincies, line, true).map((provincie) => ({ type, provincie }));
    }
  };
}

/** Describes the first objects whose position is in the region. */
function describeFirst(
  s: Snapshot,
  objects: readonly LocationObject[],
  { limit, region }: SearchQuery,
): Described[] {
  const found: Described[] = [];
  for (const object of objects) {
    const described = describe(s, object);
    if (described !== undefined && region?.contains(described.position) !== false) {
      found.push(described);
    }
    if (found.length === limit) {
      break;
    }
  }
  return found;
}

/** Fit of the first result whose name does not begin with the line; the next ones have less and less. */
const FIRST_FIT = 0.45;
/** Least difference between two results of a collection, which keeps the order of the search. */
const STEP = 1e-6;

/**
 * Adds scores: the relevance times a fit. The fit of a name that begins with the line is more than 1, and greater for a
 * shorter name; any other fit is less than a half.
 */
function withScores(
  { collection, relevance }: WantedCollection,
  found: readonly Described[],
  line: string,
): Result[] {
  const typed = wordsOf(line);
  // Most names begin with exactly the line. The others are compared without punctuation, which is less than half of a
  // name.
  const lower = line.toLowerCase();
  const begins = (name: string) =>
    name.toLowerCase().startsWith(lower) || wordsOf(name.slice(0, 2 * typed.length + 8)).startsWith(typed);
  let least = Number.POSITIVE_INFINITY;
  return found.map((described, rank) => {
    const { displayName, name } = described;
    const isBegun = begins(displayName) || (name !== undefined && begins(name));
    least = Math.min(least - STEP, isBegun ? 1 + 1 / displayName.length : FIRST_FIT / (1 + rank / 10));
    return { collection, described, score: Math.round(relevance * least * 1e8) / 1e8 };
  });
}
