/** Reads the addresses on one page of the candidates found. */
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { listIdsOfStreet, listNumberKeysOfStreet } from "../index/address-rows.ts";
import type { StreetIndex } from "../index/street-index.ts";
import { designationKey } from "../line/designation-key.ts";
import type { Candidate } from "./candidate.ts";
import { sortByNearness } from "./nearest-designations.ts";

export interface AddressSource {
  readonly snapshot: Snapshot;
  readonly index: StreetIndex;
}

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

export function countAddresses(candidates: readonly Candidate[]): number {
  return candidates.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the keys of the addresses from `offset` on. Skips candidates before it by their counts. */
export function listPageIds(
  source: AddressSource,
  candidates: readonly Candidate[],
  { offset, limit }: Slice,
): number[] {
  const ids: number[] = [];
  let skip = offset;
  for (const candidate of candidates) {
    if (ids.length === limit) {
      break;
    }
    if (skip < candidate.count) {
      ids.push(...listIds(source, candidate, { offset: skip, limit: limit - ids.length }));
    }
    skip = Math.max(0, skip - candidate.count);
  }
  return ids;
}

/** Returns the keys of a candidate's addresses in natural order, or nearest first without the typed designation. */
export function listIds(source: AddressSource, candidate: Candidate, { offset, limit }: Slice): number[] {
  const { street, kind, ids } = candidate;
  if (ids !== undefined) {
    return ids.slice(offset, offset + limit);
  }
  const key = source.index.keyOf(street);
  if (kind === "all") {
    return listIdsOfStreet(source.snapshot, key, { offset, limit });
  }
  const found: number[] = [];
  for (const number of listNumbers(source, candidate)) {
    if (found.length >= offset + limit) {
      break;
    }
    found.push(...listIdsAtNumber(source, candidate, number));
  }
  return found.slice(offset, offset + limit);
}

function* listNumbers({ index }: AddressSource, { street, kind, match }: Candidate): Iterable<number> {
  const { number } = match.interpretation;
  if (kind === "longer") {
    yield* index.longerNumbers(street, number!);
  } else {
    yield number!;
  }
}

function listIdsAtNumber({ snapshot, index }: AddressSource, candidate: Candidate, number: number): number[] {
  const { kind, fit, match } = candidate;
  const rows = listNumberKeysOfStreet(snapshot, index.keyOf(candidate.street), number)
    .map(([fid, sort_key]) => ({ fid, sort_key }))
    .filter(({ sort_key }) => kind === "longer" || holdsKey(candidate, designationKey(sort_key)));
  const sorted = fit === "other" ? sortByNearness(rows, match.designation.typed) : rows;
  return sorted.map(({ fid }) => fid);
}

/** Returns true when a candidate of kind `number` has the addresses with that designationKey. */
export function holdsKey({ match, fit, traits, keys }: Candidate, key: string): boolean {
  return match.designation.fitOf(key, traits) === fit && keys?.has(key) !== false;
}
