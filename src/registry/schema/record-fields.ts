/**
 * The fields of the records, declared once (fields of CBS areas in cbs-fields.ts). From a declaration follow: the
 * type of the record and of its row (read/records.ts, read/adres-record.ts), its schema and OpenAPI descriptions
 * (http/schemas, http/openapi), table `adres` (schema.ts), the layer for analysts (analyst-layers.ts), the columns of
 * its export (exports/kinds) and those that geocoding adds (batch/result-columns.ts). The pages have a text for each
 * field, demanded by the type.
 */
import { ADDRESS_AREAS } from "./cbs-fields.ts";
import type { Fields } from "./field-types.ts";
import {
  ADDRESS_COUNT,
  BORDER,
  BOUNDARY_SOURCE,
  COUNTED,
  COUNTS_OF,
  countFields,
  DETAILS_AND_GEOMETRY,
  DETAILS_AND_VALIDITY,
  FLOOR_AREA,
  FULL_ADDRESS,
  GEMEENTE_CODE,
  GEMEENTE_COLUMNS,
  GEMEENTE_NAAM,
  IDENTIFICATIE,
  identificatieSql,
  LATITUDE,
  LONGITUDE,
  nevenadressenSql,
  PAND_ID,
  PROVINCIE_CODE,
  PROVINCIE_NAAM,
  PURPOSES,
  RD_X,
  RD_Y,
  STAGE,
  STATUS,
  VALIDITY,
  WOONPLAATS_COLUMNS,
  WOONPLAATS_ID,
  WOONPLAATS_NAAM,
} from "./shared-fields.ts";
import { adresStatusSql, isAdresOfStageSql, isOfStageSql, stageSql, statusSql } from "./status-sql.ts";

