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

/** Descriptions of what no record declares, by name of the field; {@link DESCRIPTIONS}. */
const OTHERS: Readonly<Record<string, string>> = {
  "AddressChange.address": "The present address; null when it was removed.",
  "BuildingChange.building": "The present building; null when it was removed.",
  "ResidenceChange.residence": "The present residence; null when it was removed.",
  object_type: "Type of the object.",
  "KenmerkInOnderzoek.begin_geldigheid": "First day of the investigation.",
  "KenmerkInOnderzoek.eind_geldigheid": "First day after it; null while no end is known.",
  "ObjectSource.identificatie": "Identificatie of the object, 16 digits; 4 of a woonplaats.",
  "KenmerkInOnderzoek.identificatie": "Identificatie of the object, 16 digits; 4 of a woonplaats.",
  "AddressPeriod.address": "The address in the period; null while there was none.",
  openbare_ruimte_id: "Identificatie of the street, 16 digits. Only with `fields=key`.",
  "FormerAddress.address": "The address on the last day on which it had the key.",
  "Successor.address": "The address of today.",
  "AddressValidation.address": "The address that the lookup finds; null when there is none.",
  addresses: "Number of addresses.",
  bag_data: "`demo` while the sample or generated test data is served, `error` while there is no data.",
  buildings: "Number of buildings.",
  by_purpose: "Number of addresses with each gebruiksdoel; one with several counts for each.",
  by_type: "Number of addresses of each kind of object.",
  cache: "Memory of the server.",
  change: "Change of the record since then.",
  changed: "Names of the fields that differ from the previous period; empty for the first.",
  changes:
    "Sorted by identificatie. A part may have fewer than `per_page` changes, or none, although others follow.",
  cities: "Number of cities.",
  "PostcodeAreaStatistics.cities": "Names of its cities, sorted.",
  city: "Name of the city.",
  "postcodes.city": "Name of the city that most of its addresses have.",
  "PostcodeRange.city": "Name of the city that most of its addresses have.",
  coordinates: "The position in both systems.",
  "geometry.coordinates": "Longitude and latitude.",
  "Geometry.coordinates": "Positions of longitude and latitude, nested as the type requires.",
  count: "Number of buildings in the period.",
  "PostcodeRange.count": "Number of addresses.",
  counts: "Numbers of objects in it. Only with `include=counts`.",
  current: "The address that has the key today; null when there is none.",
  data_version: "Name of this state of the data, the same on every machine that serves it.",
  "ExportJob.data_version": "Version of the data in the file; null unless there is a file.",
  database: "Store of keys and usage.",
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
  group_by: "Length of a period.",
  "JsonRpcAnswer.id": "The id of the request.",
  "JsonRpcMessage.id": "Chosen by the client; absent in a notification.",
  imports: "Imports and updates, newest last.",
  jsonrpc: "Version of JSON-RPC.",
  job_id: "Identifier of the job.",
  method: "Name of the method: `tools/list`, `tools/call`, …",
  municipalities: "Number of municipalities.",
  "PostcodeAreaStatistics.municipalities": "Names of its municipalities, sorted.",
  neighbourhoods: "Number of neighbourhoods.",
  newest: "Latest year of construction; null when there is none.",
  next_cursor: "Value of `cursor` for the next part; null at the end.",
  oldest: "Earliest year of construction; null when there is none.",
  origin: "Start of the measured distances.",
  params: "Arguments of the method.",
  period: "First year of the period.",
  "ObjectChanges.changes":
    "Sorted by month, identificatie and voorkomen. A part may have fewer than `per_page` changes, or none, " +
    "although others follow.",
  "ObjectChange.type": "Type of object.",
  "ObjectChange.identificatie": "Identificatie of the object, 16 digits; of a woonplaats with leading zeros.",
  before: "The object in the previous voorkomen; null without one.",
  after: "The object in the voorkomen.",
  nevenadres_nummeraanduiding_ids: "Identificaties of its further addresses.",
  pand_ids: "Identificaties of the panden that it is in.",
  "RegisteredObject.openbare_ruimte_id": "Identificatie of the street, 16 digits.",
  "RegisteredObject.type": "Kind of openbare ruimte.",
  timeline: "Oldest first, without gaps.",
  "Timeline.registry_since":
    "First day on which all of the area was registered; null when that is not known.",
  "TimelinePeriod.addresses": "Numbers that were issued.",
  "TimelinePeriod.buildings": "Panden, also planned ones.",
  "TimelinePeriod.residences": "Verblijfsobjecten, also planned ones.",
  numbers_issued: "Numbers that were issued.",
  numbers_withdrawn: "Numbers that were withdrawn.",
  numbers_renamed: "Numbers that got another street, number, letter or addition.",
  numbers_postcode_changed: "Numbers that got another postcode, or their first.",
  residences_planned: "Verblijfsobjecten that were planned.",
  residences_into_use: "Verblijfsobjecten that were built, after they were planned.",
  residences_found: "Verblijfsobjecten that stood when they were registered.",
  residences_ended: "Verblijfsobjecten that were withdrawn.",
  residences_not_realised: "Verblijfsobjecten that were planned and will not be built.",
  buildings_planned: "Panden for which a permit was given or building began.",
  buildings_into_use: "Panden that were built, after they were planned.",
  buildings_found: "Panden that stood when they were registered.",
  buildings_demolished: "Panden that were demolished.",
  buildings_not_realised: "Panden that were planned and will not be built.",
  "PostcodeRange.postcode": "The postcode asked.",
  "PostcodeValidation.postcode": "The postcode as it was asked.",
  "postcodes.postcode": "The postcode, or its four digits with `precision=4`.",
  "origin.postcode": "Postcode of the start address; null for a point.",
  postcodes: "Nearest first.",
  properties: "The address in short.",
  purposes: "Number of addresses with each gebruiksdoel.",
  "reason.number": "The house number that the reason is about.",
  "reason.valid_from": "First day of the nearest record; null when there is none.",
  "reason.valid_until": "Day after its last; null while no end is known.",
  reference_date: "Reference date of that version.",
  relation: "`same_key`: it has its street and number; `same_document`: its document, in the same building.",
  residences: "Number of residences.",
  "AddressChanges.since": "Version after which the listed changes happened.",
  "BuildingChanges.since": "Version after which the listed changes happened.",
  "ResidenceChanges.since": "Version after which the listed changes happened.",
  statistics: "Counts by period, ascending, without empty periods.",
  "ExportJob.status": "State of the job.",
  "Problem.status": "HTTP status.",
  "ProblemMeaning.status": "HTTP status.",
  "QueuedExport.status": "State of the job.",
  "Status.status": "`error` when any check is `error`.",
  street: "Name of the street.",
  streets: "Number of streets.",
  title: "Name of the HTTP status.",
  today: "The address of the same identifier today; null when it no longer exists.",
  total: "Number of all rows, also beyond this page.",
  "NearbyPostcodes.total": "Number of all postcodes, also beyond those listed.",
  total_addresses: "Number of addresses.",
  total_buildings: "Number of buildings.",
  total_cities: "Number of cities.",
  total_with_purpose: "Number of addresses with any purpose, each once.",
  "geojson.type": "Kind of GeoJSON object.",
  "geometry.type": "Kind of geometry.",
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
  version: "Version after the listed changes: the value of `since` next time.",
  x: "Metres.",
  y: "Metres.",
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
