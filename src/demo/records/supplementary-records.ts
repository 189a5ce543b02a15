import { centrallyRegisteredAt, dateOf, dayOf, registeredAt } from "../calendar.ts";
import type { Country } from "../country/country.ts";
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import { type StreetPlace, streetPlaces } from "../country/street-places.ts";
import type { PlannedStreet } from "../country/streets.ts";
import type { ExtractSection } from "../official-format/extract.ts";
import { inOnderzoekStandXml, type KenmerkInOnderzoek } from "../official-format/in-onderzoek.ts";
import { standXml } from "../official-format/object-xml.ts";
import type { BagObject, DeliveredType, Voorkomen } from "../official-format/objects.ts";
import { hashSeed, pick, randomUnit } from "../random.ts";
import { planStreet } from "../street/plan-street.ts";
import type { PlannedObject } from "../street/street-plan.ts";
import { documentOf } from "./life.ts";
import { StreetRecords } from "./street-records.ts";
import { lifeOfPlanned, STREET_TYPES, type StreetObjectType, type StreetType } from "./street-types.ts";

/**
 * Share of streets with records in the supplementary files; the first street of the first four woonplaatsen
 * always has some.
 */
const SUPPLEMENTARY_SHARE = 0.05;
/** Share of the objects of such streets that are or were under investigation. */
const INVESTIGATED_SHARE = 0.15;
/** Share of investigations that have not ended. */
const STILL_OPEN_SHARE = 0.1;
const INVESTIGATED_SINCE = dayOf("2016-03-01");

/** Attributes that can be under investigation, as the BAG names them. */
const KENMERKEN: Readonly<Record<Exclude<DeliveredType, "WPL">, readonly string[]>> = {
  OPR: ["naam", "type", "status", "ligt in"],
  NUM: ["huisnummer", "huisletter", "huisnummertoevoeging", "postcode", "status", "ligt in", "ligt aan"],
  VBO: ["geometrie", "gebruiksdoel", "oppervlakte", "status", "maakt deel uit van", "heeft als hoofdadres"],
  LIG: ["geometrie", "status", "heeft als hoofdadres"],
  STA: ["geometrie", "status", "heeft als hoofdadres"],
  PND: ["geometrie", "oorspronkelijk bouwjaar", "status"],
};

/**
 * Enumerates the records of the InOnderzoek (IO), Inactief (IA) and NietBag (NB) files; an importer of addresses
 * skips them.
 */
export function* supplementaryStands(
  country: Country,
  type: DeliveredType,
  section: Exclude<ExtractSection, "stand">,
): Generator<string> {
  if (type === "WPL") {
    return;
  }
  for (const place of streetPlaces(country)) {
    if (!hasSupplementary(place)) {
      continue;
    }
    if (section === "IO") {
      for (const kenmerk of listInvestigated(type, place.street)) {
        yield inOnderzoekStandXml(kenmerk);
      }
    } else if (type !== "OPR") {
      const kind = STREET_TYPES[type] as StreetType<PlannedObject>;
      const record = section === "NB" ? makeNietBagRecord(kind, place) : makeInactiefRecord(kind, place);
      if (record) {
        yield standXml(record);
      }
    }
  }
}

function hasSupplementary({ woonplaats, street }: StreetPlace): boolean {
  return (
    (woonplaats.index <= 3 && street.streetOrdinal === 0) ||
    randomUnit(street.seed, 120) < SUPPLEMENTARY_SHARE
  );
}

function* listInvestigated(
  type: Exclude<DeliveredType, "WPL">,
  street: PlannedStreet,
): Generator<KenmerkInOnderzoek> {
  const prefix = streetPrefix(type, street);
  for (const { localNumber, seed } of type === "OPR"
    ? [{ localNumber: 0, seed: street.seed }]
    : listExisting(type, street)) {
    if (localNumber > 1 && randomUnit(seed, 121) >= INVESTIGATED_SHARE) {
      continue;
    }
    const begin = INVESTIGATED_SINCE + (hashSeed(seed, 122) % 2000);
    const about = {
      type,
      identificatie: prefix + FOUR_DIGITS[localNumber]!,
      kenmerk: pick(seed, 123, KENMERKEN[type]),
      ...documentOf(hashSeed(seed, 124), begin),
    };
    yield {
      ...about,
      inOnderzoek: true,
      ...investigationPeriod(begin, seed, randomUnit(seed, 125) < STILL_OPEN_SHARE ? undefined : begin + 90),
    };
  }
}

function listExisting(type: StreetObjectType, street: PlannedStreet): readonly PlannedObject[] {
  const kind = STREET_TYPES[type] as StreetType<PlannedObject>;
  if (!kind.canOccur(street)) {
    return [];
  }
  return kind.plannedIn(planStreet(street)).filter(({ state }) => state === "current");
}

function investigationPeriod(begin: number, seed: number, end: number | undefined) {
  return {
    beginGeldigheid: dateOf(begin),
    eindGeldigheid: end === undefined ? undefined : dateOf(end),
    tijdstipRegistratie: registeredAt(begin, seed),
    eindRegistratie: end === undefined ? undefined : registeredAt(end, seed + 1),
    tijdstipRegistratieLV: centrallyRegisteredAt(begin, seed),
    tijdstipEindRegistratieLV: end === undefined ? undefined : centrallyRegisteredAt(end, seed + 1),
  };
}

/** Returns an object that is not in the main file, with the number after those that are. */
function makeNietBagRecord(
  kind: StreetType<PlannedObject>,
  { street, neighbour }: StreetPlace,
): BagObject | undefined {
  const all = kind.canOccur(street) ? kind.plannedIn(planStreet(street)) : [];
  const last = all.at(-1);
  if (!last) {
    return undefined;
  }
  const planned: PlannedObject = {
    ...last,
    state: "current",
    localNumber: last.localNumber + 1,
    seed: hashSeed(last.seed, 126),
  };
  const life = lifeOfPlanned(kind.type, planned);
  const record = kind.record(new StreetRecords(street, neighbour), planned, { life, index: 0 });
  return withVoorkomen(record, { tijdstipNietBagLV: record.voorkomen.tijdstipRegistratieLV });
}

/** Returns a further voorkomen of an object of the main file, withdrawn before it began. */
function makeInactiefRecord(
  kind: StreetType<PlannedObject>,
  { street, neighbour }: StreetPlace,
): BagObject | undefined {
  const planned = listExisting(kind.type, street)[0];
  if (!planned) {
    return undefined;
  }
  const life = lifeOfPlanned(kind.type, planned);
  const record = kind.record(new StreetRecords(street, neighbour), planned, {
    life,
    index: life.inForceIndex,
  });
  return withVoorkomen(record, {
    voorkomenidentificatie: life.voorkomens.length + 1,
    beginGeldigheid: dateOf(INVESTIGATED_SINCE + 3000),
    eindGeldigheid: undefined,
    tijdstipInactief: record.voorkomen.tijdstipRegistratie,
    tijdstipInactiefLV: record.voorkomen.tijdstipRegistratieLV,
  });
}

function withVoorkomen(record: BagObject, changes: Partial<Voorkomen>): BagObject {
  return { ...record, voorkomen: { ...record.voorkomen, ...changes } };
}
