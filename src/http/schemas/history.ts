/** Closed schemas of answers about history (docs/interface.md, "Time"). */
import { z } from "zod";
import { ABSENCES } from "../../registry/history/adres-on-day.ts";
import { ADDRESS, BUILDING, CITY } from "../../registry/schema/record-fields.ts";
import { FLOW_TEXTS, STOCK_TEXTS } from "../../registry/schema/timeline-measures.ts";
import { code4, count, date, identificatie } from "./record-schema.ts";
import {
  Address,
  Building,
  City,
  document,
  FormerAddress,
  gap,
  geconstateerd,
  nummeraanduidingId,
  ObjectSource,
  period,
  Residence,
  registration,
  Street,
  stageEver,
  voorkomenFields,
} from "./records.ts";

const announced = z.literal(true).optional().describe("Only when it begins after the reference date.");
const bounds = { ...period, announced };
const changed = z
  .array(z.string())
  .describe("Names of the fields that differ from the previous period; empty for the first.");
const gemeente_code = code4.describe(ADDRESS.gemeente_code.text);
const gemeente_naam = z.string().describe(ADDRESS.gemeente_naam.text);
const objectId = identificatie.describe(BUILDING.identificatie.text);
const voorkomensOf = <V extends z.ZodType>(voorkomens: V) => z.array(voorkomens).describe("Oldest first.");
/** Fields of records that only an answer about one day has. */
const VALIDITY = { valid_from: true, valid_until: true, announced: true, gap: true } as const;
/** Fields of records that histories have in another form. */
const NOT_OF_HISTORIES = { ...VALIDITY, sources: true, in_onderzoek: true } as const;

export const FormerAddresses = z
  .strictObject({
    current: Address.nullable().describe("The address that has the key today; null when there is none."),
    former: z.array(FormerAddress).describe("Former addresses with this key, the last first."),
    gap,
  })
  .meta({
    id: "FormerAddresses",
    description: "The address that has a key today, and the former addresses that had it.",
  });

/** Fields by which people name an address. */
const KEY = {
  straatnaam: true,
  huisnummer: true,
  huisletter: true,
  huisnummertoevoeging: true,
  postcode: true,
  woonplaats_naam: true,
  full_address: true,
} as const;

const PeriodAddress = Address.omit({ ...NOT_OF_HISTORIES, geometry: true })
  .partial()
  .required(KEY)
  .extend({
    openbare_ruimte_id: identificatie
      .optional()
      .describe("Identificatie of the street, 16 digits. Only with `fields=key`."),
  })
  .meta({
    id: "PeriodAddress",
    description: "A former address: its key and street, or with `fields=all` its whole record.",
  });

const AddressPeriod = z
  .strictObject({
    ...bounds,
    address: PeriodAddress.nullable().describe("The address in the period; null while there was none."),
    reason: z.enum(ABSENCES).optional().describe("Why there was no address; absent while there was one."),
    changed,
    sources: z
      .array(ObjectSource)
      .optional()
      .describe("Voorkomens that begin with the period, and their documents."),
  })
  .meta({
    id: "AddressPeriod",
    description: "Days on which an address did not change, or was missing for the same reason.",
  });

export const AddressHistory = z
  .strictObject({
    nummeraanduiding_id: nummeraanduidingId,
    registry_since: date
      .nullable()
      .describe("First day that the registry covers in its area; null when that is not known."),
    periods: z
      .array(AddressPeriod)
      .describe("Oldest first, without gaps; no two consecutive periods are equal."),
  })
  .meta({ id: "AddressHistory", description: "The life of an address, oldest period first." });

/** Fields of a voorkomen besides the fields of its record; documents and times only with `include=source`. */
const voorkomen = {
  ...voorkomenFields,
  eind_geldigheid: date.nullable().describe(BUILDING.eind_geldigheid.text),
  announced,
  stage: stageEver,
  changed,
  ...onlyWithSource({ ...document, ...registration }),
};

/** Returns optional fields, whose descriptions say that `include=source` adds them. */
function onlyWithSource<F extends Readonly<Record<string, z.ZodType>>>(fields: F) {
  const optional = Object.entries(fields).map(([name, schema]) => [
    name,
    schema.optional().describe(`${schema.description} Only with \`include=source\`.`),
  ]);
  return Object.fromEntries(optional) as { [K in keyof F]: z.ZodOptional<F[K]> };
}

const BuildingVoorkomen = Building.omit({ counts: true, addresses: true, ...NOT_OF_HISTORIES })
  .extend(voorkomen)
  .meta({ id: "BuildingVoorkomen", description: "A pand as it was in one voorkomen." });

