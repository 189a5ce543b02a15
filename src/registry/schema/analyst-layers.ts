/**
 * Layers for analysts: views of baken's tables under English names, with text ids and names of areas, that a GIS lists
 * with descriptions. Columns have the names of exports (exports/kinds), whose descriptions are taken from here, and
 * further ones. A view costs no space. GDAL filters it by the R*Tree of the table behind it, because its key and its
 * geometry are columns of that table.
 */
import { GEBRUIKSDOELEN, OBJECT_TYPES, type TypeCode } from "./object-types.ts";
import type { FeatureTable } from "./schema.ts";

/** Column of a layer: SQL over the rows of `from`, and description. */
type LayerColumn = readonly [sql: string, description: string];

export interface AnalystLayer {
  readonly name: string;
  readonly description: string;
  /** Table with the geometry, an R*Tree and the alias `t`; undefined for a layer of attributes alone. */
  readonly features?: FeatureTable;
  readonly columns: Readonly<Record<string, LayerColumn>>;
  /** SQL behind FROM; its first table has the alias `t` and the key `fid`. */
  readonly from: string;
}

/**
 * Returns SQL for the nevenadressen of a row of `table` that are addresses, joined by `|` in the order delivered; null
 * without any. `nevenadres_ids` also names withdrawn nummeraanduidingen: whether one is an address can change on a date
 * on which the object does not.
 */
export function nevenadressenSql(table: string): string {
  const ids = `${table}.nevenadres_ids`;
  return `CASE WHEN ${ids} IS NOT NULL THEN (SELECT group_concat(printf('%016d', neven.fid), '|')
    FROM json_each('["' || replace(${ids}, '|', '","') || '"]') CROSS JOIN adres neven ON neven.fid = value) END`;
}

/** Joins a woonplaats `w`, its gemeente and its provincie. A LEFT JOIN costs nothing where no column of it is asked. */
const AREAS = `LEFT JOIN gemeente g ON g.fid = w.gemeente_code
  LEFT JOIN provincie p ON p.fid = g.provincie_id`;

const WOONPLAATS = {
  woonplaats_id: ["w.identificatie", "Woonplaats: four digits, `identificatie` of layer city"],
  woonplaats_naam: ["w.naam", "Name of the woonplaats"],
} as const;
const GEMEENTE = {
  gemeente_code: ["g.code", "Gemeente: four digits, `gemeente_code` of layer municipality"],
  gemeente_naam: ["g.naam", "Name of the gemeente"],
  provincie_naam: ["p.naam", "Name of the provincie"],
} as const;
const POSITION = {
  latitude: ["t.latitude", "Latitude, degrees (WGS84)"],
  longitude: ["t.longitude", "Longitude, degrees (WGS84)"],
  rd_x: ["t.rd_x", "x in metres (RD, EPSG:28992)"],
  rd_y: ["t.rd_y", "y in metres (RD, EPSG:28992)"],
} as const;
const GEBRUIKSDOEL = `Purposes, joined by |: ${GEBRUIKSDOELEN.slice(0, 2).join(", ")}, …`;

/** Returns SQL for the identificatie of an object, with its leading zeros. */
function identificatieSql(column: string): string {
  return `CASE WHEN ${column} IS NOT NULL THEN printf('%016d', ${column}) END`;
}

/** Returns SQL for a status that the table holds as a position. */
function statusSql(code: TypeCode): string {
  const cases = OBJECT_TYPES[code].statuses.map((status, at) => `WHEN ${at} THEN '${status}'`);
  return `CASE t.status ${cases.join(" ")} END`;
}

/** SQL of {@link formatFullAddress}. */
const FULL_ADDRESS = `t.straatnaam || ' ' || t.huisnummer || coalesce(t.huisletter, '')
    || CASE WHEN t.huisnummertoevoeging IS NULL THEN ''
      WHEN t.huisnummertoevoeging < ':' THEN '-' || t.huisnummertoevoeging ELSE ' ' || t.huisnummertoevoeging END
    || ', ' || coalesce(t.postcode || ' ', '') || w.naam`;

