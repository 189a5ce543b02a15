/** Statistics of docs/interface.md, "Statistics", from counts made at import: each takes well under a millisecond. */
import { memoizePerObject } from "../../base/memoize.ts";
import type { Provincie, Woonplaats } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { WITH_GEBRUIKSDOEL } from "../schema/counting-schema.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { compareKeys } from "../schema/name-key.ts";
import { ADDRESSABLE_TYPES, type AddressableType, GEBRUIKSDOELEN } from "../schema/object-types.ts";
import { PROVINCIES } from "../schema/provincies.ts";
import { pickCounts } from "./pick-counts.ts";

export { countPandenPerPeriod, readBouwjaarStatistics } from "./panden-per-bouwjaar.ts";

/** Counts of all three types, including zeros. */
export type CountsByType = Record<AddressableType, number>;

/** Sums of `woonplaats_tally`: counts of addresses by type, gebruiksdoel and WITH_GEBRUIKSDOEL. */
type Counts = ReadonlyMap<string, number>;

interface AreaCounts {
  readonly national: Counts;
  readonly gemeenten: ReadonlyMap<number, Counts>;
  readonly woonplaatsen: ReadonlyMap<number, Counts>;
}

const NO_COUNTS: Counts = new Map();

/** Returns the sums per area; reads them once per snapshot: 20,000 short rows, about 10 ms for the country. */
export const areaCountsOf = memoizePerObject(readAreaCounts);

function readAreaCounts(s: Snapshot): AreaCounts {
  const national = new Map<string, number>();
  const gemeenten = new Map<number, Map<string, number>>();
  const woonplaatsen = new Map<number, Map<string, number>>();
  const rows = s.db.query("SELECT woonplaats_id, category, count FROM woonplaats_tally").values();
  for (const [woonplaats, category, count] of rows as [number, string, number][]) {
    const { gemeente } = s.areas.woonplaatsen.get(woonplaats)!;
    addCount(national, category, count);
    addCount(countsFor(gemeenten, gemeente.id), category, count);
    addCount(countsFor(woonplaatsen, woonplaats), category, count);
  }
  return { national, gemeenten, woonplaatsen };
}

function countsFor(areaCounts: Map<number, Map<string, number>>, area: number): Map<string, number> {
  let counts = areaCounts.get(area);
  if (counts === undefined) {
    counts = new Map();
    areaCounts.set(area, counts);
  }
  return counts;
}

function addCount(counts: Map<string, number>, category: string, count: number): void {
  counts.set(category, (counts.get(category) ?? 0) + count);
}

export const readOverview = memoizePerObject((s: Snapshot) => {
  const { counts } = s.meta;
  return {
    total_addresses: counts.adressen,
    total_buildings: counts.panden,
    total_cities: counts.woonplaatsen,
    total_municipalities: counts.gemeenten,
    by_type: byType(areaCountsOf(s).national),
    by_province: pickCounts(
      new Map([...s.areas.provincies.values()].map(({ naam, adresCount }) => [naam, adresCount])),
      PROVINCIES.map(({ naam }) => naam),
    ),
  };
});

/** Counts addresses by gebruiksdoel; an address with several counts for each, and once in `total_with_purpose`. */
export function readGebruiksdoelCounts(s: Snapshot) {
  const { national } = areaCountsOf(s);
  return { purposes: byGebruiksdoel(national), total_with_purpose: national.get(WITH_GEBRUIKSDOEL) ?? 0 };
}

/** Returns the statistics of a gemeente; `undefined` for a gemeente without a woonplaats in the registry. */
export function readGemeenteStatistics(s: Snapshot, code: string) {
  const gemeente = /^\d{4}$/.test(code) ? s.areas.gemeenten.get(Number(code)) : undefined;
  if (gemeente === undefined) {
    return undefined;
  }
  const counts = areaCountsOf(s).gemeenten.get(gemeente.id) ?? NO_COUNTS;
  return {
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
    total_addresses: gemeente.adresCount,
    total_buildings: gemeente.pandCount,
    total_cities: gemeente.woonplaatsCount,
    by_type: byType(counts),
    by_purpose: byGebruiksdoel(counts),
  };
}

