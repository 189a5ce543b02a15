/** Lists and finds each kind of area. docs/interface.md has the records. */
import {
  findProvincieByCode,
  findProvincieByNameOrCode,
  type Gemeente,
  type Provincie,
  selectAreas,
  type Woonplaats,
} from "../file/areas.ts";
import type { Snapshot } from "../file/snapshot.ts";
import type { Page, PageRequest } from "../index/page.ts";
import type { Wgs84Box } from "../index/wgs84-box.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { nameKey } from "../schema/name-key.ts";
import { ADDRESSABLE_TYPES, GEBRUIKSDOELEN } from "../schema/object-types.ts";
import { PROVINCIES } from "../schema/provincies.ts";
import { countsIn } from "../schema/shared-fields.ts";
import type { RecordPlace } from "./adres-record.ts";
import { type AreaOptions, areaKind, countsBy, geometryIn } from "./area-kind.ts";
import { type Buurt, buurtenOf, type Wijk, wijkenOf } from "./buurten.ts";
import { pickCounts } from "./pick-counts.ts";
import { idsInBox, type Postcodegebied, postcodegebiedenOf } from "./postcodegebieden.ts";
import type {
  BuurtRecord,
  GemeenteRecord,
  PostcodegebiedRecord,
  ProvincieRecord,
  WijkRecord,
  WoonplaatsRecord,
} from "./records.ts";

/** Condition: the name contains a text, without regard to case and diacritics. */
function isNamed(part: string) {
  const key = nameKey(part);
  return (area: { readonly nameKey: string }) => area.nameKey.includes(key);
}

/** Condition on areas whose record has the codes of the areas around them. */
function hasCode<F extends string>(field: F) {
  return (code: string) => (area: { readonly record: Readonly<Record<F, string>> }) =>
    area.record[field] === code;
}

/** Gemeenten by name, then code; found by their code. */
export const gemeenten = areaKind<Gemeente, GemeenteRecord, "naam" | "provincieNaam" | "provincieCode">({
  select: (s, accepts, descending) => selectAreas(s.areas.gemeenten, accepts, descending),
  get: (s, code) => (/^\d{4}$/.test(code) ? s.areas.gemeenten.get(Number(code)) : undefined),
  conditions: {
    naam: isNamed,
    /** Name or two letters. */
    provincieNaam(nameOrCode, s) {
      const wanted = findProvincieByNameOrCode(s.areas, nameOrCode);
      return ({ provincie }) => provincie === wanted;
    },
    /** Two letters. */
    provincieCode(code, s) {
      const wanted = findProvincieByCode(s.areas, code);
      return ({ provincie }) => provincie === wanted;
    },
  },
  record: gemeenteRecordOf,
  extras: [countsBy((gemeente) => countsIn("gemeente", gemeente).counts), geometryIn("gemeente")],
});

type GemeenteValues = Pick<Gemeente, "code" | "naam"> & {
  readonly provincie: Pick<Gemeente["provincie"], "naam" | "code">;
};

/** Makes the record of a gemeente without extra data. */
export function gemeenteRecordOf({ code, naam, provincie }: GemeenteValues): GemeenteRecord {
  return {
    gemeente_code: code,
    gemeente_naam: naam,
    provincie_naam: provincie.naam,
    provincie_code: provincie.code,
  };
}

/** All twelve provincies by name, also those without data; found by name (`Fryslân` too) or two letters. */
export const provincies = areaKind<Provincie, ProvincieRecord, never>({
  select: (s, accepts) => selectAreas(s.areas.provincies, accepts),
  get: (s, nameOrCode) => findProvincieByNameOrCode(s.areas, nameOrCode),
  conditions: {},
  record: ({ code, naam }) => ({ provincie_code: code, provincie_naam: naam }),
  extras: [
    countsBy((provincie) => countsIn("provincie", provincie).counts),
    (s, provincie, options) =>
      options.municipalities ? { municipalities: listGemeentenOf(s, provincie) } : {},
  ],
});

/** Lists all provincies. */
export function listProvincies(s: Snapshot, options?: AreaOptions): ProvincieRecord[] {
  return provincies.list(s, {}, { page: 1, perPage: PROVINCIES.length, ...options }).rows;
}

function listGemeentenOf({ areas }: Snapshot, provincie: Provincie): GemeenteRecord[] {
  return selectAreas(areas.gemeenten, (gemeente) => gemeente.provincie === provincie).map(gemeenteRecordOf);
}

