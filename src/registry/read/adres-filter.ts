import { findProvincieByNameOrCode } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { type AddressableType, type ExistingStage, formatIdentificatie } from "../schema/object-types.ts";
import { countAdressenInBuurten, describeMap, existsInMap, hasBuurt } from "./buurt-filter.ts";

/** Filter on addresses: addresses must meet every given condition; an empty filter accepts all. */
export interface AdresFilter {
  /** Four digits; addresses without a postcode are in no area. */
  readonly postcodegebied?: string;
  /** Four digits. */
  readonly gemeenteCode?: string;
  /** Four digits. */
  readonly woonplaatsId?: string;
  /** Name, matched by name key (`Fryslân` too), or two letters. */
  readonly provincieNaam?: string;
  readonly type?: AddressableType;
  /** Stage of the object. Counts include all stages, so that a count with this condition is an estimate. */
  readonly stage?: ExistingStage;
  /** CBS code: BU04570001. */
  readonly buurtCode?: string;
  /** CBS code: WK045700. */
  readonly wijkCode?: string;
}

/** Returns the keys of the woonplaatsen that the filter's areas accept. */
export function acceptedWoonplaatsen(s: Snapshot, filter: AdresFilter): ReadonlySet<number> {
  const { woonplaatsId, gemeenteCode, provincieNaam } = filter;
  const provincie =
    provincieNaam === undefined ? undefined : findProvincieByNameOrCode(s.areas, provincieNaam);
  const accepted = new Set<number>();
  for (const { id, identificatie, gemeente } of s.areas.woonplaatsen.values()) {
    if (woonplaatsId !== undefined && identificatie !== woonplaatsId) {
      continue;
    }
    if (gemeenteCode !== undefined && gemeente.code !== gemeenteCode) {
      continue;
    }
    if (provincieNaam !== undefined && gemeente.provincie !== provincie) {
      continue;
    }
    accepted.add(id);
  }
  return accepted;
}

/** Returns true when the filter names an area of woonplaatsen. */
export function hasArea({ woonplaatsId, gemeenteCode, provincieNaam }: AdresFilter): boolean {
  return woonplaatsId !== undefined || gemeenteCode !== undefined || provincieNaam !== undefined;
}

/** Returns the lower and upper bound of an area's postcodes; empty when the filter has no area. */
export function postcodeBounds({ postcodegebied }: AdresFilter): string[] {
  return postcodegebied === undefined ? [] : [postcodegebied, `${postcodegebied}~`];
}

/**
 * Counts the addresses that a filter accepts, in any stage, from counts made at import: well under a millisecond. With
 * a buurt or wijk and other conditions an estimate.
 */
export function countAdressen(s: Snapshot, filter: AdresFilter): number {
  if (hasBuurt(filter)) {
    const { buurtCode: _, wijkCode: __, ...others } = filter;
    return Math.min(countAdressenInBuurten(s, filter), countAdressen(s, others));
  }
  const woonplaatsen = acceptedWoonplaatsen(s, filter);
  let total = 0;
  for (const [woonplaats, count] of countsByWoonplaats(s, filter)) {
    if (woonplaatsen.has(woonplaats)) {
      total += count;
    }
  }
  return total;
}

const OF_POSTCODEGEBIED = `SELECT woonplaats_id, count FROM postcodegebied_tally
  WHERE postcodegebied_id = ?1 AND (?2 IS NULL OR type = ?2)`;
const OF_TYPE = "SELECT woonplaats_id, count FROM woonplaats_tally WHERE category = ?";

/** Returns the counts by woonplaats; a woonplaats may have several, one for each type. */
function countsByWoonplaats(s: Snapshot, filter: AdresFilter): [woonplaats: number, count: number][] {
  const { postcodegebied, type } = filter;
  if (postcodegebied !== undefined) {
    const counts = s.statement(OF_POSTCODEGEBIED).values(Number(postcodegebied), type ?? null);
    return counts as [number, number][];
  }
  if (type !== undefined) {
    return s.statement(OF_TYPE).values(type) as [number, number][];
  }
  return Array.from(s.areas.woonplaatsen.values(), ({ id, adresCount }) => [id, adresCount]);
}

/** Filter conditions that name an area. */
export type AreaCondition = "provincieNaam" | "gemeenteCode" | "woonplaatsId" | "buurtCode" | "wijkCode";

interface CheckedFilter {
  /** The filter with official names. */
  readonly filter: AdresFilter;
  /** For each condition whose area does not exist, a sentence that lists existing areas. */
  readonly unknown: ReadonlyMap<AreaCondition, string>;
}

/**
 * Checks that the areas of a filter exist and replaces the provincie's name by the official one. A postcode area is
 * never unknown: it is a postcode prefix, even when no postcode has it.
 */
export function checkFilter(s: Snapshot, filter: AdresFilter): CheckedFilter {
  const { areas } = s;
  const { provincieNaam, gemeenteCode, woonplaatsId } = filter;
  const unknown = new Map<AreaCondition, string>();
  const provincie = provincieNaam === undefined ? undefined : findProvincieByNameOrCode(areas, provincieNaam);
  if (provincieNaam !== undefined && provincie === undefined) {
    const names = Array.from(areas.provincies.values(), ({ naam, code }) => `${naam} (${code})`);
    unknown.set("provincieNaam", `Use one of: ${names.join(", ")}.`);
  }
  if (gemeenteCode !== undefined && !areas.gemeenten.has(Number(gemeenteCode))) {
    unknown.set("gemeenteCode", describeNearestCodes(areas.gemeenten, gemeenteCode));
  }
  if (woonplaatsId !== undefined && !areas.woonplaatsen.has(Number(woonplaatsId))) {
    unknown.set("woonplaatsId", describeNearestCodes(areas.woonplaatsen, woonplaatsId));
  }
  for (const [condition, table] of [
    ["buurtCode", "buurt"],
    ["wijkCode", "wijk"],
  ] as const) {
    const code = filter[condition];
    if (code !== undefined && !existsInMap(s, table, code)) {
      unknown.set(condition, describeMap(s));
    }
  }
  return { filter: provincie === undefined ? filter : { ...filter, provincieNaam: provincie.naam }, unknown };
}

/** Maximum codes listed in a message, because the country has thousands of woonplaatsen. */
const MAX_LISTED_CODES = 10;

function describeNearestCodes(areas: ReadonlyMap<number, { readonly naam: string }>, code: string): string {
  const distance = (id: number) => Math.abs(id - Number(code));
  const nearest = [...areas.keys()]
    .sort((a, b) => distance(a) - distance(b) || a - b)
    .slice(0, MAX_LISTED_CODES);
  const listed = nearest
    .sort((a, b) => a - b)
    .map((id) => `${formatIdentificatie(id, 4)} ${areas.get(id)!.naam}`)
    .join(", ");
  const isAll = nearest.length === areas.size;
  return isAll ? `Use one of: ${listed}.` : `The nearest of ${areas.size} codes are: ${listed}.`;
}