const ADDRESS: AnalystLayer = {
  name: "address",
  description: "Addresses, as points: nummeraanduidingen in force, with object, pand and areas",
  features: "adres",
  columns: {
    nummeraanduiding_id: ["t.identificatie", "Id of the address: 16 digits"],
    type: ["t.type", "Kind of object: verblijfsobject, ligplaats or standplaats"],
    huisnummer: ["t.huisnummer", "House number"],
    huisletter: ["t.huisletter", "House letter"],
    huisnummertoevoeging: ["t.huisnummertoevoeging", "Addition to the house number"],
    postcode: ["t.postcode", "Postcode, such as 1382KT"],
    straatnaam: ["t.straatnaam", "Name of the street"],
    verkorte_straatnaam: ["t.verkorte_straatnaam", "Short name of the street, where the registry has one"],
    ...WOONPLAATS,
    ...GEMEENTE,
    gebruiksdoel: ["t.gebruiksdoel", GEBRUIKSDOEL],
    oppervlakte: ["t.oppervlakte", "Floor area in m²"],
    status: ["'Naamgeving uitgegeven'", "Status of the nummeraanduiding"],
    pand_id: [identificatieSql("t.pand_id"), "Pand: 16 digits, `identificatie` of layer building"],
    adresseerbaar_object_id: [
      identificatieSql("t.adresseerbaar_object_id"),
      "Object: 16 digits; a verblijfsobject is `identificatie` of layer residence",
    ],
    bouwjaar: ["t.bouwjaar", "Year of construction of the pand"],
    ...POSITION,
    full_address: [FULL_ADDRESS, "The address in one line"],
    openbare_ruimte_id: [
      identificatieSql("t.openbare_ruimte_id"),
      "Street: 16 digits, `identificatie` of layer street",
    ],
    is_nevenadres: ["t.is_nevenadres", "1: a further address of its object; 0: its main address"],
  },
  from: `adres t LEFT JOIN woonplaats w ON w.fid = t.woonplaats_id ${AREAS}`,
};

const BUILDING: AnalystLayer = {
  name: "building",
  description: "Buildings: panden with their footprints",
  features: "pand",
  columns: {
    identificatie: ["t.identificatie", "Id of the pand: 16 digits"],
    bouwjaar: ["t.bouwjaar", "Year of construction"],
    status: ["t.status", "Status, such as Pand in gebruik"],
    geconstateerd: ["t.geconstateerd", "1: found, without a permit"],
    voorkomen_identificatie: ["t.voorkomen_identificatie", "Number of this state of the pand, from 1"],
    begin_geldigheid: ["t.begin_geldigheid", "Day from which this state holds, YYYY-MM-DD"],
    eind_geldigheid: ["t.eind_geldigheid", "Day on which it ends; empty when that is open"],
    address_count: ["t.adres_count", "Number of its addresses"],
    residence_count: ["t.verblijfsobject_count", "Number of its verblijfsobjecten"],
    ...WOONPLAATS,
    ...GEMEENTE,
  },
  from: `pand t LEFT JOIN woonplaats w ON w.fid = t.woonplaats_id ${AREAS}`,
};

const RESIDENCE: AnalystLayer = {
  name: "residence",
  description: "Residences: verblijfsobjecten, with or without an address",
  columns: {
    identificatie: ["t.identificatie", "Id of the verblijfsobject: 16 digits"],
    gebruiksdoel: ["t.gebruiksdoel", GEBRUIKSDOEL],
    oppervlakte: ["t.oppervlakte", "Floor area in m²"],
    status: [statusSql("VBO"), "Status, such as Verblijfsobject in gebruik"],
    pand_id: [identificatieSql("t.pand_id"), "Pand: 16 digits, `identificatie` of layer building"],
    hoofdadres_nummeraanduiding_id: [
      identificatieSql("t.hoofdadres_id"),
      "Main address: 16 digits, `nummeraanduiding_id` of layer address",
    ],
    nevenadres_nummeraanduiding_ids: [nevenadressenSql("t"), "Further addresses, joined by |"],
    ...POSITION,
  },
  from: "verblijfsobject t",
};

const STREET: AnalystLayer = {
  name: "street",
  description: "Streets, waters and other named openbare ruimten",
  columns: {
    identificatie: ["t.identificatie", "Id of the openbare ruimte: 16 digits"],
    naam: ["t.naam", "Name"],
    verkorte_naam: ["t.verkorte_naam", "Short name, where the registry has one"],
    type: ["t.type", "Kind: Weg, Water, Terrein, …"],
    ...WOONPLAATS,
    ...GEMEENTE,
    status: [statusSql("OPR"), "Status of the openbare ruimte"],
    address_count: ["t.adres_count", "Number of its addresses"],
  },
  from: `openbare_ruimte t JOIN woonplaats w ON w.fid = t.woonplaats_id ${AREAS}`,
};

