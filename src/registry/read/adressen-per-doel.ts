import { selectAreas } from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { readPageOfDoel } from "../index/doel-oppervlakte.ts";
import type { Page, PageRequest } from "../index/page.ts";
import { NO_OPPERVLAKTE } from "../schema/counting-schema.ts";
import { nameKey } from "../schema/name-key.ts";
import { GEBRUIKSDOELEN } from "../schema/object-types.ts";
import { type AdresOptions, readAdressen } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";

export interface DoelFilter {
  gebruiksdoel: string;
  /** Four digits. */
  gemeenteCode?: string | undefined;
  woonplaatsId?: string | undefined;
  /** Whole name of the woonplaats, matched without case and diacritics. */
  city?: string | undefined;
  /** Inclusive bound in m²; either bound excludes addresses without an oppervlakte. */
  oppervlakteMin?: number | undefined;
  oppervlakteMax?: number | undefined;
}

/** Returns the position of a gebruiksdoel in GEBRUIKSDOELEN, case-insensitively; `undefined` for any other text. */
export function findGebruiksdoel(text: string): number | undefined {
  const position = (GEBRUIKSDOELEN as readonly string[]).indexOf(nameKey(text));
  return position < 0 ? undefined : position;
}

/**
 * Lists addresses with a gebruiksdoel by oppervlakte and id; addresses without an oppervlakte come last, by id. Every
 * condition given must hold. Every page costs the same as page 1: its start is found from counts made at import.
 */
export function listAdressenPerDoel(
  s: Snapshot,
  filter: DoelFilter,
  request: PageRequest & Pick<AdresOptions, "stage">,
): Page<AdresRecord> {
  const doel = findGebruiksdoel(filter.gebruiksdoel);
  if (doel === undefined) {
    return { rows: [], total: 0 };
  }
  const { oppervlakteMin: min = 0, oppervlakteMax: bound = Number.POSITIVE_INFINITY } = filter;
  const isBounded = filter.oppervlakteMin !== undefined || filter.oppervlakteMax !== undefined;
  const max = isBounded ? Math.min(bound, NO_OPPERVLAKTE - 1) : NO_OPPERVLAKTE;
  const selection = { doel, woonplaatsen: woonplaatsenOf(s, filter), min, max };
  const { rows, total } = readPageOfDoel(s, selection, request);
  return { rows: readAdressen(s, rows, request), total };
}

function woonplaatsenOf(s: Snapshot, { gemeenteCode, woonplaatsId, city }: DoelFilter): number[] | undefined {
  if (!gemeenteCode && !woonplaatsId && !city) {
    return undefined;
  }
  const key = city && nameKey(city);
  return selectAreas(
    s.areas.woonplaatsen,
    (woonplaats) =>
      (!gemeenteCode || woonplaats.gemeente.code === gemeenteCode) &&
      (!woonplaatsId || woonplaats.identificatie === woonplaatsId) &&
      (!key || woonplaats.nameKey === key),
  ).map(({ id }) => id);
}
