import { centrallyRegisteredAt, type Day, dateOf, registeredAt } from "../calendar.ts";
import type { KenmerkInOnderzoek } from "../official-format/in-onderzoek.ts";
import type { MutationGroup } from "../official-format/mutation-file.ts";
import type { BagObject, Nummeraanduiding, Pand, Verblijfsobject } from "../official-format/objects.ts";
import { derive } from "../random.ts";
import { documentOf } from "../records/documents.ts";
import { NUM, PND, VBO } from "../records/street-types.ts";
import type { PlannedNummer, PlannedPand, PlannedVerblijfsobject } from "../street/street-plan.ts";
import { type MutableStreet, registered, seedOf } from "./mutable-street.ts";
import type { DemoChange, MutationEvent, Scenario } from "./mutation-event.ts";
import { ANNOUNCED, event, idOf, minus, replace, replacing, TODAY } from "./mutation-groups.ts";

const changeResidence: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) return undefined;
  const latest = stored.latest as Verblijfsobject;
  const change = { oppervlakte: (latest.oppervlakte % 900_000) + 7, status: "Verbouwing verblijfsobject" };
  return event(replace(latest, change, TODAY), [{ ...idOf(latest), kind: "changed" }]);
};

const changePand: Scenario = (street) => {
  const stored = street.take(PND);
  if (!stored) return undefined;
  const latest = stored.latest as Pand;
  return event(replace(latest, { bouwjaar: 2026, status: "Pand in gebruik" }, TODAY), [
    { ...idOf(latest), kind: "changed" },
  ]);
};

/** Adds a letter to a house number. */
const renumber: Scenario = (street) => {
  const stored = street.take(NUM, (nummer) => nummer.referenced && nummer.huisletter === undefined);
  if (!stored) return undefined;
  return event(replace(stored.latest as Nummeraanduiding, { huisletter: "w" }, TODAY), [
    { ...idOf(stored.latest), kind: "changed" },
  ]);
};

/** Adds a pand, a nummeraanduiding and a verblijfsobject: toevoeging only, one group each. */
const newAddress: Scenario = (street) => build(street, TODAY);

/** Adds the same objects with a later begin. */
const announcedAddress: Scenario = (street) => build(street, ANNOUNCED);

function build(street: MutableStreet, begin: Day): MutationEvent | undefined {
  const made = newBuilding(street, begin);
  if (!made) return undefined;
  const { objects, nummer } = made;
  const added = begin === TODAY;
  return {
    groups: objects.map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
    changes: objects.map((object) => ({ ...idOf(object), kind: added ? "added" : "announced" })),
    tally: added
      ? [{ provincie: street.provincie, counts: { panden: 1, verblijfsobjecten: 1, ...NUM.counts(nummer) } }]
      : [],
  };
}

/** Returns the objects of a new building like the street's first: pand, nummeraanduiding, verblijfsobject. */
export function newBuilding(
  street: MutableStreet,
  begin: Day,
): { objects: [Pand, Nummeraanduiding, Verblijfsobject]; nummer: PlannedNummer } | undefined {
  const [model] = street.plan.verblijfsobjecten;
  if (!model) return undefined;
  const local = street.nextLocal();
  const seed = derive(model.seed, 132 + local);
  const life = { voorkomens: [registered(1, begin, seed)], inForce: 0, settled: 0, withdrawn: 1 };
  const own = { local, seed, fate: "current", since: begin } as const;
  const pand: PlannedPand = { ...model.panden[0]!, ...own, bouwjaar: 2026 };
  const nummer: PlannedNummer = {
    ...model.hoofdadres,
    ...own,
    huisnummer: 1000 + local,
    referenced: true,
    elsewhere: false,
  };
  const residence: PlannedVerblijfsobject = {
    ...model,
    ...own,
    hoofdadres: nummer,
    nevenadressen: [],
    panden: [pand],
  };
  const { records } = street;
  return {
    nummer,
    objects: [
      records.pand(pand, life, 0),
      records.nummeraanduiding(nummer, life, 0),
      records.verblijfsobject(residence, life, 0),
    ],
  };
}

