/** Autocomplete: suggests addresses for a line that is still being typed. */

import { memoizePerObject } from "../base/memoize.ts";
import type { PlanarPoint } from "../geo/geometry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { readAdressen } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import type { Budget } from "./index/edit-distance.ts";
import type { Candidate } from "./match/candidate.ts";
import { listIds, listPageIds } from "./match/candidate-addresses.ts";
import { TYPING_COLLECTORS } from "./match/collectors.ts";
import { createQuery, type Query } from "./match/query.ts";
import { suggestAreas, suggestPostcodeArea } from "./postcode-area.ts";
import { findCandidates } from "./search.ts";

interface SuggestRequest {
  /** Maximum addresses. */
  readonly limit: number;
  /** Pays for the search; a new one when absent. */
  readonly budget?: Budget | undefined;
  /** Position in RD; of suggestions that fit equally well, those in places near it come first. */
  readonly near?: PlanarPoint | undefined;
}

/** Returns suggestions, best first. Without a number typed: one address for each street, then more of them. */
export function suggestAdressen(snapshot: Snapshot, line: string, request: SuggestRequest): AdresRecord[] {
  const { limit, near } = request;
  const ofPostcodes = suggestPostcodeArea(snapshot, line, limit);
  if (ofPostcodes.length > 0) {
    return ofPostcodes;
  }
  const ids = cachedSuggestions(snapshot, { line, limit, near }, () =>
    findSuggestions(snapshot, line, request),
  );
  return ids.length === 0 ? suggestAreas(snapshot, line, limit) : readAdressen(snapshot, ids);
}

function findSuggestions(
  snapshot: Snapshot,
  line: string,
  { limit, budget, near }: SuggestRequest,
): readonly number[] {
  const query = createQuery(snapshot, line, { isTyping: true, budget, near });
  const { candidates } = findCandidates(query, { collectors: TYPING_COLLECTORS });
  const hasStreets = candidates.some(({ kind }) => kind === "all");
  const ids = hasStreets
    ? oneOfEachThenRest(query, candidates, limit)
    : listPageIds(query, candidates, { offset: 0, limit });
  return [...new Set(ids)];
}

/** Returns the first address of each candidate, then the rest of the candidates in order. */
function oneOfEachThenRest(query: Query, candidates: readonly Candidate[], limit: number): number[] {
  const ids = new Set<number>();
  for (const candidate of candidates) {
    if (ids.size === limit) {
      break;
    }
    for (const id of listIds(query, candidate, { offset: 0, limit: 1 })) {
      ids.add(id);
    }
  }
  for (const candidate of candidates) {
    if (ids.size >= limit) {
      break;
    }
    const more = listIds(query, candidate, { offset: 1, limit: limit - ids.size });
    for (const id of more) {
      ids.add(id);
    }
  }
  return [...ids].slice(0, limit);
}

/**
 * Maximum length of a cached line. A prefix of a few letters matches thousands of streets, so it costs most, and
 * everybody types the same few thousand prefixes first, all day.
 */
const MAX_LINE_LENGTH = 12;
/** Maximum cached lines: a megabyte or two in each thread. */
const MAX_LINES = 8_192;

/** Keys of addresses by limit, position and line, the most recent line at the end. */
const cacheOf = memoizePerObject(() => new Map<string, readonly number[]>());

/** Returns the address keys that `compute` gives for a line and a limit, from an LRU cache when the line is short. */
export function cachedSuggestions(
  snapshot: Snapshot,
  { line, limit, near }: SuggestRequest & { readonly line: string },
  compute: () => readonly number[],
): readonly number[] {
  if (line.length > MAX_LINE_LENGTH) {
    return compute();
  }
  const cache = cacheOf(snapshot);
  const key = `${limit} ${near?.x} ${near?.y} ${line}`;
  const ids = cache.get(key) ?? compute();
  // Re-inserting makes the line the newest key; the oldest is evicted.
  cache.delete(key);
  cache.set(key, ids);
  if (cache.size > MAX_LINES) {
    cache.delete(cache.keys().next().value!);
  }
  return ids;
}
