/** Scenarios of whole streets, and of addresses that move between them. */
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import { verkorteNaam } from "../names/verkorte-naam.ts";
import type { Nummeraanduiding, OpenbareRuimte } from "../official-format/objects.ts";
import { hashSeed } from "../random.ts";
import { documentOf } from "../records/life.ts";
import { LIG, NUM, STA, type StreetType, VBO } from "../records/street-types.ts";
import type { PlannedNummeraanduiding, PlannedObject } from "../street/street-plan.ts";
import { type MutableStreet, newVoorkomen } from "./mutable-street.ts";
import {
  addEvent,
  changeEvent,
  endEvent,
  type MutationEvent,
  mergeEvents,
  negateCounts,
  type Scenario,
  TODAY,
  withCounts,
} from "./mutation-groups.ts";
import { newBuilding } from "./official-form-scenarios.ts";

/** Maximum number of addresses of a street that is withdrawn. */
const MAX_WITHDRAWN_ADDRESSES = 25;

export const renameStreet: Scenario = (street) => {
  const latest = street.takeStreet();
  if (!latest) {
    return undefined;
  }
  const naam = `Nieuwe ${latest.naam}`;
  return changeEvent(latest, { naam, verkorteNaam: verkorteNaam(naam) });
};

/** Withdraws a street with all its addresses and their objects; the panden stay. */
export const withdrawStreet: Scenario = (start, country) => {
  for (const street of country.streetsAround(start, MAX_WITHDRAWN_ADDRESSES)) {
    const event = withdrawalEvent(street);
    if (event) {
      return event;
    }
  }
  return undefined;
};

function withdrawalEvent(street: MutableStreet): MutationEvent | undefined {
  const { kind } = street.place.street;
  const plaatsen = kind === "quay" ? [LIG] : kind === "caravans" ? [STA] : [];
  const kinds = [NUM, VBO, ...plaatsen] as unknown as StreetType<PlannedObject>[];
  const taken = street.takeAll(kinds);
  if (!taken) {
    return undefined;
  }
  const ending = [taken.street, ...taken.objects.map(({ latest }) => latest)];
  const kindOf = (type: string) => kinds.find((one) => one.type === type)!;
  return taken.objects.reduce(
    (event, { planned, latest }) =>
      withCounts(street, negateCounts(kindOf(latest.type).counts(planned)), event),
    withCounts(
      street,
      { openbareRuimten: -1 },
      endEvent(ending.map((latest) => [latest, ENDED_STATUS[latest.type]!])),
    ),
  );
}

const ENDED_STATUS: Readonly<Record<string, string>> = {
  OPR: "Naamgeving ingetrokken",
  NUM: "Naamgeving ingetrokken",
  VBO: "Verblijfsobject ingetrokken",
  LIG: "Plaats ingetrokken",
  STA: "Plaats ingetrokken",
};

/** Adds a street of three buildings, in a PC4 area that had no address. */
export const addStreet: Scenario = (street, country) => {
  const { street: model, woonplaats } = street.place;
  const buildings = [newBuilding(street, TODAY), newBuilding(street, TODAY), newBuilding(street, TODAY)];
  const [first] = buildings;
  if (!first) {
    return undefined;
  }
  const seed = hashSeed(first.nummeraanduiding.seed, 136);
  const naam = `Nieuw ${model.naam}`;
  const opr: OpenbareRuimte = {
    type: "OPR",
    identificatie: streetPrefix("OPR", model) + FOUR_DIGITS[first.nummeraanduiding.localNumber]!,
    naam,
    verkorteNaam: verkorteNaam(naam),
    streetType: "Weg",
    status: "Naamgeving uitgegeven",
    ligtIn: woonplaats.identificatie,
    ...documentOf(seed, TODAY),
    voorkomen: newVoorkomen(1, TODAY, seed),
  };
  const postcode = `${country.takeFreePc4(seed)}AA`;
  const events = buildings.map((building) => {
    const [pand, nummeraanduiding, residence] = building!.objects;
    const counts = { panden: 1, verblijfsobjecten: 1, adressen: 1 };
    return withCounts(
      street,
      counts,
      addEvent([pand, { ...nummeraanduiding, ligtAan: opr.identificatie, postcode }, residence]),
    );
  });
  return mergeEvents(withCounts(street, { openbareRuimten: 1 }, addEvent([opr])), ...events);
};

/** Moves an address to another street of the same woonplaats, with that street's postcode. */
export const moveNummeraanduiding: Scenario = (street, country) => {
  const other = country.otherStreet(street);
  const target = other?.plan.nummeraanduidingen.find(hasPostcode);
  if (!other || !target || other.isWithdrawn) {
    return undefined;
  }
  const stored = street.take(NUM, (planned) => planned.isReferenced && hasPostcode(planned));
  if (!stored) {
    return undefined;
  }
  // Marks the other street as changed, so that no later event withdraws it.
  other.nextLocalNumber();
  const ligtAan = streetPrefix("OPR", other.place.street) + FOUR_DIGITS[0]!;
  return changeEvent(stored.latest as Nummeraanduiding, { ligtAan, postcode: target.postcode });
};

function hasPostcode({ state, postcode, isInNeighbour }: PlannedNummeraanduiding): boolean {
  return state === "current" && postcode !== undefined && !isInNeighbour;
}
