import { centrallyRegisteredAt, dateOf, dayOf, registeredAt } from "../calendar.ts";
import type { Country } from "../country/country.ts";
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import { type StreetPlace, streetPlaces } from "../country/street-places.ts";
import type { Street } from "../country/town.ts";
import type { Section } from "../official-format/extract.ts";
import { inOnderzoekStandXml, type KenmerkInOnderzoek } from "../official-format/in-onderzoek.ts";
import { standXml } from "../official-format/object-xml.ts";
import type { BagObject, ObjectType } from "../official-format/objects.ts";
import type { Voorkomen } from "../official-format/voorkomen.ts";
import { derive, pick, unit } from "../random.ts";
import { planStreet } from "../street/plan-street.ts";
import type { PlannedObject } from "../street/street-plan.ts";
import { documentOf } from "./documents.ts";
import { StreetRecords } from "./street-records.ts";
import { lifeOfPlanned, STREET_TYPES, type StreetObjectType, type StreetType } from "./street-types.ts";

/**
 * Share of streets with records in the files beside the main ones; the first street of the first four woonplaatsen
 * always has some.
 */
const ASIDE_SHARE = 0.05;
/** Share of the objects of such streets that are or were under investigation. */
const INVESTIGATED_SHARE = 0.15;
const STILL_OPEN_SHARE = 0.1;
const INVESTIGATED_SINCE = dayOf("2016-03-01");

/** Attributes that can be under investigation, as the BAG names them. */
const KENMERKEN: Readonly<Record<Exclude<ObjectType, "WPL">, readonly string[]>> = {
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
export function* asideStands(
  country: Country,
  type: ObjectType,
  section: Exclude<Section, "stand">,
): Generator<string> {
  if (type === "WPL") return;
  for (const place of streetPlaces(country)) {
    if (!hasAside(place)) continue;
    if (section === "IO") {
      for (const kenmerk of investigated(type, place.street)) yield inOnderzoekStandXml(kenmerk);
    } else if (type !== "OPR") {
      const kind = STREET_TYPES[type] as StreetType<PlannedObject>;
      const record = section === "NB" ? neverPartOfBag(kind, place) : withdrawnInAdvance(kind, place);
      if (record) yield standXml(record);
    }
  }
}

function hasAside({ woonplaats, street }: StreetPlace): boolean {
  return (woonplaats.index <= 3 && street.streetOrdinal === 0) || unit(street.seed, 120) < ASIDE_SHARE;
}

function* investigated(type: Exclude<ObjectType, "WPL">, street: Street): Generator<KenmerkInOnderzoek> {
  const prefix = streetPrefix(type, street);
  for (const { local, seed } of type === "OPR" ? [{ local: 0, seed: street.seed }] : existing(type, street)) {
    if (local > 1 && unit(seed, 121) >= INVESTIGATED_SHARE) continue;
    const begin = INVESTIGATED_SINCE + (derive(seed, 122) % 2000);
    const about = {
      type,
      identificatie: prefix + FOUR_DIGITS[local]!,
      kenmerk: pick(seed, 123, KENMERKEN[type]),
      ...documentOf(derive(seed, 124), begin),
    };
    yield {
      ...about,
      inOnderzoek: true,
      ...investigation(begin, seed, unit(seed, 125) < STILL_OPEN_SHARE ? undefined : begin + 90),
    };
  }
}

function existing(type: StreetObjectType, street: Street): readonly PlannedObject[] {
  const kind = STREET_TYPES[type] as StreetType<PlannedObject>;
  if (!kind.mayOccur(street)) return [];
  return kind.plannedIn(planStreet(street)).filter(({ fate }) => fate === "current");
}

function investigation(begin: number, seed: number, end: number | undefined) {
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
function neverPartOfBag(
  kind: StreetType<PlannedObject>,
  { street, elsewhere }: StreetPlace,
): BagObject | undefined {
  const all = kind.mayOccur(street) ? kind.plannedIn(planStreet(street)) : [];
  const last = all.at(-1);
  if (!last) return undefined;
  const planned: PlannedObject = {
    ...last,
    fate: "current",
    local: last.local + 1,
    seed: derive(last.seed, 126),
  };
  const life = lifeOfPlanned(kind.type, planned);
  const record = kind.record(new StreetRecords(street, elsewhere), planned, { life, index: 0 });
  return withVoorkomen(record, { tijdstipNietBagLV: record.voorkomen.tijdstipRegistratieLV });
}

/** Returns a further voorkomen of an object of the main file, withdrawn before it began. */
function withdrawnInAdvance(
  kind: StreetType<PlannedObject>,
  { street, elsewhere }: StreetPlace,
): BagObject | undefined {
  const planned = existing(kind.type, street)[0];
  if (!planned) return undefined;
  const life = lifeOfPlanned(kind.type, planned);
  const record = kind.record(new StreetRecords(street, elsewhere), planned, { life, index: life.inForce });
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
