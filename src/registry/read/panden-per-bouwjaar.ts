import { memoizePerObject } from "../../base/memoize.ts";
import { selectAreas, type Woonplaats } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { nameKey } from "../schema/name-key.ts";
import type { ExistingStage } from "../schema/object-types.ts";

export type PeriodLength = "year" | "decade" | "century";

interface PeriodCount {
  /** First year of the period: 1990 for the nineties, 1900 for the century. */
  period: number;
  count: number;
}

export interface PandenPerBouwjaar {
  group_by: PeriodLength;
  statistics: PeriodCount[];
}

export interface BouwjaarFilter {
  groupBy: PeriodLength;
  gemeenteCode?: string | undefined;
  woonplaatsId?: string | undefined;
  /** Two letters. */
  provincieCode?: string;
  /** Part of the woonplaats's name. */
  city?: string | undefined;
  /** Inclusive bounds; of a period that a bound cuts, only the years within are counted. */
  minYear?: number | undefined;
  maxYear?: number | undefined;
  /** Counts panden of all stages when absent. */
  stage?: ExistingStage | undefined;
}

const PERIOD_YEARS: Record<PeriodLength, number> = { year: 1, decade: 10, century: 100 };

/** Counts panden per period, ascending, empty periods and unknown bouwjaren excluded; every condition must hold. */
export function countPandenPerPeriod(s: Snapshot, filter: BouwjaarFilter): PandenPerBouwjaar {
  const city = nameKey(filter.city ?? "");
  const woonplaatsen = selectAreas(
    s.areas.woonplaatsen,
    ({ nameKey: key, identificatie, gemeente }) =>
      (!filter.woonplaatsId || identificatie === filter.woonplaatsId) &&
      (!filter.provincieCode || gemeente.provincie.code === filter.provincieCode) &&
      (!filter.gemeenteCode || gemeente.code === filter.gemeenteCode) &&
      key.includes(city),
  );
  const { groupBy, minYear = 0, maxYear = Infinity } = filter;
  const years = sumBouwjaarCounts(s, woonplaatsen, filter.stage);
  return { group_by: groupBy, statistics: groupYears(years, { groupBy, minYear, maxYear }) };
}

export interface BouwjaarStatistics extends PandenPerBouwjaar {
  /** Null when no pand has a bouwjaar. */
  oldest: number | null;
  newest: number | null;
  /** Number of panden with a bouwjaar: the sum of the counts. */
  total_buildings: number;
}

const nationalYearsOf = memoizePerObject((s: Snapshot) =>
  sumBouwjaarCounts(s, s.areas.woonplaatsen.values()),
);

/** Counts the panden of the whole registry per period; sums them once per snapshot. */
export function readBouwjaarStatistics(s: Snapshot, groupBy: PeriodLength): BouwjaarStatistics {
  const years = nationalYearsOf(s);
  const oldest = years.findIndex((count) => count > 0);
  return {
    group_by: groupBy,
    statistics: groupYears(years, { groupBy, minYear: 0, maxYear: Infinity }),
    oldest: oldest < 0 ? null : oldest,
    newest: oldest < 0 ? null : years.findLastIndex((count) => count > 0),
    total_buildings: years.reduce((total, count) => total + count, 0),
  };
}

function groupYears(
  years: Uint32Array,
  { groupBy, minYear, maxYear }: { groupBy: PeriodLength; minYear: number; maxYear: number },
): PeriodCount[] {
  const counts = new Map<number, number>();
  const last = Math.min(years.length - 1, maxYear);
  for (let year = Math.max(0, minYear); year <= last; year++) {
    if (years[year] === 0) {
      continue;
    }
    const period = year - (year % PERIOD_YEARS[groupBy]);
    counts.set(period, (counts.get(period) ?? 0) + years[year]!);
  }
  return [...counts].map(([period, count]) => ({ period, count }));
}

/** Counts of panden by bouwjaar: year, count, year, count …, years ascending, no zero counts. */
type BouwjaarCounts = Uint32Array;

/** Encodes the value of `woonplaats_bouwjaar.counts`, little-endian; `years` must be ascending. */
export function encodeBouwjaarCounts(years: readonly { bouwjaar: number; count: number }[]): Uint8Array {
  const pairs = Uint32Array.from(years.flatMap(({ bouwjaar, count }) => [bouwjaar, count]));
  return new Uint8Array(pairs.buffer);
}

export function decodeBouwjaarCounts(counts: Uint8Array): BouwjaarCounts {
  return new Uint32Array(new Uint8Array(counts).buffer);
}

interface StageCounts {
  readonly stage: string;
  readonly counts: BouwjaarCounts;
}

/** Returns the counts by woonplaats; reads them once per snapshot: 5,000 rows, milliseconds, 2 MB for the country. */
export const bouwjaarCountsOf = memoizePerObject(
  ({ db }: Snapshot): ReadonlyMap<number, readonly StageCounts[]> => {
    const rows = db
      .query<{ woonplaats_id: number; stage: string; counts: Uint8Array }, []>(
        "SELECT * FROM woonplaats_bouwjaar",
      )
      .all()
      .map(({ counts, ...row }) => ({ ...row, counts: decodeBouwjaarCounts(counts) }));
    return Map.groupBy(rows, ({ woonplaats_id }) => woonplaats_id);
  },
);

/**
 * Sums the counts of panden, indexed by bouwjaar, up to the last that has any; half a millisecond for all woonplaatsen
 * of the country.
 */
function sumBouwjaarCounts(
  s: Snapshot,
  woonplaatsen: Iterable<Woonplaats>,
  ofStage?: ExistingStage,
): Uint32Array {
  const byWoonplaats = bouwjaarCountsOf(s);
  const sums = new Uint32Array(10_000);
  let end = 0;
  for (const { id } of woonplaatsen) {
    for (const { stage, counts } of byWoonplaats.get(id) ?? []) {
      if (ofStage === undefined || stage === ofStage) {
        addPairs(sums, counts);
        end = Math.max(end, (counts.at(-2) ?? -1) + 1);
      }
    }
  }
  return sums.subarray(0, end);
}

function addPairs(sums: Uint32Array, pairs: BouwjaarCounts): void {
  for (let i = 0; i < pairs.length; i += 2) {
    sums[pairs[i]!]! += pairs[i + 1]!;
  }
}