export const BuildingHistory = z
  .strictObject({ identificatie: objectId, voorkomens: voorkomensOf(BuildingVoorkomen) })
  .meta({ id: "BuildingHistory", description: "The life of a pand, oldest voorkomen first." });

const ResidenceVoorkomen = Residence.omit({ address: true, ...NOT_OF_HISTORIES })
  .extend({ ...voorkomen, geconstateerd: geconstateerd.optional() })
  .meta({ id: "ResidenceVoorkomen", description: "A verblijfsobject as it was in one voorkomen." });

export const ResidenceHistory = z
  .strictObject({ identificatie: objectId, voorkomens: voorkomensOf(ResidenceVoorkomen) })
  .meta({ id: "ResidenceHistory", description: "The life of a verblijfsobject, oldest voorkomen first." });

const StreetVoorkomen = Street.omit({ counts: true, ...NOT_OF_HISTORIES })
  .extend({
    ...voorkomen,
    geconstateerd: geconstateerd.optional(),
    woonplaats_naam: z.string().nullable().describe(ADDRESS.woonplaats_naam.text),
  })
  .meta({ id: "StreetVoorkomen", description: "An openbare ruimte as it was in one voorkomen." });

export const StreetHistory = z
  .strictObject({ identificatie: objectId, voorkomens: voorkomensOf(StreetVoorkomen) })
  .meta({ id: "StreetHistory", description: "The life of an openbare ruimte, oldest voorkomen first." });

const CityVoorkomen = City.pick({ identificatie: true, naam: true, status: true, geometry: true })
  .extend({ ...voorkomen, geconstateerd: geconstateerd.optional() })
  .meta({ id: "CityVoorkomen", description: "A woonplaats as it was in one voorkomen." });

const MunicipalityOfCity = z
  .strictObject({ ...bounds, gemeente_code, gemeente_naam })
  .meta({ id: "MunicipalityOfCity", description: "A gemeente in which a woonplaats was." });

export const CityHistory = z
  .strictObject({
    identificatie: code4.describe(CITY.identificatie.text),
    voorkomens: voorkomensOf(CityVoorkomen),
    gemeenten: z.array(MunicipalityOfCity).describe("Gemeenten in which it was, oldest first."),
  })
  .meta({ id: "CityHistory", description: "The life of a woonplaats, and the gemeenten that it was in." });

const CityOfMunicipality = z
  .strictObject({
    ...bounds,
    woonplaats_id: code4.describe(ADDRESS.woonplaats_id.text),
    woonplaats_naam: z.string().nullable().describe(ADDRESS.woonplaats_naam.text),
    gemeente_code_today: code4
      .nullable()
      .describe("Code of the gemeente in which it is today; null when it ended."),
  })
  .meta({ id: "CityOfMunicipality", description: "A woonplaats of a gemeente, and where it is today." });

export const MunicipalityHistory = z
  .strictObject({
    gemeente_code,
    names: z.array(z.strictObject({ ...bounds, gemeente_naam })).describe("Its names, oldest first."),
    woonplaatsen: z.array(CityOfMunicipality).describe("Woonplaatsen that were in it, oldest period first."),
  })
  .meta({ id: "MunicipalityHistory", description: "The names of a gemeente, and its woonplaatsen." });

function countsOf<T extends string>(texts: Readonly<Record<T, string>>) {
  const described = Object.entries<string>(texts).map(([name, text]) => [name, count.describe(text)]);
  return z.strictObject(Object.fromEntries(described) as Record<T, z.ZodInt>);
}

const TimelinePeriod = z
  .strictObject({
    period: z
      .string()
      .regex(/^\d{4}(-\d\d)?$/)
      .describe("The year, or the year and month."),
    stock: countsOf(STOCK_TEXTS).describe("Numbers of objects on the first day of the period."),
    flows: countsOf(FLOW_TEXTS).describe(
      "Numbers of events in the period, each by the first day of the change.",
    ),
  })
  .meta({
    id: "TimelinePeriod",
    description: "A year or month: what existed on its first day, and what happened in it.",
  });

export const Timeline = z
  .strictObject({
    registry_since: date
      .nullable()
      .describe("First day on which all of the area was registered; null when that is not known."),
    timeline: z.array(TimelinePeriod).describe("Oldest first, without gaps."),
  })
  .meta({ id: "Timeline", description: "The totals and changes of an area, oldest period first." });