const CITY: AnalystLayer = {
  name: "city",
  description: "Woonplaatsen with their borders",
  features: "woonplaats",
  columns: {
    identificatie: ["t.identificatie", "Id of the woonplaats: four digits"],
    naam: ["t.naam", "Name"],
    ...GEMEENTE,
    status: ["t.status", "Status of the woonplaats"],
    address_count: ["t.adres_count", "Number of its addresses"],
    building_count: ["t.pand_count", "Number of its panden"],
    street_count: ["t.openbare_ruimte_count", "Number of its openbare ruimten"],
  },
  from: `woonplaats t ${AREAS.replaceAll("w.", "t.")}`,
};

const MUNICIPALITY: AnalystLayer = {
  name: "municipality",
  description: "Gemeenten with their borders",
  features: "gemeente",
  columns: {
    gemeente_code: ["t.code", "Code of the gemeente: four digits"],
    gemeente_naam: ["t.naam", "Name"],
    provincie_naam: ["p.naam", "Name of the provincie"],
    provincie_code: ["p.code", "Code of the provincie: two letters"],
    address_count: ["t.adres_count", "Number of its addresses"],
    building_count: ["t.pand_count", "Number of its panden"],
    city_count: ["t.woonplaats_count", "Number of its woonplaatsen"],
    street_count: ["t.openbare_ruimte_count", "Number of its openbare ruimten"],
    boundary_source: ["t.boundary_source", "Source of the border"],
  },
  from: "gemeente t LEFT JOIN provincie p ON p.fid = t.provincie_id",
};

const AREA: AnalystLayer = {
  name: "area",
  description: "Postcode areas of four digits (PC4) with their borders",
  features: "postcodegebied",
  columns: {
    area: ["t.code", "The four digits"],
    address_count: ["t.adres_count", "Number of its addresses"],
    sample_city: ["t.woonplaats_naam", "Woonplaats that most of its addresses lie in"],
    centroid_latitude: ["t.latitude", "Latitude of the middle of the addresses, degrees (WGS84)"],
    centroid_longitude: ["t.longitude", "Longitude of it"],
    boundary_source: ["t.boundary_source", "Source of the border"],
  },
  from: "postcodegebied t",
};

/** Matches SQL that is a column. */
const COLUMN = /^\w+\.\w+$/;

/**
 * Returns SQL for a value of the type of `column`, of a table that is not asked for a row. GeoPackage demands a type of
 * every column, and in a view SQLite knows it only where the SQL is a column, or a SELECT that ends with one.
 */
function typed(sql: string, column: "naam" | "fid"): string {
  return `(SELECT ${sql} UNION ALL SELECT ${column} FROM provincie WHERE false)`;
}

function metaSql(key: string): string {
  return `(SELECT value FROM registry WHERE key = '${key}')`;
}

const DATA_VERSION: AnalystLayer = {
  name: "data_version",
  description: "Reference date and origin of this registry: one row",
  columns: {
    reference_date: [metaSql("reference_date"), "Date of the data, YYYY-MM-DD"],
    imported_at: [metaSql("imported_at"), "End of the import or update, UTC"],
    is_demo: [metaSql("is_demo"), "1: a fictitious country"],
    area: [
      `replace(replace(replace(${metaSql("area")}, '[', ''), ']', ''), '"', '')`,
      "Codes of the gemeenten, by comma; 9999: the country",
    ],
    schema_version: [metaSql("schema_version"), "Version of the tables"],
  },
  from: `(SELECT ${typed("1", "fid")} AS fid) t`,
};

/** All layers, in the order in which a GIS lists them. */
export const ANALYST_LAYERS: readonly AnalystLayer[] = [
  ADDRESS,
  BUILDING,
  RESIDENCE,
  STREET,
  CITY,
  MUNICIPALITY,
  AREA,
  DATA_VERSION,
];

/** Returns the table of which a layer shows every row once; undefined for a layer of other rows. */
export function tableBehind({ from }: AnalystLayer): string | undefined {
  // An inner join may leave rows out.
  return /^(\w+) t\b(?! JOIN)/.exec(from)?.[1];
}

/** Returns the layer that shows the features of a table. */
export function layerOf(table: FeatureTable): string {
  return ANALYST_LAYERS.find(({ features }) => features === table)!.name;
}

/** Returns the DDL of a layer's view. GDAL takes a column `OGC_FID` for the key. */
export function layerDdl({ name, columns, features, from }: AnalystLayer): string {
  const selected = Object.entries(columns).map(
    ([column, [sql]]) => `${COLUMN.test(sql) ? sql : typed(sql, "naam")} AS ${column}`,
  );
  const geometry = features === undefined ? [] : ["t.geom AS geom"];
  return `CREATE VIEW ${name} AS SELECT
  ${["t.fid AS OGC_FID", ...selected, ...geometry].join(",\n  ")}
FROM ${from}`;
}
