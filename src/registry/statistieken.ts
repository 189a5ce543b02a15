/** Statistics of interface.md §4.10 from counts made at import: each takes well under a millisecond. */
import type { Provincie, Woonplaats } from "./areas.ts";
import { MET_GEBRUIKSDOEL } from "./counting-schema.ts";
import { parseIdentificatie } from "./identificatie.ts";
import { compareKeys } from "./name-key.ts";
import { ADDRESSABLE_TYPES, type AddressableType, GEBRUIKSDOELEN } from "./object-types.ts";
import { PROVINCIES } from "./provincies.ts";
import type { Snapshot } from "./snapshot.ts";

export { readBouwjaarStatistics, type PeriodLength, countPandenPerPeriod } from "./panden-per-bouwjaar.ts";

/** Counts of all three types, including zeros. */
export type CountsByType = Record<AddressableType, number>;

/** Sums of `woonplaats_telling`: counts of addresses by type, gebruiksdoel and MET_GEBRUIKSDOEL. */
type Telling = ReadonlyMap<string, number>;

interface Tellingen {
  readonly national: Telling;
  readonly gemeenten: ReadonlyMap<number, Telling>;
  readonly woonplaatsen: ReadonlyMap<number, Telling>;
}

const NO_COUNTS: Telling = new Map();
const cache = new WeakMap<Snapshot, Tellingen>();

/** Returns the sums per area; reads them once per snapshot: 20,000 short rows, about 10 ms for the country. */
export function tellingenOf(s: Snapshot): Tellingen {
  let tellingen = cache.get(s);
  if (tellingen === undefined) {
    tellingen = readTellingen(s);
    cache.set(s, tellingen);
  }
  return tellingen;
}

function readTellingen(s: Snapshot): Tellingen {
  const national = new Map<string, number>();
  const gemeenten = new Map<number, Map<string, number>>();
  const woonplaatsen = new Map<number, Map<string, number>>();
  const rows = s.db.query("SELECT woonplaats_id, kenmerk, aantal FROM woonplaats_telling").values();
  for (const [woonplaats, kenmerk, aantal] of rows as [number, string, number][]) {
    const { gemeente } = s.areas.woonplaatsen.get(woonplaats)!;
    addCount(national, kenmerk, aantal);
    addCount(tellingOf(gemeenten, gemeente.id), kenmerk, aantal);
    addCount(tellingOf(woonplaatsen, woonplaats), kenmerk, aantal);
  }
  return { national, gemeenten, woonplaatsen };
}

function tellingOf(tellingen: Map<number, Map<string, number>>, area: number): Map<string, number> {
  let telling = tellingen.get(area);
  if (telling === undefined) {
    telling = new Map();
    tellingen.set(area, telling);
  }
  return telling;
}

function addCount(telling: Map<string, number>, kenmerk: string, aantal: number): void {
  telling.set(kenmerk, (telling.get(kenmerk) ?? 0) + aantal);
}

export function readOverview(s: Snapshot) {
  const { counts } = s.meta;
  return {
    total_addresses: counts.adressen,
    total_buildings: counts.panden,
    total_cities: counts.woonplaatsen,
    total_municipalities: counts.gemeenten,
    by_type: byType(tellingenOf(s).national),
    by_province: pickCounts(
      new Map([...s.areas.provincies.values()].map(({ naam, adresCount }) => [naam, adresCount])),
      PROVINCIES.map(({ naam }) => naam),
    ),
  };
}

/** Counts addresses by gebruiksdoel; one with several counts for each, and once in `total_with_purpose`. */
export function readGebruiksdoelCounts(s: Snapshot) {
  const { national } = tellingenOf(s);
  return { purposes: byGebruiksdoel(national), total_with_purpose: national.get(MET_GEBRUIKSDOEL) ?? 0 };
}

