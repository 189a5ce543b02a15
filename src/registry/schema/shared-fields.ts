/** Fields that several records share, and SQL of layers for analysts. */
import { GEBRUIKSDOELEN } from "./object-types.ts";

/** Returns SQL for the identificatie of an object, with its leading zeros. */
export function identificatieSql(column: string): string {
  return `CASE WHEN ${column} IS NOT NULL THEN printf('%016d', ${column}) END`;
}

/**
 * Returns SQL for the nevenadressen of a row of `table` that are in `adressen`, joined by `|` in the order delivered;
 * null without any. `nevenadres_ids` also names withdrawn nummeraanduidingen: whether one is an address can change on a
 * date on which the object does not.
 */
export function nevenadressenSql(table: string, adressen = "adres"): string {
  const ids = `${table}.nevenadres_ids`;
  return `CASE WHEN ${ids} IS NOT NULL THEN (SELECT group_concat(printf('%016d', neven.fid), '|')
    FROM json_each('["' || replace(${ids}, '|', '","') || '"]') CROSS JOIN ${adressen} neven ON neven.fid = value) END`;
}

/** SQL of {@link formatFullAddress}. */
export const FULL_ADDRESS = `t.straatnaam || ' ' || t.huisnummer || coalesce(t.huisletter, '')
    || CASE WHEN t.huisnummertoevoeging IS NULL THEN ''
      WHEN t.huisnummertoevoeging < ':' THEN '-' || t.huisnummertoevoeging ELSE ' ' || t.huisnummertoevoeging END
    || ', ' || coalesce(t.postcode || ' ', '') || w.naam`;

export const PURPOSES = `Purposes, joined by |: ${GEBRUIKSDOELEN.slice(0, 2).join(", ")}, …`;
export const STATUS = "Status in the BAG.";
export const IDENTIFICATIE = { type: "identificatie", text: "Identifier in the BAG, 16 digits." } as const;
export const FLOOR_AREA = {
  type: "integer",
  nullable: true,
  text: "Floor area in m²; null when it is unknown.",
  layer: ["t.oppervlakte", "Floor area in m²"],
} as const;
export const PAND_ID = {
  type: "identificatie",
  nullable: true,
  text: "Identificatie of the building, 16 digits; null when there is none.",
  layer: [identificatieSql("t.pand_id"), "Pand: 16 digits, `identificatie` of layer building"],
  export: "Identificatie of the building, 16 digits",
} as const;

/** Woonplaats of an object with its gemeente and provincie, as columns of layers and exports. */
export const WOONPLAATS_COLUMNS = {
  woonplaats_id: {
    type: "four digits",
    layer: ["w.identificatie", "Woonplaats: four digits, `identificatie` of layer city"],
    export: "Identificatie of the woonplaats, 4 digits",
  },
  woonplaats_naam: { type: "free text", layer: ["w.naam", "Name of the woonplaats"] },
} as const;
export const GEMEENTE_COLUMNS = {
  gemeente_code: {
    type: "four digits",
    layer: ["g.code", "Gemeente: four digits, `gemeente_code` of layer municipality"],
    export: "Code of the gemeente, 4 digits",
  },
  gemeente_naam: { type: "free text", layer: ["g.naam", "Name of the gemeente"] },
  provincie_naam: { type: "text", layer: ["p.naam", "Name of the provincie"] },
} as const;
/** The same as fields of records. */
export const WOONPLAATS_ID = {
  ...WOONPLAATS_COLUMNS.woonplaats_id,
  text: "Identificatie of the woonplaats, 4 digits.",
} as const;
export const WOONPLAATS_NAAM = {
  ...WOONPLAATS_COLUMNS.woonplaats_naam,
  text: "Name of the woonplaats.",
} as const;
export const GEMEENTE_CODE = {
  ...GEMEENTE_COLUMNS.gemeente_code,
  text: "Code of the gemeente, 4 digits.",
} as const;
export const GEMEENTE_NAAM = { ...GEMEENTE_COLUMNS.gemeente_naam, text: "Name of the gemeente." } as const;
export const PROVINCIE_NAAM = { ...GEMEENTE_COLUMNS.provincie_naam, text: "Name of the provincie." } as const;
export const PROVINCIE_CODE = { type: "two letters", text: "Two letters." } as const;

export const LATITUDE = {
  type: "number",
  text: "WGS84 degrees north, 8 decimals.",
  layer: ["t.latitude", "Latitude, degrees (WGS84)"],
} as const;
export const LONGITUDE = {
  type: "number",
  text: "WGS84 degrees east, 8 decimals.",
  layer: ["t.longitude", "Longitude, degrees (WGS84)"],
} as const;
const RD = { type: "number", text: "RD metres (EPSG:28992), 3 decimals." } as const;
export const RD_X = { ...RD, layer: ["t.rd_x", "x in metres (RD, EPSG:28992)"] } as const;
export const RD_Y = { ...RD, layer: ["t.rd_y", "y in metres (RD, EPSG:28992)"] } as const;

