/** Finds addresses and woonplaatsen that a line names, optionally in a box; caches the results of short lines. */
import { BoundedMap, memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import type { Region } from "../../registry/index/region.ts";
import { readAdressen } from "../../registry/read/adres-record.ts";
import type { AdresRecord } from "../../registry/read/records.ts";
import { listStreetsAround, type StreetPart } from "../../registry/read/street-parts.ts";
import type { Counted } from "../../search/counted.ts";
import { findByLine, type LineOptions } from "../../search/find-by-line.ts";

export interface LineRequest {
  readonly line: string;
  /** Most addresses; 0 for woonplaatsen alone. */
  readonly limit: number;
  readonly region: Region | undefined;
}

interface FoundByLine {
  /** Lists the keys of woonplaatsen, best first. */
  listPlaces(): readonly number[];
  /** Addresses in the region, best first. */
  readonly addresses: readonly AdresRecord[];
}

/** Longest line of a kept list: prefixes of a few letters cost most, and everybody types the same ones first. */
const MAX_KEPT_LINE = 12;
/** Kept lists of a snapshot, as many as autocomplete keeps: a megabyte or two in each thread. */
const MAX_KEPT = 8_192;

interface KeptList {
  readonly places: readonly number[];
  readonly adresKeys: readonly number[];
}

const keptListsOf = memoizePerObject((_: Snapshot) => new BoundedMap<string, KeptList>(MAX_KEPT));

/** Finds by a line that may be incomplete. */
export function findByBegunLine(s: Snapshot, request: LineRequest): FoundByLine {
  const { line, limit, region } = request;
  if (region !== undefined) {
    return findInRegion(s, { line, limit, region });
  }
  if (line.length > MAX_KEPT_LINE) {
    return findAnywhere(s, request);
  }
  const kept = keptListsOf(s);
  const key = `${limit} ${line}`;
  const known = kept.get(key);
  if (known !== undefined) {
    return { listPlaces: () => known.places, addresses: readAdressen(s, known.adresKeys) };
  }
  const found = findAnywhere(s, request);
  const adresKeys = found.addresses.map(({ nummeraanduiding_id }) => Number(nummeraanduiding_id));
  kept.set(key, { places: found.listPlaces(), adresKeys });
  return found;
}

/** Treats the line as complete, with more errors forgiven, when nothing begins with it. */
function findAnywhere(s: Snapshot, { line, limit }: LineRequest): FoundByLine {
  const begun = findByLine(s, line, { isTyping: true });
  const found = begun.addresses.count > 0 || begun.places.length > 0 ? begun : findByLine(s, line);
  return { listPlaces: () => found.places, addresses: limit === 0 ? [] : found.addresses.list(0, limit) };
}

/** Maximum addresses of a region whose streets are listed; in a larger region all streets are accepted. */
const MAX_IN_REGION = 10_000;

/** Searches by the complete line too, because a search while typing finds only the best streets of the country. */
function findInRegion(
  s: Snapshot,
  request: Required<LineRequest> & { readonly region: Region },
): FoundByLine {
  const { line } = request;
  const streets = listStreetsAround(s, request.region, MAX_IN_REGION);
  const keyOf = ({ openbareRuimteId, woonplaatsId }: StreetPart) => `${openbareRuimteId} ${woonplaatsId}`;
  const keys = new Set(streets?.map(keyOf));
  const options: LineOptions = streets === undefined ? {} : { accepts: (street) => keys.has(keyOf(street)) };
  const whole = findByLine(s, line, options);
  const begun = findByLine(s, line, { ...options, isTyping: true });
  return {
    listPlaces: () => (begun.places.length > 0 ? begun.places : whole.places),
    addresses: listWithin([whole.addresses, begun.addresses], request),
  };
}

/** Maximum addresses of a list whose position is tested, which takes some 50 ms. */
export const MAX_TESTED = 5_000;
const TESTED_AT_ONCE = 200;

/** Lists the first addresses in a region, each once. */
function listWithin(
  lists: readonly Counted<AdresRecord>[],
  { limit, region }: { readonly limit: number; readonly region: Region },
): AdresRecord[] {
  const found = new Map<string, AdresRecord>();
  for (const { count, list } of lists) {
    const end = Math.min(count, MAX_TESTED);
    for (let offset = 0; offset < end && found.size < limit; offset += TESTED_AT_ONCE) {
      for (const adres of list(offset, TESTED_AT_ONCE).filter((each) => region.contains(each))) {
        found.set(adres.nummeraanduiding_id, adres);
      }
    }
  }
  return [...found.values()].slice(0, limit);
}
