/** Records of the supplementary files: InOnderzoek (IO), Inactief (IA) and NietBag (NB). */
import { centrallyRegisteredAt, dateOf, dayOf, REFERENCE_DAY, registeredAt } from "../calendar.ts";
import type { Country } from "../country/country.ts";
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import { type StreetPlace, streetPlaces } from "../country/street-places.ts";
import type { PlannedStreet } from "../country/streets.ts";
import type { ExtractSection } from "../official-format/extract.ts";
import { type DemoKenmerk, inOnderzoekStandXml } from "../official-format/in-onderzoek.ts";
import { standXml } from "../official-format/object-xml.ts";
import type { BagObject, DeliveredType, DemoVoorkomen } from "../official-format/objects.ts";
import { hashSeed, pick, randomUnit } from "../random.ts";
import { planStreet } from "../street/plan-street.ts";
import type { PlannedObject } from "../street/street-plan.ts";
import { documentOf, type Life } from "./life.ts";
import { lifeOfStreet, openbareRuimteRecords } from "./place-records.ts";
import { StreetRecords } from "./street-records.ts";
import { lifeOfPlanned, STREET_TYPES, type StreetType } from "./street-types.ts";
import { hasSupplementary, isInvestigated } from "./supplementary-shares.ts";

type Type = Exclude<DeliveredType, "WPL">;

/** Share of investigations that have not ended. */
const STILL_OPEN_SHARE = 0.02;
const INVESTIGATED_SINCE = dayOf("2012-03-01");
const INVESTIGATED_DAYS = 5_000;
/** Until this day the whole object was investigated, later single attributes. */
const WHOLE_OBJECT_UNTIL = dayOf("2018-07-01");

/** Attributes that can be under investigation, as the BAG names them. */
const KENMERKEN: Readonly<Record<Type, readonly string[]>> = {
  OPR: ["naam", "type", "status", "ligt in"],
  NUM: ["huisnummer", "huisletter", "huisnummertoevoeging", "postcode", "status", "ligt in", "ligt aan"],
  VBO: [
    ...["geometrie", "gebruiksdoel", "oppervlakte", "status", "maakt deel uit van"],
    ...["heeft als hoofdadres", "heeft als nevenadres"],
  ],
  LIG: ["geometrie", "status", "heeft als hoofdadres", "heeft als nevenadres"],
  STA: ["geometrie", "status", "heeft als hoofdadres", "heeft als nevenadres"],
  PND: ["geometrie", "oorspronkelijk bouwjaar", "status"],
};

export interface SupplementaryScope {
  readonly section: Exclude<ExtractSection, "stand">;
  /** False to leave out the past: marked voorkomens, and investigations that are over. */
  readonly history: boolean;
}

/** Enumerates the records of a type in one of the supplementary files, by identificatie. */
export function* supplementaryStands(
  country: Country,
  type: DeliveredType,
  { section, history }: SupplementaryScope,
): Generator<string> {
  if (type === "WPL" || (section !== "IO" && !history)) {
    return;
  }
  for (const place of streetPlaces(country)) {
    if (!hasSupplementary(place.street)) {
      continue;
    }
    if (section === "IO") {
      for (const kenmerk of listInvestigated(type, place.street)) {
        if (history || isOpen(kenmerk)) {
          yield inOnderzoekStandXml(kenmerk);
        }
      }
    } else {
      for (const record of listMarked(type, place)) {
        if ((record.voorkomen.tijdstipNietBagLV === undefined) === (section === "IA")) {
          yield standXml(record);
        }
      }
    }
  }
}

function isOpen({ inOnderzoek, eindGeldigheid }: DemoKenmerk): boolean {
  return inOnderzoek && eindGeldigheid === undefined;
}

/**
 * Enumerates the investigations of a street's objects: a record for each attribute, and another one when it is over.
 */
function* listInvestigated(type: Type, street: PlannedStreet): Generator<DemoKenmerk> {
  const prefix = streetPrefix(type, street);
  const whole = { localNumber: street.streetOrdinal + 1, seed: street.seed };
  for (const object of type === "OPR" ? [whole] : listExisting(type, street)) {
    if (!isInvestigated(type, object, street)) {
      continue;
    }
    const { seed } = object;
    const identificatie = prefix + FOUR_DIGITS[type === "OPR" ? 0 : object.localNumber]!;
    const begin = INVESTIGATED_SINCE + (hashSeed(seed, 122) % INVESTIGATED_DAYS);
    const end =
      randomUnit(seed, 125) < STILL_OPEN_SHARE ? REFERENCE_DAY : begin + 1 + (hashSeed(seed, 127) % 400);
    const kenmerken = begin < WHOLE_OBJECT_UNTIL ? KENMERKEN[type] : [pick(seed, 123, KENMERKEN[type])];
    const document = documentOf(hashSeed(seed, 124), begin);
    for (const kenmerk of kenmerken) {
      const about = { type, identificatie, kenmerk, ...document };
      yield { ...about, inOnderzoek: true, ...periodOf(seed, begin, end < REFERENCE_DAY ? end : undefined) };
      if (end < REFERENCE_DAY) {
        yield { ...about, inOnderzoek: false, ...periodOf(seed + 1, end, undefined) };
      }
    }
  }
}

function listExisting(type: Exclude<Type, "OPR">, street: PlannedStreet): readonly PlannedObject[] {
  const kind = STREET_TYPES[type] as StreetType<PlannedObject>;
  if (!kind.canOccur(street)) {
    return [];
  }
  return kind.plannedIn(planStreet(street)).filter(({ state }) => state === "current");
}

function periodOf(seed: number, begin: number, end: number | undefined) {
  return {
    beginGeldigheid: dateOf(begin),
    eindGeldigheid: end === undefined ? undefined : dateOf(end),
    tijdstipRegistratie: registeredAt(begin, seed),
    eindRegistratie: end === undefined ? undefined : registeredAt(end, seed + 1),
    tijdstipRegistratieLV: centrallyRegisteredAt(begin, seed),
    tijdstipEindRegistratieLV: end === undefined ? undefined : centrallyRegisteredAt(end, seed + 1),
  };
}

/** Enumerates the voorkomens of a street's objects that were marked inactief or niet-BAG. */
function* listMarked(type: Type, { street, woonplaats, neighbour }: StreetPlace): Generator<BagObject> {
  if (type === "OPR") {
    const life = lifeOfStreet(street, woonplaats);
    yield* openbareRuimteRecords(street, woonplaats, { ...life, voorkomens: life.marked });
    return;
  }
  const kind = STREET_TYPES[type] as StreetType<PlannedObject>;
  const records = new StreetRecords(street, neighbour);
  for (const planned of listExisting(type, street)) {
    const life = lifeOfPlanned(type, planned, street);
    for (const voorkomen of life.marked) {
      yield markedRecord(kind.record(records, planned, { life, index: indexOf(voorkomen, life) }), voorkomen);
    }
  }
}

/** Returns the index of the voorkomen with the same number, or of the last one for a withdrawn announcement. */
function indexOf({ voorkomenidentificatie }: DemoVoorkomen, { voorkomens }: Life): number {
  return Math.min(voorkomenidentificatie, voorkomens.length) - 1;
}

/** Returns a record as it was before it was replaced: with another oppervlakte, where it has one. */
function markedRecord(record: BagObject, voorkomen: DemoVoorkomen): BagObject {
  return record.type === "VBO"
    ? { ...record, oppervlakte: (record.oppervlakte % 900_000) + 9, voorkomen }
    : { ...record, voorkomen };
}
