/** Closed schemas of answers about history (docs/interface.md, "Time"). */
import { z } from "zod";
import { ABSENCES } from "../../registry/history/adres-on-day.ts";
import { STAGES } from "../../registry/schema/object-types.ts";
import { FLOW_TEXTS, STOCK_TEXTS } from "../../registry/schema/timeline-measures.ts";
import { code4, count, date, identificatie, moment } from "./record-schema.ts";
import { Address, Building, City, FormerAddress, gap, ObjectSource, Residence, Street } from "./records.ts";

const announced = z.literal(true).optional().meta({
  description: "Only when it begins after the reference date.",
});
const bounds = { valid_from: date.nullable(), valid_until: date.nullable(), announced };
const changed = z
  .array(z.string())
  .describe("Names of the fields that differ from the previous period; empty for the first.");
/** Fields of records that only an answer about one day has. */
const VALIDITY = { valid_from: true, valid_until: true, announced: true, gap: true } as const;
/** Fields of records that histories have otherwise. */
const NOT_OF_HISTORIES = { ...VALIDITY, sources: true, in_onderzoek: true } as const;

export const FormerAddresses = z
  .strictObject({ current: Address.nullable(), former: z.array(FormerAddress), gap })
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
  .extend({ openbare_ruimte_id: identificatie.optional() })
  .meta({
    id: "PeriodAddress",
    description: "A former address: its key and street, or with `fields=all` its whole record.",
  });

const AddressPeriod = z
  .strictObject({
    ...bounds,
    address: PeriodAddress.nullable(),
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
    nummeraanduiding_id: identificatie,
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
  voorkomen_identificatie: z.int().min(1),
  begin_geldigheid: date,
  eind_geldigheid: date.nullable(),
  announced,
  stage: z.enum(STAGES),
  changed,
  documentnummer: z.string().nullable().optional(),
  documentdatum: date.nullable().optional(),
  tijdstip_registratie: moment.nullable().optional(),
  eind_registratie: moment.nullable().optional(),
  tijdstip_registratie_lv: moment.nullable().optional(),
  eind_registratie_lv: moment.nullable().optional(),
};
const geconstateerd = z.boolean().optional();

const BuildingVoorkomen = Building.omit({ counts: true, addresses: true, ...NOT_OF_HISTORIES })
  .extend(voorkomen)
  .meta({ id: "BuildingVoorkomen", description: "A pand as it was in one voorkomen." });

export const BuildingHistory = z
  .strictObject({ identificatie, voorkomens: z.array(BuildingVoorkomen) })
  .meta({ id: "BuildingHistory", description: "The life of a pand, oldest voorkomen first." });

const ResidenceVoorkomen = Residence.omit({ address: true, ...NOT_OF_HISTORIES })
  .extend({ ...voorkomen, geconstateerd })
  .meta({ id: "ResidenceVoorkomen", description: "A verblijfsobject as it was in one voorkomen." });

export const ResidenceHistory = z
  .strictObject({ identificatie, voorkomens: z.array(ResidenceVoorkomen) })
  .meta({ id: "ResidenceHistory", description: "The life of a verblijfsobject, oldest voorkomen first." });

const StreetVoorkomen = Street.omit({ counts: true, ...NOT_OF_HISTORIES })
  .extend({ ...voorkomen, geconstateerd, woonplaats_naam: z.string().nullable() })
  .meta({ id: "StreetVoorkomen", description: "An openbare ruimte as it was in one voorkomen." });

export const StreetHistory = z
  .strictObject({ identificatie, voorkomens: z.array(StreetVoorkomen) })
  .meta({ id: "StreetHistory", description: "The life of an openbare ruimte, oldest voorkomen first." });

const CityVoorkomen = City.pick({ identificatie: true, naam: true, status: true, geometry: true })
  .extend({ ...voorkomen, geconstateerd })
  .meta({ id: "CityVoorkomen", description: "A woonplaats as it was in one voorkomen." });

const MunicipalityOfCity = z
  .strictObject({ ...bounds, gemeente_code: code4, gemeente_naam: z.string() })
  .meta({ id: "MunicipalityOfCity", description: "A gemeente in which a woonplaats was." });

export const CityHistory = z
  .strictObject({
    identificatie: code4,
    voorkomens: z.array(CityVoorkomen),
    gemeenten: z.array(MunicipalityOfCity).describe("Gemeenten in which it was, oldest first."),
  })
  .meta({ id: "CityHistory", description: "The life of a woonplaats, and the gemeenten that it was in." });

const CityOfMunicipality = z
  .strictObject({
    ...bounds,
    woonplaats_id: code4,
    woonplaats_naam: z.string().nullable(),
    gemeente_code_today: code4
      .nullable()
      .describe("Code of the gemeente in which it is today; null when it ended."),
  })
  .meta({ id: "CityOfMunicipality", description: "A woonplaats of a gemeente, and where it is today." });

export const MunicipalityHistory = z
  .strictObject({
    gemeente_code: code4,
    names: z
      .array(z.strictObject({ ...bounds, gemeente_naam: z.string() }))
      .describe("Its names, oldest first."),
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
  .strictObject({ registry_since: date.nullable(), timeline: z.array(TimelinePeriod) })
  .meta({ id: "Timeline", description: "The totals and changes of an area, oldest period first." });