export const ADDRESS = {
  nummeraanduiding_id: {
    type: "identificatie",
    text: "Identificatie of the nummeraanduiding, 16 digits: the identifier of an address.",
    layer: ["t.identificatie", "Id of the address: 16 digits"],
    result: "address",
  },
  type: {
    type: "addressable type",
    text: "Kind of object that has the address.",
    layer: ["t.type", "Kind of object: verblijfsobject, ligplaats or standplaats"],
    table: "TEXT NOT NULL",
    result: "residence",
    after: { result: "oppervlakte" },
  },
  huisnummer: {
    type: "integer",
    text: "House number.",
    layer: ["t.huisnummer", "House number"],
    table: "INTEGER NOT NULL",
    result: "address",
  },
  huisletter: {
    type: "free text",
    nullable: true,
    text: "House letter.",
    layer: ["t.huisletter", "House letter"],
    table: "TEXT",
    result: "address",
  },
  huisnummertoevoeging: {
    type: "free text",
    nullable: true,
    text: "Addition to the house number.",
    layer: ["t.huisnummertoevoeging", "Addition to the house number"],
    table: "TEXT",
    result: "address",
  },
  postcode: {
    type: "postcode",
    nullable: true,
    text: "Four digits and two letters; null when there is none.",
    layer: ["t.postcode", "Postcode, such as 1382KT"],
    table: "TEXT",
    result: "address",
  },
  straatnaam: {
    type: "free text",
    text: "Official name of the street.",
    layer: ["t.straatnaam", "Name of the street"],
    table: "TEXT NOT NULL",
    result: "address",
    after: { result: "nummeraanduiding_id" },
  },
  verkorte_straatnaam: {
    type: "free text",
    nullable: true,
    text: "Official short name of the street; null when there is none.",
    layer: ["t.verkorte_straatnaam", "Short name of the street, where the registry has one"],
    table: "TEXT",
  },
  woonplaats_naam: { ...WOONPLAATS_NAAM, result: "address", after: { layer: "woonplaats_id" } },
  woonplaats_id: {
    ...WOONPLAATS_ID,
    table: "INTEGER NOT NULL REFERENCES woonplaats(fid)",
    result: "codes",
  },
  gemeente_naam: { ...GEMEENTE_NAAM, result: "area", after: { layer: "gemeente_code" } },
  gemeente_code: { ...GEMEENTE_CODE, result: "codes" },
  provincie_naam: { ...PROVINCIE_NAAM, result: "area" },
  gebruiksdoel: {
    type: "purposes",
    text: "Purposes of use; empty for a ligplaats or standplaats.",
    layer: ["t.gebruiksdoel", PURPOSES],
    export: "Purposes of use; none for a ligplaats or standplaats",
    table: "TEXT",
    result: "residence",
  },
  oppervlakte: { ...FLOOR_AREA, table: "INTEGER", result: "residence" },
  status: {
    type: "text",
    text: "Status of the nummeraanduiding.",
    layer: ["'Naamgeving uitgegeven'", "Status of the nummeraanduiding"],
  },
  pand_id: { ...PAND_ID, table: "INTEGER", result: "building" },
  adresseerbaar_object_id: {
    type: "identificatie",
    text: "Identificatie of the verblijfsobject, ligplaats or standplaats, 16 digits.",
    layer: [
      identificatieSql("t.adresseerbaar_object_id"),
      "Object: 16 digits; a verblijfsobject is `identificatie` of layer residence",
    ],
    export: "Identificatie of the object, 16 digits",
    table: "INTEGER NOT NULL",
    result: "codes",
    after: { table: "woonplaats_id" },
  },
  bouwjaar: {
    type: "integer",
    nullable: true,
    text: "Year of construction of the building; null when it is unknown.",
    layer: ["t.bouwjaar", "Year of construction of the pand"],
    table: "INTEGER",
    result: "building",
  },
  latitude: { ...LATITUDE, table: "REAL NOT NULL", result: "location" },
  longitude: { ...LONGITUDE, table: "REAL NOT NULL", result: "location" },
  rd_x: { ...RD_X, table: "REAL NOT NULL", result: "location" },
  rd_y: { ...RD_Y, table: "REAL NOT NULL", result: "location" },
  full_address: {
    type: "free text",
    text: "The address in one line.",
    layer: [FULL_ADDRESS, "The address in one line"],
    result: "address",
  },
  /** The table has its position among the statuses of the object's type. */
  object_status: {
    type: "text",
    include: true,
    text: "Status of the object. Only with `include=stage`.",
    layer: [adresStatusSql("t"), "Status of the object, such as Verblijfsobject in gebruik"],
    table: "INTEGER NOT NULL",
    result: "stage",
    after: { table: "adresseerbaar_object_id" },
  },
  stage: {
    type: "stage",
    include: true,
    text: "Stage of the object's life, by its status. Only with `include=stage`.",
    layer: [stageSql(isAdresOfStageSql("t", "planned")), "Stage of the object: planned or standing"],
    result: "stage",
  },
  ...ADDRESS_AREAS,
  ...DETAILS_AND_GEOMETRY,
  openbare_ruimte_id: {
    type: "identificatie",
    layer: [identificatieSql("t.openbare_ruimte_id"), "Street: 16 digits, `identificatie` of layer street"],
    export: false,
    table: "INTEGER NOT NULL REFERENCES openbare_ruimte(fid)",
    after: { table: "verkorte_straatnaam" },
  },
  is_nevenadres: {
    type: "flag",
    layer: ["t.is_nevenadres", "1: a further address of its object; 0: its main address"],
    export: false,
    table: "INTEGER NOT NULL",
    after: { table: "woonplaats_id" },
  },
  /** Key of the CBS buurt; null when there is none. */
  buurt_id: { type: "integer", table: "INTEGER REFERENCES buurt(fid)" },
} as const satisfies Fields;