export const STAGE = {
  type: "stage",
  include: true,
  text: "Stage of its life, by its status. Only with `include=stage`.",
} as const;
/** Days on which a former record was valid, in an answer about one of them. */
export const VALIDITY = {
  valid_from: {
    type: "date",
    nullable: true,
    include: true,
    text: "First day from which the record is as here; null when no first day is known. Only with `valid_on`.",
  },
  valid_until: {
    type: "date",
    nullable: true,
    include: true,
    text: "First day on which it is another, or none; null while no end is known. Only with `valid_on`.",
  },
  announced: {
    type: "boolean",
    include: true,
    text: "True when `valid_on` lies after the reference date: the record is announced. Only then.",
  },
  gap: {
    type: "boolean",
    include: true,
    text: "True when an update left out the delivery of that day: what it changed is unknown. Only then.",
  },
} as const;
/** Documents and investigations of the objects that a record comes from. */
const DETAILS = {
  sources: {
    type: "records",
    include: true,
    text:
      "The objects that the record comes from, each in its voorkomen of the day, with document and times of " +
      "registration. Only with `include=source`.",
  },
  in_onderzoek: {
    type: "records",
    include: true,
    text: "Kenmerken of these objects under investigation on the day. Only with `include=in_onderzoek`.",
  },
} as const;
export const DETAILS_AND_VALIDITY = { ...DETAILS, ...VALIDITY } as const;
export const DETAILS_AND_GEOMETRY = {
  ...DETAILS_AND_VALIDITY,
  geometry: { type: "geometry", include: true },
} as const;
export const BORDER = {
  type: "geometry",
  nullable: true,
  include: true,
  text: "Border as GeoJSON; null when unknown. Only with `include=geometry`.",
} as const;
export const COUNTED = {
  type: "counts",
  include: true,
  text: "Numbers of objects in it. Only with `include=counts`.",
} as const;
export const ADDRESS_COUNT = { type: "count", layer: ["t.adres_count", "Number of its addresses"] } as const;

/** Counts by their name in `counts`: field of layer and export, column, key in memory, and what is counted. */
export const COUNTS = {
  addresses: ["address_count", "adres_count", "adresCount", "addresses"],
  buildings: ["building_count", "pand_count", "pandCount", "panden"],
  cities: ["city_count", "woonplaats_count", "woonplaatsCount", "woonplaatsen"],
  municipalities: ["municipality_count", "gemeente_count", "gemeenteCount", "gemeenten"],
  streets: ["street_count", "openbare_ruimte_count", "openbareRuimteCount", "openbare ruimten"],
} as const;
/** Counts of the tables of areas, in the order of their records. */
export const COUNTS_OF = {
  provincie: ["addresses", "municipalities", "cities"],
  gemeente: ["addresses", "buildings", "cities", "streets"],
  woonplaats: ["addresses", "buildings", "streets"],
} as const satisfies Record<string, readonly (keyof typeof COUNTS)[]>;
type CountedTable = keyof typeof COUNTS_OF;

/** Counts of a table's areas; `Part` chooses their names in {@link COUNTS}: 0 of fields, 2 in memory. */
export type CountsOf<T extends CountedTable, Part extends 0 | 2, V = number> = {
  readonly [N in (typeof COUNTS_OF)[T][number] as (typeof COUNTS)[N][Part]]: V;
};
type CountField = { readonly type: "count"; readonly layer: readonly [string, string] };

/** Returns the declarations of the counts of a table, as columns of layers and exports. */
export function countFields<T extends CountedTable>(table: T): CountsOf<T, 0, CountField> {
  const fields = COUNTS_OF[table].map((name) => {
    const [field, column, , counted] = COUNTS[name];
    return [field, { type: "count", layer: [`t.${column}`, `Number of its ${counted}`] }];
  });
  return Object.fromEntries(fields);
}

/** Returns the counts of an area by their names in `counts`, and as values of {@link countFields}. */
export function countsIn<T extends CountedTable>(table: T, area: CountsOf<T, 2>) {
  const countOf = (name: keyof typeof COUNTS) => area[COUNTS[name][2] as keyof typeof area];
  const by = (nameOf: (name: keyof typeof COUNTS) => string): object =>
    Object.fromEntries(COUNTS_OF[table].map((name) => [nameOf(name), countOf(name)]));
  return {
    counts: by((name) => name) as Record<(typeof COUNTS_OF)[T][number], number>,
    columns: by((name) => COUNTS[name][0]) as CountsOf<T, 0>,
  };
}
export const BOUNDARY_SOURCE = {
  type: "free text",
  layer: ["t.boundary_source", "Source of the border"],
} as const;
