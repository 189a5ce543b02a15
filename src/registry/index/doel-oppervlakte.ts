/** Pages of addresses with a gebruiksdoel by oppervlakte, then id; addresses without an oppervlakte come last. */
import { memoize, memoizePerObject } from "../../base/memoize.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { ADRES_BLOCK_IDS } from "../schema/counting-schema.ts";
import { type Page, type PageRequest, pageOffset } from "./page.ts";

export interface DoelSelection {
  /** Position in GEBRUIKSDOELEN. */
  readonly doel: number;
  /** Keys of woonplaatsen; `undefined` for the whole registry. */
  readonly woonplaatsen: readonly number[] | undefined;
  /** Inclusive bound in m², or NO_OPPERVLAKTE. */
  readonly min: number;
  readonly max: number;
}

/** Returns a page of keys of `adres`. */
export function readPageOfDoel(s: Snapshot, selection: DoelSelection, request: PageRequest): Page<number> {
  return selection.woonplaatsen === undefined
    ? readPageOfRegistry(s, selection, request)
    : readPageOfWoonplaatsen(s, { ...selection, woonplaatsen: selection.woonplaatsen }, request);
}

/**
 * Distinct oppervlakten of one gebruiksdoel, ascending, and their prefix sums: `prefixSums[i]` counts the addresses
 * before `values[i]`; its extra last item is the total.
 */
interface Oppervlakten {
  readonly values: Uint32Array;
  readonly prefixSums: Uint32Array;
}

const TALLIES = `SELECT oppervlakte, count FROM doel_oppervlakte_tally WHERE gebruiksdoel = ?
  ORDER BY oppervlakte`;

/** Returns the oppervlakten of a gebruiksdoel, cached per snapshot: reading them takes at most 5 ms for the country. */
export function oppervlaktenOf(s: Snapshot, doel: number): Oppervlakten {
  return memoize(oppervlaktenByDoel(s), doel, () => readOppervlakten(s, doel));
}

const oppervlaktenByDoel = memoizePerObject(() => new Map<number, Oppervlakten>());

function readOppervlakten(s: Snapshot, doel: number): Oppervlakten {
  const rows = s.statement(TALLIES).values(doel) as [number, number][];
  const prefixSums = new Uint32Array(rows.length + 1);
  rows.forEach(([, count], i) => {
    prefixSums[i + 1] = prefixSums[i]! + count;
  });
  return { values: Uint32Array.from(rows, ([oppervlakte]) => oppervlakte), prefixSums };
}

const BLOCKS = `SELECT block, count FROM doel_oppervlakte_block WHERE gebruiksdoel = ? AND oppervlakte = ?
  ORDER BY block`;
const FROM_BLOCK = `SELECT adres_id FROM doel_oppervlakte
  WHERE gebruiksdoel = ? AND (oppervlakte, adres_id) >= (?, ?) AND oppervlakte <= ?
  ORDER BY oppervlakte, adres_id LIMIT ? OFFSET ?`;

/** Finds the page start by the counts per oppervlakte, then per block of ids: OFFSET skips less than a block. */
function readPageOfRegistry(
  s: Snapshot,
  { doel, min, max }: DoelSelection,
  request: PageRequest,
): Page<number> {
  const { values, prefixSums } = oppervlaktenOf(s, doel);
  const first = firstAtLeast(values, min);
  const end = firstAtLeast(values, max + 1);
  const total = Math.max(0, prefixSums[end]! - prefixSums[first]!);
  const offset = pageOffset(request);
  if (offset >= total) {
    return { rows: [], total };
  }
  const position = firstAtLeast(prefixSums, prefixSums[first]! + offset + 1) - 1;
  const oppervlakte = values[position]!;
  let skip = prefixSums[first]! + offset - prefixSums[position]!;
  let start = 0;
  for (const [block, count] of s.statement(BLOCKS).values(doel, oppervlakte) as [number, number][]) {
    start = block * ADRES_BLOCK_IDS;
    if (skip < count) {
      break;
    }
    skip -= count;
  }
  const rows = s.statement(FROM_BLOCK).values(doel, oppervlakte, start, max, request.perPage, skip);
  return { rows: (rows as [number][]).map(([id]) => id), total };
}

/** Returns the first position whose value is at least `minimum` by binary search; the length when all are lower. */
function firstAtLeast(ascending: Uint32Array, minimum: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < minimum) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

interface WoonplaatsenSelection extends DoelSelection {
  readonly woonplaatsen: readonly number[];
}

const IN_WOONPLAATS = `SELECT oppervlakte, count FROM doel_woonplaats_tally
  WHERE gebruiksdoel = ? AND woonplaats_id = ? AND oppervlakte BETWEEN ? AND ?`;
const IDS = `SELECT adres_id FROM doel_woonplaats
  WHERE gebruiksdoel = ? AND woonplaats_id = ? AND oppervlakte = ? ORDER BY adres_id LIMIT ? OFFSET ?`;

/** Sums the counts per oppervlakte over the woonplaatsen, at most some thousands for any page, and reads the page. */
function readPageOfWoonplaatsen(
  s: Snapshot,
  selection: WoonplaatsenSelection,
  request: PageRequest,
): Page<number> {
  const oppervlakten = sumCounts(s, selection);
  const rows: number[] = [];
  let skip = pageOffset(request);
  let total = 0;
  for (const [oppervlakte, { count, woonplaatsen }] of oppervlakten) {
    total += count;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const wanted = request.perPage - rows.length;
    if (wanted > 0) {
      const found = listIds(s, { doel: selection.doel, woonplaatsen, oppervlakte }, { skip, wanted });
      rows.push(...found);
    }
    skip = 0;
  }
  return { rows, total };
}

type Counts = Map<number, { count: number; woonplaatsen: number[] }>;

/** Returns the counts per oppervlakte, ascending. */
function sumCounts(s: Snapshot, { doel, woonplaatsen, min, max }: WoonplaatsenSelection): Counts {
  const counts: Counts = new Map();
  for (const woonplaats of woonplaatsen) {
    const rows = s.statement(IN_WOONPLAATS).values(doel, woonplaats, min, max) as [number, number][];
    for (const [oppervlakte, count] of rows) {
      const sum = counts.get(oppervlakte);
      if (sum === undefined) {
        counts.set(oppervlakte, { count, woonplaatsen: [woonplaats] });
      } else {
        sum.count += count;
        sum.woonplaatsen.push(woonplaats);
      }
    }
  }
  return woonplaatsen.length === 1 ? counts : new Map([...counts].sort(([a], [b]) => a - b));
}

/** Lists ids with one oppervlakte, ascending. Merges the ids of several woonplaatsen in memory: hundreds at most. */
function listIds(
  s: Snapshot,
  { doel, woonplaatsen, oppervlakte }: { doel: number; woonplaatsen: readonly number[]; oppervlakte: number },
  { skip, wanted }: { skip: number; wanted: number },
): number[] {
  const read = (woonplaats: number, limit: number, offset: number) =>
    (s.statement(IDS).values(doel, woonplaats, oppervlakte, limit, offset) as [number][]).map(([id]) => id);
  if (woonplaatsen.length === 1) {
    return read(woonplaatsen[0]!, wanted, skip);
  }
  return woonplaatsen
    .flatMap((woonplaats) => read(woonplaats, skip + wanted, 0))
    .sort((a, b) => a - b)
    .slice(skip, skip + wanted);
}
