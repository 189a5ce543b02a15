/** Reads the addresses on one page of the entries found. */
import type { Snapshot } from "../registry/snapshot.ts";
import { listIdsOfStreet, listNumberOfStreet } from "../registry/street-numbers.ts";
import { designationKey } from "./designation-key.ts";
import type { Entry } from "./entry.ts";
import type { StreetIndex } from "./street-index.ts";

export interface Source {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
}

interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

export function totalOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the keys of the addresses from `offset` on. Skips entries before it by their counts. */
export function idsOfPage(source: Source, entries: readonly Entry[], { offset, limit }: Stretch): number[] {
  const ids: number[] = [];
  let skip = offset;
  for (const entry of entries) {
    if (ids.length === limit) break;
    if (skip < entry.count) ids.push(...idsOf(source, entry, { offset: skip, limit: limit - ids.length }));
    skip = Math.max(0, skip - entry.count);
  }
  return ids;
}

/** Returns the keys of an entry's addresses in natural order. */
export function idsOf(source: Source, entry: Entry, { offset, limit }: Stretch): number[] {
  const { street, group, ids } = entry;
  if (ids !== undefined) return ids.slice(offset, offset + limit);
  const key = source.index.keyOf(street);
  if (group === "all") return listIdsOfStreet(source.snapshot, key, { offset, limit });
  const found: number[] = [];
  for (const number of numbersOf(source, entry)) {
    if (found.length >= offset + limit) break;
    found.push(...idsAt(source, entry, number));
  }
  return found.slice(offset, offset + limit);
}

function* numbersOf({ index }: Source, { street, group, match }: Entry): Iterable<number> {
  const { number } = match.reading;
  if (group === "longer") yield* index.longerNumbers(street, number!);
  else yield number!;
}

function idsAt({ snapshot, index }: Source, entry: Entry, number: number): number[] {
  const rows = listNumberOfStreet(snapshot, index.keyOf(entry.street), number);
  return rows
    .filter(({ volgorde }) => entry.group === "longer" || holdsKey(entry, designationKey(volgorde)))
    .map(({ fid }) => fid);
}

/** Returns true when an entry of group `number` holds the addresses with that designationKey. */
export function holdsKey({ match, fit, isLettered, keys }: Entry, key: string): boolean {
  return match.designation.fitOf(key, isLettered) === fit && keys?.has(key) !== false;
}
