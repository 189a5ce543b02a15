/** Descriptions of the fields of answers in the OpenAPI document. */
import { DISTRICT, NEIGHBOURHOOD } from "../../registry/schema/cbs-fields.ts";
import type { Fields } from "../../registry/schema/field-types.ts";
import {
  ADDRESS,
  BUILDING,
  CITY,
  MUNICIPALITY,
  POSTCODE_AREA,
  PROVINCE,
  RESIDENCE,
  STREET,
} from "../../registry/schema/record-fields.ts";
import { COUNTS } from "../../registry/schema/shared-fields.ts";
import type { Schema } from "../openapi-document.ts";

/** The records by the names of their schemas; the first that has a field describes it in other answers. */
const RECORDS: Readonly<Record<string, Fields>> = {
  Address: ADDRESS,
  Building: BUILDING,
  Residence: RESIDENCE,
  Street: STREET,
  City: CITY,
  Municipality: MUNICIPALITY,
  Province: PROVINCE,
  PostcodeArea: POSTCODE_AREA,
  Neighbourhood: NEIGHBOURHOOD,
  District: DISTRICT,
  PeriodAddress: ADDRESS,
  BuildingVoorkomen: BUILDING,
  ResidenceVoorkomen: RESIDENCE,
  StreetVoorkomen: STREET,
  CityVoorkomen: CITY,
};

/** Descriptions of fields that several schemas have, or that name another record; others are beside their field. */
const OTHERS: Readonly<Record<string, string>> = {
  "AddressChange.address": "The present address; null when it was removed.",
  "BuildingChange.building": "The present building; null when it was removed.",
  "ResidenceChange.residence": "The present residence; null when it was removed.",
  "AddressPeriod.address": "The address in the period; null while there was none.",
  openbare_ruimte_id: "Identificatie of the street, 16 digits. Only with `fields=key`.",
  "AddressValidation.address": "The address that the lookup finds; null when there is none.",
  ...Object.fromEntries(Object.keys(COUNTS).map((name) => [name, `Number of ${name}.`])),
  by_purpose: "Number of addresses with each gebruiksdoel; one with several counts for each.",
  city: "Name of the city.",
  coordinates: "The position in both systems.",
  "Geometry.coordinates": "Positions of longitude and latitude, nested as the type requires.",
  counts: "Numbers of objects in it. Only with `include=counts`.",
  current: "The address that has the key today; null when there is none.",
  "ExportJob.data_version": "Version of the data in the file; null unless there is a file.",
  documentdatum: "Day of the source document. Only with `include=source`.",
  documentnummer: "Number of the source document. Only with `include=source`.",
  eind_registratie: "When the gemeente registered what follows, local time. Only with `include=source`.",
  eind_registratie_lv: "When Kadaster registered what follows, local time. Only with `include=source`.",
  tijdstip_registratie: "When the gemeente registered it, local time. Only with `include=source`.",
  tijdstip_registratie_lv: "When Kadaster registered it, local time. Only with `include=source`.",
  distance_km: "Straight distance in kilometres, 3 decimals.",
  former: "Former addresses with this key, the last first.",
  geojson: "The same as a GeoJSON feature.",
  geometry: "Border as GeoJSON; null when unknown. Only with `include=geometry`.",
  imports: "Imports and updates, newest last.",
  jsonrpc: "Version of JSON-RPC.",
  job_id: "Identifier of the job.",
  neighbourhoods: "Number of neighbourhoods.",
  next_cursor: "Value of `cursor` for the next part; null at the end.",
  origin: "Start of the measured distances.",
  before: "The object in the previous voorkomen; null without one.",
  nevenadres_nummeraanduiding_ids: "Identificaties of its further addresses.",
  pand_ids: "Identificaties of the panden that it is in.",
  "RegisteredObject.openbare_ruimte_id": "Identificatie of the street, 16 digits.",
  "RegisteredObject.type": "Kind of openbare ruimte.",
  timeline: "Oldest first, without gaps.",
  "Timeline.registry_since":
    "First day on which all of the area was registered; null when that is not known.",
  postcodes: "Nearest first.",
  properties: "The address in short.",
  purposes: "Number of addresses with each gebruiksdoel.",
  residences: "Number of residences.",
  statistics: "Counts by period, ascending, without empty periods.",
  "ExportJob.status": "State of the job.",
  "QueuedExport.status": "State of the job.",
  street: "Name of the street.",
  title: "Name of the HTTP status.",
  today: "The address of the same identifier today; null when it no longer exists.",
  total_buildings: "Number of buildings.",
  total_cities: "Number of cities.",
  "Geometry.type": "Kind of geometry.",
  ...Object.fromEntries(
    ["FormerAddress", "AddressPeriod", "MunicipalityOfCity", "CityOfMunicipality", "names"].flatMap(
      (parent) => [
        [`${parent}.valid_from`, "First day; null when it is not known."],
        [`${parent}.valid_until`, "Day after the last; null while no end is known."],
      ],
    ),
  ),
  voorkomens: "Oldest first.",
  valid: "True when it exists.",
};

/** Descriptions by name of the field; `parent.name` takes precedence, where parent is a schema or a field. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(recordTexts().reverse()),
  ...OTHERS,
  ...Object.fromEntries(recordTexts((record) => `${record}.`)),
};

/** Lists the declared texts of the records' fields by name, after a prefix that `prefix` makes of the record's name. */
function recordTexts(prefix: (record: string) => string = () => ""): [name: string, text: string][] {
  return Object.entries(RECORDS).flatMap(([record, fields]) =>
    Object.entries(fields).flatMap(([name, { text }]): [string, string][] =>
      text === undefined ? [] : [[prefix(record) + name, text]],
    ),
  );
}

/** Adds descriptions to the fields of these schemas that have none, in place. */
export function describeFields(schemas: Readonly<Record<string, Schema>>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    describeProperties(schema, name);
  }
}

function describeProperties(schema: Schema, parent: string): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const description = DESCRIPTIONS[`${parent}.${name}`] ?? DESCRIPTIONS[name];
    if (description !== undefined && property.$ref === undefined) {
      property.description ??= description;
    }
    describeProperties(property, name);
  }
  for (const part of [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? []].flat()) {
    describeProperties(part, parent);
  }
}