/** Returns the statistics of a gemeente; `undefined` for a gemeente without a woonplaats in the registry. */
export function readGemeenteStatistics(s: Snapshot, code: string) {
  const gemeente = /^\d{4}$/.test(code) ? s.areas.gemeenten.get(Number(code)) : undefined;
  if (gemeente === undefined) return undefined;
  const telling = tellingenOf(s).gemeenten.get(gemeente.id) ?? NO_COUNTS;
  return {
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
    total_addresses: gemeente.adresCount,
    total_buildings: gemeente.pandCount,
    total_cities: gemeente.woonplaatsCount,
    by_type: byType(telling),
    by_purpose: byGebruiksdoel(telling),
  };
}

export function readWoonplaatsStatistics(s: Snapshot, id: string) {
  const key = parseIdentificatie("WPL", id);
  const woonplaats = key === undefined ? undefined : s.areas.woonplaatsen.get(key);
  if (woonplaats === undefined) return undefined;
  return {
    woonplaats_id: woonplaats.identificatie,
    naam: woonplaats.naam,
    total_addresses: woonplaats.adresCount,
    total_buildings: woonplaats.pandCount,
    by_type: byType(tellingenOf(s).woonplaatsen.get(woonplaats.id) ?? NO_COUNTS),
  };
}

/** Counts the addresses of a woonplaats by gebruiksdoel; an address with several counts for each. */
export function readWoonplaatsGebruiksdoelCounts(s: Snapshot, { id }: Woonplaats) {
  return byGebruiksdoel(tellingenOf(s).woonplaatsen.get(id) ?? NO_COUNTS);
}

export function readProvincieStatistics(s: Snapshot, provincie: Provincie) {
  const telling = new Map<string, number>();
  for (const gemeente of s.areas.gemeenten.values()) {
    if (gemeente.provincie !== provincie) continue;
    const gemeenteCounts = tellingenOf(s).gemeenten.get(gemeente.id) ?? NO_COUNTS;
    for (const [kenmerk, aantal] of gemeenteCounts) addCount(telling, kenmerk, aantal);
  }
  return {
    provincie_code: provincie.code,
    provincie_naam: provincie.naam,
    total_addresses: provincie.adresCount,
    total_buildings: provincie.pandCount,
    total_cities: provincie.woonplaatsCount,
    total_municipalities: provincie.gemeenteCount,
    by_type: byType(telling),
    by_purpose: byGebruiksdoel(telling),
  };
}

const OF_POSTCODEGEBIED = `SELECT woonplaats_id, type, aantal FROM postcodegebied_telling
  WHERE postcodegebied_id = ?`;

/**
 * Returns the statistics of a postcodegebied by its four digits; `undefined` for one without addresses. Cities and
 * municipalities are sorted names.
 */
export function readPostcodegebiedStatistics(s: Snapshot, code: string) {
  if (!/^\d{4}$/.test(code)) return undefined;
  const rows = s
    .statement<{ woonplaats_id: number; type: string; aantal: number }>(OF_POSTCODEGEBIED)
    .all(Number(code));
  if (rows.length === 0) return undefined;
  const telling = new Map<string, number>();
  for (const { type, aantal } of rows) addCount(telling, type, aantal);
  const woonplaatsen = rows.map(({ woonplaats_id }) => s.areas.woonplaatsen.get(woonplaats_id)!);
  return {
    postcode_area: code,
    total_addresses: rows.reduce((total, { aantal }) => total + aantal, 0),
    cities: namesOf(woonplaatsen),
    municipalities: namesOf(woonplaatsen.map(({ gemeente }) => gemeente)),
    by_type: byType(telling),
  };
}

function namesOf(areas: readonly Pick<Woonplaats, "naam" | "sleutel">[]): string[] {
  const inOrder = areas.toSorted((a, b) => compareKeys(a.sleutel, b.sleutel));
  return [...new Set(inOrder.map(({ naam }) => naam))];
}

function byType(telling: Telling): CountsByType {
  return pickCounts(telling, ADDRESSABLE_TYPES);
}

/** Returns the counts of all gebruiksdoelen in the catalogus, including zeros. */
function byGebruiksdoel(telling: Telling): Record<(typeof GEBRUIKSDOELEN)[number], number> {
  return pickCounts(telling, GEBRUIKSDOELEN);
}

function pickCounts<Name extends string>(telling: Telling, names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, telling.get(name) ?? 0])) as Record<Name, number>;
}