export function readWoonplaatsStatistics(s: Snapshot, id: string, include: { by_purpose?: boolean } = {}) {
  const key = parseIdentificatie("WPL", id);
  const woonplaats = key === undefined ? undefined : s.areas.woonplaatsen.get(key);
  if (woonplaats === undefined) {
    return undefined;
  }
  return {
    woonplaats_id: woonplaats.identificatie,
    naam: woonplaats.naam,
    total_addresses: woonplaats.adresCount,
    total_buildings: woonplaats.pandCount,
    by_type: byType(areaCountsOf(s).woonplaatsen.get(woonplaats.id) ?? NO_COUNTS),
    ...(include.by_purpose ? { by_purpose: readWoonplaatsGebruiksdoelCounts(s, woonplaats) } : {}),
  };
}

/** Counts the addresses of a woonplaats by gebruiksdoel; an address with several counts for each. */
export function readWoonplaatsGebruiksdoelCounts(s: Snapshot, { id }: Woonplaats) {
  return byGebruiksdoel(areaCountsOf(s).woonplaatsen.get(id) ?? NO_COUNTS);
}

export function readProvincieStatistics(s: Snapshot, provincie: Provincie) {
  const counts = new Map<string, number>();
  for (const gemeente of s.areas.gemeenten.values()) {
    if (gemeente.provincie !== provincie) {
      continue;
    }
    const gemeenteCounts = areaCountsOf(s).gemeenten.get(gemeente.id) ?? NO_COUNTS;
    for (const [category, count] of gemeenteCounts) {
      addCount(counts, category, count);
    }
  }
  return {
    provincie_code: provincie.code,
    provincie_naam: provincie.naam,
    total_addresses: provincie.adresCount,
    total_buildings: provincie.pandCount,
    total_cities: provincie.woonplaatsCount,
    total_municipalities: provincie.gemeenteCount,
    by_type: byType(counts),
    by_purpose: byGebruiksdoel(counts),
  };
}

const OF_POSTCODEGEBIED = `SELECT woonplaats_id, type, count FROM postcodegebied_tally
  WHERE postcodegebied_id = ?`;

/**
 * Returns the statistics of a postcodegebied by its four digits; `undefined` for one without addresses. Cities and
 * municipalities are sorted names.
 */
export function readPostcodegebiedStatistics(s: Snapshot, code: string) {
  if (!/^\d{4}$/.test(code)) {
    return undefined;
  }
  const rows = s
    .statement<{ woonplaats_id: number; type: string; count: number }>(OF_POSTCODEGEBIED)
    .all(Number(code));
  if (rows.length === 0) {
    return undefined;
  }
  const counts = new Map<string, number>();
  for (const { type, count } of rows) {
    addCount(counts, type, count);
  }
  const woonplaatsen = rows.map(({ woonplaats_id }) => s.areas.woonplaatsen.get(woonplaats_id)!);
  return {
    postcode_area: code,
    total_addresses: rows.reduce((total, { count }) => total + count, 0),
    cities: namesOf(woonplaatsen),
    municipalities: namesOf(woonplaatsen.map(({ gemeente }) => gemeente)),
    by_type: byType(counts),
  };
}

function namesOf(areas: readonly Pick<Woonplaats, "naam" | "nameKey">[]): string[] {
  const inOrder = areas.toSorted((a, b) => compareKeys(a.nameKey, b.nameKey));
  return [...new Set(inOrder.map(({ naam }) => naam))];
}

function byType(counts: Counts): CountsByType {
  return pickCounts(counts, ADDRESSABLE_TYPES);
}

/** Returns the counts of all gebruiksdoelen in the catalogus, including zeros. */
function byGebruiksdoel(counts: Counts): Record<(typeof GEBRUIKSDOELEN)[number], number> {
  return pickCounts(counts, GEBRUIKSDOELEN);
}