/** Woonplaatsen by name, then id; found by their identificatie. */
export const woonplaatsen = areaKind<Woonplaats, WoonplaatsRecord, "naam" | "gemeenteCode" | "provincieNaam">(
  {
    select: (s, accepts, descending) => selectAreas(s.areas.woonplaatsen, accepts, descending),
    get(s, id) {
      const key = parseIdentificatie("WPL", id);
      return key === undefined ? undefined : s.areas.woonplaatsen.get(key);
    },
    conditions: {
      naam: isNamed,
      gemeenteCode:
        (code) =>
        ({ gemeente }) =>
          gemeente.code === code,
      /** Name or two letters. */
      provincieNaam(nameOrCode, s) {
        const wanted = findProvincieByNameOrCode(s.areas, nameOrCode);
        return ({ gemeente }) => gemeente.provincie === wanted;
      },
    },
    record: woonplaatsRecordOf,
    extras: [countsBy((woonplaats) => countsIn("woonplaats", woonplaats).counts), geometryIn("woonplaats")],
  },
);

/** Makes the record of a woonplaats without extra data. */
export function woonplaatsRecordOf(woonplaats: RecordPlace & { readonly status: string }): WoonplaatsRecord {
  const { identificatie, naam, gemeente, status } = woonplaats;
  return {
    identificatie,
    naam,
    gemeente_code: gemeente.code,
    gemeente_naam: gemeente.naam,
    provincie_naam: gemeente.provincie.naam,
    status,
  };
}

/** Postcodegebieden by code. */
export const postcodegebieden = areaKind<Postcodegebied, PostcodegebiedRecord, "prefix">({
  select: (s, accepts) => postcodegebiedenOf(s).filter(accepts),
  conditions: {
    prefix:
      (digits) =>
      ({ record }) =>
        record.area.startsWith(digits),
  },
  record: ({ record }) => ({ ...record }),
  extras: [
    (_, { boundarySource }, { source, geometry }) =>
      source || geometry ? { boundary_source: boundarySource } : {},
    geometryIn("postcodegebied"),
  ],
});

/**
 * Lists the postcodegebieden whose boundary shares a point with the box, by code. Reads all boundaries that the box may
 * intersect for every page: 5 ms for the whole country.
 */
export function listPostcodegebiedenInBox(
  s: Snapshot,
  box: Wgs84Box,
  request: PageRequest & AreaOptions,
): Page<PostcodegebiedRecord> {
  const ids = idsInBox(s, box);
  const inBox = postcodegebiedenOf(s).filter(({ id }) => ids.has(id));
  return postcodegebieden.pageOfAreas(s, inBox, { ...request, source: true });
}

/** Buurten by code. */
export const buurten = areaKind<Buurt, BuurtRecord, "naam" | "buurtCode" | "wijkCode" | "gemeenteCode">({
  select: (s, accepts) => buurtenOf(s).filter(accepts),
  conditions: {
    naam: isNamed,
    buurtCode: hasCode("buurt_code"),
    wijkCode: hasCode("wijk_code"),
    gemeenteCode: hasCode("gemeente_code"),
  },
  record: ({ record }) => ({ ...record }),
  extras: [
    countsBy(({ adresCount }) => ({ addresses: adresCount })),
    (s, { id }, options) => readStatistics(s, [id], options),
    geometryIn("buurt"),
  ],
});

/** Wijken by code. */
export const wijken = areaKind<Wijk, WijkRecord, "naam" | "wijkCode" | "gemeenteCode">({
  select: (s, accepts) => wijkenOf(s).filter(accepts),
  conditions: {
    naam: isNamed,
    wijkCode: hasCode("wijk_code"),
    gemeenteCode: hasCode("gemeente_code"),
  },
  record: ({ record }) => ({ ...record }),
  extras: [
    countsBy(({ adresCount, buurten: all }) => ({ addresses: adresCount, neighbourhoods: all.length })),
    (s, { buurten: all }, options) => readStatistics(s, all, options),
    geometryIn("wijk"),
  ],
});

/** Reads the counts by category of some buurten: ten rows of each. */
function readStatistics(
  s: Snapshot,
  ids: readonly number[],
  { by_type, by_purpose }: AreaOptions,
): Pick<BuurtRecord, "by_type" | "by_purpose"> {
  if (!by_type && !by_purpose) {
    return {};
  }
  const rows = s
    .statement(
      `SELECT category, sum(count) FROM buurt_tally
       WHERE buurt_id IN (SELECT value FROM json_each(?)) GROUP BY category`,
    )
    .values(JSON.stringify(ids));
  const counts = new Map(rows as [category: string, count: number][]);
  return {
    ...(by_type && { by_type: pickCounts(counts, ADDRESSABLE_TYPES) }),
    ...(by_purpose && { by_purpose: pickCounts(counts, GEBRUIKSDOELEN) }),
  };
}
