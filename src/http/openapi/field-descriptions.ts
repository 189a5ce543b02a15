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
  address: "The address.",
  "AddressChange.address": "The address as it is now; null when it was removed.",
  "AddressPeriod.address": "The address in the period; null while there was none.",
  openbare_ruimte_id: "Identificatie of the street, 16 digits. Only with `fields=key`.",
  "FormerAddress.address": "The address on the last day on which it had the key.",
  "Successor.address": "The address of today.",
  "AddressValidation.address": "The address that the lookup finds; null when there is none.",
  addresses: "Number of addresses.",
  api_version: "Major version of the interface.",
  bag_data: "`demo` while the data is fictitious, `error` while there is none.",
  bag_version: "Reference date: the day of which this is the state.",
  buildings: "Number of buildings.",
  by_province: "Number of addresses in each provincie.",
  by_purpose: "Number of addresses with each gebruiksdoel; one with several counts for each.",
  by_type: "Number of addresses of each kind of object.",
  cache: "Memory of the server.",
  candidates_total: "Number of all candidates, also beyond those listed.",
  change: "What happened to the address since then.",
  changed: "Names of the fields that differ from the one before; empty for the first.",
  changes: "In order of nummeraanduiding; maybe fewer than `per_page`, or none, although others follow.",
  checks: "Result of each check.",
  cities: "Number of cities.",
  "PostcodeAreaStatistics.cities": "Names of its cities, sorted.",
  city: "Name of the city.",
  "postcodes.city": "Name of the city that most of its addresses have.",
  "PostcodeRange.city": "Name of the city that most of its addresses have.",
  completed_at: "Time at which the import or update was complete.",
  coordinates: "The position in both systems.",
  "geometry.coordinates": "Longitude and latitude.",
  "Geometry.coordinates": "Positions of longitude and latitude, nested as the type requires.",
  count: "Number of buildings in the period.",
  "PostcodeRange.count": "Number of addresses.",
  counts: "Numbers of objects in it. Only with `include=counts`.",
  "Version.counts": "Numbers of records.",
  created_at: "Time of the request.",
  current_counts: "Numbers of records of the data served now.",
  current: "The address that has the key today; null when there is none.",
  current_page: "Number of this page.",
  data_version: "Name of this state of the data, the same on every machine that serves it.",
  "ExportJob.data_version": "Version of the data in the file; null unless there is a file.",
  database: "Store of keys and usage.",
  detail: "What was wrong with this request, for people.",
  documentdatum: "Day of the source document. Only with `include=source`.",
  documentnummer: "Number of the source document. Only with `include=source`.",
  eind_registratie: "When the gemeente registered what follows, local time. Only with `include=source`.",
  eind_registratie_lv: "When Kadaster registered what follows, local time. Only with `include=source`.",
  tijdstip_registratie: "When the gemeente registered it, local time. Only with `include=source`.",
  tijdstip_registratie_lv: "When Kadaster registered it, local time. Only with `include=source`.",
  distance_km: "Straight distance in kilometres, 3 decimals.",
  distance_meters: "Straight distance in metres, 1 decimal.",
  first: "First page.",
  former: "Numbers that had the key before and have it no more, the last first.",
  gemeente_code_today: "Code of the gemeente in which it lies today; null when it ended.",
  gemeenten: "Gemeenten in which it lay, oldest first.",
  geojson: "The same as a GeoJSON feature.",
  geometry: "Border as GeoJSON, null where none is known. Only with `include=geometry`.",
  "geojson.geometry": "The position.",
  history: "True when the service answers about the past.",
  history_since: "First day of the registry itself; null without history. Before it, only documents tell.",
  group_by: "Length of a period.",
  id: "Number of the import in the data folder.",
  "JsonRpcAnswer.id": "The id of the request.",
  "JsonRpcMessage.id": "Chosen by the client; absent in a notification.",
  import_count: "Number of entries in `imports`.",
  imports: "Imports and updates, newest last.",
  jsonrpc: "Version of JSON-RPC.",
  job_id: "Identifier of the job.",
  last: "Last page.",
  last_import: "Time of the last import or update.",
  last_page: "Number of the last page, at least 1.",
  max_number: "Highest house number.",
  method: "Name of the method: `tools/list`, `tools/call`, …",
  min_number: "Lowest house number.",
  municipalities: "Number of municipalities.",
  "PostcodeAreaStatistics.municipalities": "Names of its municipalities, sorted.",
  municipality: "Name of the gemeente.",
  names: "Its names, oldest first.",
  neighbourhoods: "Number of neighbourhoods.",
  newest: "Latest year of construction; null when there is none.",
  next: "Next page.",
  next_cursor: "Value of `cursor` for the next part; null at the end.",
  oldest: "Earliest year of construction; null when there is none.",
  origin: "Where the distances are measured from.",
  params: "Arguments of the method.",
  per_page: "Maximum number of rows on a page.",
  periods: "Oldest first; they touch, and no two neighbours are equal.",
  period: "First year of the period.",
  "PostcodeRange.postcode": "The postcode asked.",
  "PostcodeValidation.postcode": "The postcode as it was asked.",
  "postcodes.postcode": "The postcode, or its four digits with `precision=4`.",
  "origin.postcode": "Postcode of the start address; null for a point.",
  postcode_area: "The four digits.",
  postcodes: "Nearest first.",
  precision: "4 for postcode areas, 6 for whole postcodes.",
  prev: "Previous page.",
  processed_records: "Number of addresses written, or of rows geocoded, so far.",
  properties: "The address in short.",
  province: "Name of the provincie.",
  purposes: "Number of addresses with each gebruiksdoel.",
  query: "The point that was asked.",
  radius_km: "The radius that was used.",
  rd: "RD (EPSG:28992), metres.",
  reason: "Why there was no address; absent while there was one.",
  "reason.designation": "The letter or addition that it is about.",
  "reason.number": "The house number that it is about.",
  "reason.parameter": "The parameter that it is about.",
  "reason.why": "Kind of the reason.",
  "reason.valid_from": "First day of the nearest record; null when there is none.",
  "reason.valid_until": "Day after its last; null while no end is known.",
  "reason.words": "The words that it is about.",
  records_processed: "Number of voorkomens of an import, or of mutations of an update.",
  reference_date: "Day of which that version is the state.",
  registry_since: "First day of the registry where it lies; null when that is not known.",
  relation: "`same_key`: it has its street and number; `same_document`: its document, in the same building.",
  request_id: "Equals the header `X-Request-Id`.",
  residences: "Number of residences.",
  since: "Begin of the list.",
  "AddressChanges.since": "Version of which the list tells the changes.",
  source: "Origin of the data.",
  statistics: "Counts by period, ascending, without empty periods.",
  "ExportJob.status": "State of the job.",
  "Problem.status": "HTTP status.",
  "ProblemMeaning.status": "HTTP status.",
  "QueuedExport.status": "State of the job.",
  "Status.status": "`error` when any check is `error`.",
  successors: "Addresses that took its place, when it is none today: candidates.",
  street: "Name of the street.",
  streets: "Number of streets.",
  timestamp: "Time of the answer.",
  title: "Name of the HTTP status.",
  today: "The address that the same identifier is today; null when it is none.",
  total: "Number of all rows, also beyond this page.",
  "NearbyPostcodes.total": "Number of all postcodes, also beyond those listed.",
  total_addresses: "Number of addresses.",
  total_buildings: "Number of buildings.",
  total_cities: "Number of cities.",
  total_municipalities: "Number of municipalities.",
  total_with_purpose: "Number of addresses with any purpose, each once.",
  "geojson.type": "Kind of GeoJSON object.",
  "geometry.type": "Kind of geometry.",
  "Geometry.type": "Kind of geometry.",
  updated_at: "Time of the last change.",
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
  version: "Version to which the list leads: the value of `since` next time.",
  wgs84: "WGS84, degrees.",
  woonplaatsen: "Woonplaatsen that lay in it, oldest period first.",
  woonplaats: "Name of the woonplaats.",
  x: "Metres.",
  y: "Metres.",
};

/** Descriptions by name of the field; `parent.name` takes precedence, where parent is a schema or a field. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(recordTexts().reverse()),
  ...OTHERS,
  ...Object.fromEntries(recordTexts((record) => `${record}.`)),
};

/** Lists the declared texts of the records' fields by name, behind what `prefix` makes of the record's. */
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