export const BUILDING = {
  identificatie: { ...IDENTIFICATIE, layer: ["t.identificatie", "Id of the pand: 16 digits"] },
  bouwjaar: {
    type: "integer",
    nullable: true,
    text: "Year of construction of the building; null when it is unknown.",
    layer: ["t.bouwjaar", "Year of construction"],
  },
  status: { type: "text", text: STATUS, layer: ["t.status", "Status, such as Pand in gebruik"] },
  geconstateerd: {
    type: "boolean",
    text: "True when the building was observed, not permitted.",
    layer: ["t.geconstateerd", "1: found, without a permit"],
    export: "True when it was found, without a permit",
  },
  voorkomen_identificatie: {
    type: "ordinal",
    text: "Number of this version of the building.",
    layer: ["t.voorkomen_identificatie", "Number of this state of the pand, from 1"],
  },
  begin_geldigheid: {
    type: "date",
    text: "First day on which this version of the building is valid.",
    layer: ["t.begin_geldigheid", "Day from which this state is valid, YYYY-MM-DD"],
  },
  eind_geldigheid: {
    type: "date",
    nullable: true,
    text: "First day on which it is no longer valid; null while no end is known.",
    layer: ["t.eind_geldigheid", "Day on which it ends; empty when no end is known"],
  },
  counts: { ...COUNTED, of: ["addresses", "residences"] },
  addresses: {
    type: "records",
    include: true,
    text: "All addresses of the building. Only with `include=addresses`.",
  },
  stage: {
    ...STAGE,
    layer: [stageSql(isOfStageSql("PND", "t", "planned")), "Stage by status: planned or standing"],
  },
  ...DETAILS_AND_GEOMETRY,
  address_count: ADDRESS_COUNT,
  residence_count: {
    type: "count",
    layer: ["t.verblijfsobject_count", "Number of its verblijfsobjecten"],
  },
  ...WOONPLAATS_COLUMNS,
  ...GEMEENTE_COLUMNS,
  latitude: { type: "number", export: "Degrees north of a point within, WGS84" },
  longitude: { type: "number", export: "Degrees east of that point" },
  rd_x: { type: "number", export: "Metres east of that point in RD (EPSG:28992)" },
  rd_y: { type: "number", export: "Metres north of that point in RD" },
} as const satisfies Fields;

export const RESIDENCE = {
  identificatie: { ...IDENTIFICATIE, layer: ["t.identificatie", "Id of the verblijfsobject: 16 digits"] },
  gebruiksdoel: {
    type: "purposes",
    text: "Purposes of use; empty for a ligplaats or standplaats.",
    layer: ["t.gebruiksdoel", PURPOSES],
    export: "Purposes of use",
  },
  oppervlakte: FLOOR_AREA,
  status: {
    type: "text",
    text: STATUS,
    layer: [statusSql("VBO"), "Status, such as Verblijfsobject in gebruik"],
  },
  pand_id: PAND_ID,
  hoofdadres_nummeraanduiding_id: {
    type: "identificatie",
    text: "Identificatie of the main address, 16 digits.",
    layer: [
      identificatieSql("t.hoofdadres_id"),
      "Main address: 16 digits, `nummeraanduiding_id` of layer address",
    ],
    export: "Identificatie of the main address",
  },
  nevenadres_nummeraanduiding_ids: {
    type: "identificaties",
    text: "Identificaties of the other addresses.",
    layer: [nevenadressenSql("t"), "Further addresses, joined by |"],
    export: "Identificaties of further addresses",
  },
  latitude: LATITUDE,
  longitude: LONGITUDE,
  rd_x: RD_X,
  rd_y: RD_Y,
  address: {
    type: "records",
    nullable: true,
    include: true,
    text: "The hoofdadres; null when it is not an address. Only with `include=address`.",
  },
  stage: {
    ...STAGE,
    layer: [stageSql(isOfStageSql("VBO", "t", "planned")), "Stage by status: planned or standing"],
  },
  ...DETAILS_AND_GEOMETRY,
} as const satisfies Fields;

