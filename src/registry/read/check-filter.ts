import { findProvincieByNameOrCode } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import type { AdresFilter } from "./adres-filter.ts";

/** Filter conditions that name an area. */
export type AreaCondition = "provincieNaam" | "gemeenteCode" | "woonplaatsId";

export interface CheckedFilter {
  /** The filter with official names. */
  readonly filter: AdresFilter;
  /** For each condition whose area does not exist, a sentence that lists existing areas. */
  readonly unknown: ReadonlyMap<AreaCondition, string>;
}

/**
 * Checks that the areas of a filter exist and replaces the provincie's name by the official one. A postcode area is
 * never unknown: it is a postcode prefix, even when no postcode has it.
 */
export function checkFilter({ areas }: Snapshot, filter: AdresFilter): CheckedFilter {
  const { provincieNaam, gemeenteCode, woonplaatsId } = filter;
  const unknown = new Map<AreaCondition, string>();
  const provincie = provincieNaam === undefined ? undefined : findProvincieByNameOrCode(areas, provincieNaam);
  if (provincieNaam !== undefined && provincie === undefined) {
    const names = Array.from(areas.provincies.values(), ({ naam, code }) => `${naam} (${code})`);
    unknown.set("provincieNaam", `There are ${names.join(", ")}.`);
  }
  if (gemeenteCode !== undefined && !areas.gemeenten.has(Number(gemeenteCode))) {
    unknown.set("gemeenteCode", describeNearestCodes(areas.gemeenten, gemeenteCode));
  }
  if (woonplaatsId !== undefined && !areas.woonplaatsen.has(Number(woonplaatsId))) {
    unknown.set("woonplaatsId", describeNearestCodes(areas.woonplaatsen, woonplaatsId));
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
  return isAll ? `There are ${listed}.` : `Of the ${areas.size} there are, the nearest codes are ${listed}.`;
}
