/** Statistics of interface.md §4.10 from counts made at import: each takes well under a millisecond. */
import type { Provincie, Woonplaats } from "./areas.ts";
import { MET_GEBRUIKSDOEL } from "./counting-schema.ts";
import { parseIdentificatie } from "./identificatie.ts";
import { compareKeys } from "./name-key.ts";
import { ADDRESSABLE_TYPES, type AddressableType, GEBRUIKSDOELEN } from "./object-types.ts";
import { PROVINCIES } from "./provincies.ts";
import type { Snapshot } from "./snapshot.ts";

export { constructionYears, type PeriodLength, pandenPerBouwjaar } from "./panden-per-bouwjaar.ts";

/** Counts of all three types, including zeros. */
export type CountsByType = Record<AddressableType, number>;

/** Sums of `woonplaats_telling`: counts of addresses by type, gebruiksdoel and MET_GEBRUIKSDOEL. */
type Telling = ReadonlyMap<string, number>;

interface Tellingen {
  readonly national: Telling;
  readonly gemeenten: ReadonlyMap<number, Telling>;
  readonly woonplaatsen: ReadonlyMap<number, Telling>;
}

const NONE: Telling = new Map();
const known = new WeakMap<Snapshot, Tellingen>();

/** Returns the sums per area; reads them once per snapshot: 20,000 short rows, about 10 ms for the country. */
export function tellingenOf(s: Snapshot): Tellingen {
  let tellingen = known.get(s);
  if (tellingen === undefined) {
    tellingen = readTellingen(s);
    known.set(s, tellingen);
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
    addTo(national, kenmerk, aantal);
    addTo(tellingOf(gemeenten, gemeente.id), kenmerk, aantal);
    addTo(tellingOf(woonplaatsen, woonplaats), kenmerk, aantal);
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

function addTo(telling: Map<string, number>, kenmerk: string, aantal: number): void {
  telling.set(kenmerk, (telling.get(kenmerk) ?? 0) + aantal);
}

export function overview(s: Snapshot) {
  const { counts } = s.meta;
  return {
    total_addresses: counts.adressen,
    total_buildings: counts.panden,
    total_cities: counts.woonplaatsen,
    total_municipalities: counts.gemeenten,
    by_type: byType(tellingenOf(s).national),
    by_province: countsOf(
      new Map([...s.areas.provincies.values()].map(({ naam, adressen }) => [naam, adressen])),
      PROVINCIES.map(({ naam }) => naam),
    ),
  };
}

/** Counts addresses by gebruiksdoel; one with several counts for each, and once in `total_with_purpose`. */
export function purposes(s: Snapshot) {
  const { national } = tellingenOf(s);
  return { purposes: byPurpose(national), total_with_purpose: national.get(MET_GEBRUIKSDOEL) ?? 0 };
}

/** Returns the statistics of a gemeente; `undefined` for a gemeente without a woonplaats in the registry. */
export function gemeenteStatistics(s: Snapshot, code: string) {
  const gemeente = /^\d{4}$/.test(code) ? s.areas.gemeenten.get(Number(code)) : undefined;
  if (gemeente === undefined) return undefined;
  const telling = tellingenOf(s).gemeenten.get(gemeente.id) ?? NONE;
  return {
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
    total_addresses: gemeente.adressen,
    total_buildings: gemeente.panden,
    total_cities: gemeente.woonplaatsen,
    by_type: byType(telling),
    by_purpose: byPurpose(telling),
  };
}

export function woonplaatsStatistics(s: Snapshot, id: string) {
  const key = parseIdentificatie("WPL", id);
  const woonplaats = key === undefined ? undefined : s.areas.woonplaatsen.get(key);
  if (woonplaats === undefined) return undefined;
  return {
    woonplaats_id: woonplaats.identificatie,
    naam: woonplaats.naam,
    total_addresses: woonplaats.adressen,
    total_buildings: woonplaats.panden,
    by_type: byType(tellingenOf(s).woonplaatsen.get(woonplaats.id) ?? NONE),
  };
}

/** Counts the addresses of a woonplaats by gebruiksdoel; an address with several counts for each. */
export function woonplaatsPurposes(s: Snapshot, { id }: Woonplaats) {
  return byPurpose(tellingenOf(s).woonplaatsen.get(id) ?? NONE);
}

export function provincieStatistics(s: Snapshot, provincie: Provincie) {
  const telling = new Map<string, number>();
  for (const gemeente of s.areas.gemeenten.values()) {
    if (gemeente.provincie !== provincie) continue;
    const ofGemeente = tellingenOf(s).gemeenten.get(gemeente.id) ?? NONE;
    for (const [kenmerk, aantal] of ofGemeente) addTo(telling, kenmerk, aantal);
  }
  return {
    provincie_code: provincie.code,
    provincie_naam: provincie.naam,
    total_addresses: provincie.adressen,
    total_buildings: provincie.panden,
    total_cities: provincie.woonplaatsen,
    total_municipalities: provincie.gemeenten,
    by_type: byType(telling),
    by_purpose: byPurpose(telling),
  };
}

const OF_POSTCODEGEBIED = `SELECT woonplaats_id, type, aantal FROM postcodegebied_telling
  WHERE postcodegebied_id = ?`;

/**
 * Returns the statistics of a postcodegebied by its four digits; `undefined` for one without addresses. Cities and
 * municipalities are sorted names.
 */
export function postcodegebiedStatistics(s: Snapshot, code: string) {
  if (!/^\d{4}$/.test(code)) return undefined;
  const rows = s
    .statement<{ woonplaats_id: number; type: string; aantal: number }>(OF_POSTCODEGEBIED)
    .all(Number(code));
  if (rows.length === 0) return undefined;
  const telling = new Map<string, number>();
  for (const { type, aantal } of rows) addTo(telling, type, aantal);
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
  return countsOf(telling, ADDRESSABLE_TYPES);
}

/** Returns the counts of all gebruiksdoelen in the catalogus, including zeros. */
function byPurpose(telling: Telling): Record<(typeof GEBRUIKSDOELEN)[number], number> {
  return countsOf(telling, GEBRUIKSDOELEN);
}

function countsOf<Name extends string>(telling: Telling, names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, telling.get(name) ?? 0])) as Record<Name, number>;
}
