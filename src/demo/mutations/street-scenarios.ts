/** Scenarios of whole streets, and of addresses that move between them. */
import { FOUR_DIGITS, streetPrefix } from "../country/identificatie.ts";
import { verkorteNaam } from "../names/verkorte-naam.ts";
import type { Nummeraanduiding, OpenbareRuimte } from "../official-format/objects.ts";
import { derive } from "../random.ts";
import { documentOf } from "../records/documents.ts";
import { LIG, NUM, STA, type StreetType, VBO } from "../records/street-types.ts";
import type { PlannedNummer, PlannedObject } from "../street/street-plan.ts";
import { type MutableStreet, registered } from "./mutable-street.ts";
import type { MutationEvent, Scenario } from "./mutation-event.ts";
import { addingOf, changeOf, counting, endingOf, joined, minus, TODAY } from "./mutation-groups.ts";
import { newBuilding } from "./mutation-scenarios.ts";

/** Maximum number of addresses of a street that is withdrawn. */
const WITHDRAWN_ADDRESSES = 25;

export const renameStreet: Scenario = (street) => {
  const latest = street.takeStreet();
  if (!latest) return undefined;
  const naam = `Nieuwe ${latest.naam}`;
  return changeOf(latest, { naam, verkorteNaam: verkorteNaam(naam) });
};

/** Withdraws a street with all its addresses and their objects; the panden stay. */
export const withdrawStreet: Scenario = (near, country) => {
  for (const street of country.streetsAround(near, WITHDRAWN_ADDRESSES)) {
    const event = withdrawalOf(street);
    if (event) return event;
  }
  return undefined;
};

function withdrawalOf(street: MutableStreet): MutationEvent | undefined {
  const { kind } = street.place.street;
  const plaatsen = kind === "quay" ? [LIG] : kind === "caravans" ? [STA] : [];
  const kinds = [NUM, VBO, ...plaatsen] as unknown as StreetType<PlannedObject>[];
  const whole = street.takeWhole(kinds);
  if (!whole) return undefined;
  const ending = [whole.street, ...whole.objects.map(({ latest }) => latest)];
  const kindOf = (type: string) => kinds.find((one) => one.type === type)!;
  return whole.objects.reduce(
    (event, { planned, latest }) => counting(street, minus(kindOf(latest.type).counts(planned)), event),
    counting(
      street,
      { openbareRuimten: -1 },
      endingOf(ending.map((latest) => [latest, ENDED[latest.type]!])),
    ),
  );
}

const ENDED: Readonly<Record<string, string>> = {
  OPR: "Naamgeving ingetrokken",
  NUM: "Naamgeving ingetrokken",
  VBO: "Verblijfsobject ingetrokken",
  LIG: "Plaats ingetrokken",
  STA: "Plaats ingetrokken",
};

/** Adds a street of three buildings, in a PC4 area that had no address. */
export const newStreet: Scenario = (street, country) => {
  const { street: model, woonplaats } = street.place;
  const buildings = [newBuilding(street, TODAY), newBuilding(street, TODAY), newBuilding(street, TODAY)];
  const [first] = buildings;
  if (!first) return undefined;
  const seed = derive(first.nummer.seed, 136);
  const naam = `Nieuw ${model.naam}`;
  const opr: OpenbareRuimte = {
    type: "OPR",
    identificatie: streetPrefix("OPR", model) + FOUR_DIGITS[first.nummer.local]!,
    naam,
    verkorteNaam: verkorteNaam(naam),
    soort: "Weg",
    status: "Naamgeving uitgegeven",
    ligtIn: woonplaats.identificatie,
    ...documentOf(seed, TODAY),
    voorkomen: registered(1, TODAY, seed),
  };
  const postcode = `${country.takeFreePc4(seed)}AA`;
  const events = buildings.map((building) => {
    const [pand, nummer, residence] = building!.objects;
    const counts = { panden: 1, verblijfsobjecten: 1, adressen: 1 };
    return counting(
      street,
      counts,
      addingOf([pand, { ...nummer, ligtAan: opr.identificatie, postcode }, residence]),
    );
  });
  return joined(counting(street, { openbareRuimten: 1 }, addingOf([opr])), ...events);
};

/** Moves an address to another street of the same woonplaats, with that street's postcode. */
export const moveNummer: Scenario = (street, country) => {
  const other = country.otherStreet(street);
  const target = other?.plan.nummers.find(hasPostcode);
  if (!other || !target || other.isWithdrawn) return undefined;
  const stored = street.take(NUM, (nummer) => nummer.referenced && hasPostcode(nummer));
  if (!stored) return undefined;
  // Marks the other street as changed, so that it is not withdrawn any more.
  other.nextLocal();
  const ligtAan = streetPrefix("OPR", other.place.street) + FOUR_DIGITS[0]!;
  return changeOf(stored.latest as Nummeraanduiding, { ligtAan, postcode: target.postcode });
};

function hasPostcode({ fate, postcode, elsewhere }: PlannedNummer): boolean {
  return fate === "current" && postcode !== undefined && !elsewhere;
}