export const STREET = {
  identificatie: { ...IDENTIFICATIE, layer: ["t.identificatie", "Id of the openbare ruimte: 16 digits"] },
  naam: { type: "free text", text: "Official name.", layer: ["t.naam", "Name"] },
  verkorte_naam: {
    type: "free text",
    nullable: true,
    text: "Official short name; null when there is none.",
    layer: ["t.verkorte_naam", "Short name, where the registry has one"],
  },
  type: {
    type: "street type",
    text: "Kind of openbare ruimte.",
    layer: ["t.type", "Kind: Weg, Water, Terrein, …"],
  },
  woonplaats_id: WOONPLAATS_ID,
  woonplaats_naam: WOONPLAATS_NAAM,
  ...GEMEENTE_COLUMNS,
  status: { type: "text", text: STATUS, layer: [statusSql("OPR"), "Status of the openbare ruimte"] },
  counts: { ...COUNTED, of: ["addresses"] },
  ...DETAILS_AND_VALIDITY,
  address_count: ADDRESS_COUNT,
} as const satisfies Fields;

export const CITY = {
  identificatie: {
    type: "four digits",
    text: "Identifier in the BAG, 4 digits.",
    layer: ["t.identificatie", "Id of the woonplaats: four digits"],
  },
  naam: { type: "free text", text: "Official name.", layer: ["t.naam", "Name"] },
  gemeente_code: GEMEENTE_CODE,
  gemeente_naam: GEMEENTE_NAAM,
  provincie_naam: PROVINCIE_NAAM,
  status: { type: "text", text: STATUS, layer: ["t.status", "Status of the woonplaats"] },
  counts: { ...COUNTED, of: COUNTS_OF.woonplaats },
  ...DETAILS_AND_VALIDITY,
  geometry: BORDER,
  ...countFields("woonplaats"),
} as const satisfies Fields;

export const MUNICIPALITY = {
  gemeente_code: {
    type: "four digits",
    text: GEMEENTE_CODE.text,
    layer: ["t.code", "Code of the gemeente: four digits"],
  },
  gemeente_naam: { type: "free text", text: GEMEENTE_NAAM.text, layer: ["t.naam", "Name"] },
  provincie_naam: PROVINCIE_NAAM,
  provincie_code: { ...PROVINCIE_CODE, layer: ["p.code", "Code of the provincie: two letters"] },
  counts: { ...COUNTED, of: COUNTS_OF.gemeente },
  ...VALIDITY,
  geometry: BORDER,
  ...countFields("gemeente"),
  boundary_source: { ...BOUNDARY_SOURCE, export: false },
} as const satisfies Fields;

export const PROVINCE = {
  provincie_code: PROVINCIE_CODE,
  provincie_naam: { type: "text", text: PROVINCIE_NAAM.text },
  counts: { ...COUNTED, of: COUNTS_OF.provincie },
  municipalities: {
    type: "records",
    include: true,
    text: "Its municipalities by name. Only with `include=municipalities`.",
  },
} as const satisfies Fields;

/** Postcode area of four digits. */
export const POSTCODE_AREA = {
  area: { type: "postcode area", text: "The four digits.", layer: ["t.code", "The four digits"] },
  address_count: { ...ADDRESS_COUNT, text: "Number of addresses." },
  sample_city: {
    type: "free text",
    text: "Name of the city that most of its addresses have.",
    layer: ["t.woonplaats_naam", "Woonplaats with most of its addresses"],
  },
  centroid_latitude: {
    type: "number",
    text: "Mean position of the addresses, WGS84 degrees.",
    layer: ["t.latitude", "Latitude of the middle of the addresses, degrees (WGS84)"],
  },
  centroid_longitude: {
    type: "number",
    text: "Mean position of the addresses, WGS84 degrees.",
    layer: ["t.longitude", "Longitude of it"],
  },
  /** In every record of results for a box; in the list only with the geometry. */
  boundary_source: { ...BOUNDARY_SOURCE, include: true, text: "Label of the source of the border." },
  geometry: BORDER,
} as const satisfies Fields;