/** Withdraws a residence and its address, one group each. */
const withdraw: Scenario = (street) => {
  const residence = street.take(VBO, ({ nevenadressen }) => nevenadressen.length === 0);
  const nummer = residence && street.takeThis(NUM, residence.planned.hoofdadres);
  if (!nummer) return undefined;
  const ended: readonly [BagObject, string][] = [
    [nummer.latest, "Naamgeving ingetrokken"],
    [residence.latest, "Verblijfsobject ingetrokken"],
  ];
  const counts = { verblijfsobjecten: -1, ...minus(NUM.counts(nummer.planned)) };
  return {
    groups: ended.map(([latest, status]) => replacing(latest, { status }, TODAY)),
    changes: ended.map(([latest]) => ({ ...idOf(latest), kind: "ended" })),
    tally: [{ provincie: street.provincie, counts }],
  };
};

/** Corrects a residence within its voorkomen: wijziging only. */
const correct: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) return undefined;
  const was = stored.latest as Verblijfsobject;
  const wordt = { ...was, oppervlakte: (was.oppervlakte % 900_000) + 1 };
  return event([[{ kind: "wijziging", was, wordt }]], [{ ...idOf(was), kind: "changed" }]);
};

/** Declares that a shed was never part of the BAG: wijziging only. */
const declareNietBag: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) return undefined;
  const was = stored.latest;
  const tijdstipNietBagLV = centrallyRegisteredAt(TODAY, seedOf(was));
  const wordt = { ...was, voorkomen: { ...was.voorkomen, tijdstipNietBagLV } };
  return {
    ...event([[{ kind: "wijziging", was, wordt }]], [{ ...idOf(was), kind: "removed" }]),
    tally: oneShedLess(street),
  };
};

/** Deletes the only voorkomen of a shed. */
const remove: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) return undefined;
  const was = stored.latest;
  return {
    ...event([[{ kind: "verwijdering", was }]], [{ ...idOf(was), kind: "removed" }]),
    tally: oneShedLess(street),
  };
};

/** Changes one pand twice on one day, in two groups that must be applied in document order. */
const changeTwice: Scenario = (street) => {
  const stored = street.take(PND);
  if (!stored) return undefined;
  const latest = stored.latest as Pand;
  const first = replacing(latest, { status: "Verbouwing pand" }, TODAY);
  const between = (first[1] as { wordt: Pand }).wordt;
  const second = replacing(between, { status: "Pand in gebruik", bouwjaar: 2025 }, TODAY);
  return event([first, second], [{ ...idOf(latest), kind: "changed" }]);
};

/** Adds a voorkomen that begins later: until then the present one stays in force, with an end. */
const announce: Scenario = (street) => {
  const stored = street.take(NUM, (nummer) => nummer.referenced);
  if (!stored) return undefined;
  const change = { status: "Naamgeving ingetrokken" };
  return event(replace(stored.latest as Nummeraanduiding, change, ANNOUNCED), [
    { ...idOf(stored.latest), kind: "announced" },
  ]);
};

/** Puts an attribute under investigation: only an IOMUT group. */
const investigate: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) return undefined;
  const seed = seedOf(stored.latest);
  const wordt: KenmerkInOnderzoek = {
    ...idOf(stored.latest),
    kenmerk: "oppervlakte",
    inOnderzoek: true,
    ...documentOf(seed, TODAY),
    beginGeldigheid: dateOf(TODAY),
    tijdstipRegistratie: registeredAt(TODAY, seed),
    tijdstipRegistratieLV: centrallyRegisteredAt(TODAY, seed),
  };
  const changes: DemoChange[] = [{ ...idOf(stored.latest), kind: "in onderzoek" }];
  return { groups: [], inOnderzoek: [[{ kind: "toevoeging", wordt }]], changes, tally: [] };
};

/** Scenarios in the order of their turns; together they cover all forms that bag-format.md §2 names. */
export const OFFICIAL_FORMS: readonly Scenario[] = [
  changeResidence,
  newAddress,
  remove,
  changePand,
  withdraw,
  correct,
  changeTwice,
  announce,
  renumber,
  declareNietBag,
  announcedAddress,
  investigate,
];

/** Takes a pand without residences and with a single voorkomen, so that removing that removes the object. */
export function takeShed(street: MutableStreet) {
  const inhabited = new Set(street.plan.verblijfsobjecten.flatMap(({ panden }) => panden));
  return street.take(PND, (pand, life) => life.voorkomens.length === 1 && !inhabited.has(pand));
}

function oneShedLess(street: MutableStreet): MutationEvent["tally"] {
  return [{ provincie: street.provincie, counts: { panden: -1 } }];
}
