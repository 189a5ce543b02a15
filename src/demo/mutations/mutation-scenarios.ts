import { centrallyRegisteredAt, type Day, dateOf, REFERENCE_DAY, registeredAt } from "../calendar.ts";
import type { KenmerkInOnderzoek } from "../official-format/in-onderzoek.ts";
import type { Mutation, MutationGroup } from "../official-format/mutation-file.ts";
import type { BagObject, Nummeraanduiding, Pand, Verblijfsobject } from "../official-format/objects.ts";
import { derive } from "../random.ts";
import { documentOf } from "../records/documents.ts";
import { NUM, PND, VBO } from "../records/street-types.ts";
import type { PlannedNummer, PlannedPand, PlannedVerblijfsobject } from "../street/street-plan.ts";
import { closed, type MutableStreet, registered, seedOf, succeeding } from "./mutable-street.ts";
import type { DemoChange, MutationEvent } from "./mutation-event.ts";

/** One kind of event in a street; `undefined` when no object there is left for it. */
type Scenario = (street: MutableStreet) => MutationEvent | undefined;

/** New voorkomens begin on the reference date, announced ones a month later. */
const TODAY = REFERENCE_DAY;
const ANNOUNCED = REFERENCE_DAY + 30;

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

/** A house number gets a letter. */
const renumber: Scenario = (street) => {
  const stored = street.take(NUM, (nummer) => nummer.referenced && nummer.huisletter === undefined);
  if (!stored) return undefined;
  return event(replace(stored.latest as Nummeraanduiding, { huisletter: "w" }, TODAY), [
    { ...idOf(stored.latest), kind: "changed" },
  ]);
};

/** Pand, nummeraanduiding and verblijfsobject appear: toevoeging only, a group each. */
const newAddress: Scenario = (street) => build(street, TODAY);

/** The same, but yet to come. */
const announcedAddress: Scenario = (street) => build(street, ANNOUNCED);

function build(street: MutableStreet, begin: Day): MutationEvent | undefined {
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
  const at = { life, index: 0 };
  const objects = [
    PND.record(street.records, pand, at),
    NUM.record(street.records, nummer, at),
    VBO.record(street.records, residence, at),
  ];
  const added = begin === TODAY;
  return {
    groups: objects.map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
    changes: objects.map((object) => ({ ...idOf(object), kind: added ? "added" : "announced" })),
    tally: added
      ? [{ provincie: street.provincie, counts: { panden: 1, verblijfsobjecten: 1, ...NUM.counts(nummer) } }]
      : [],
  };
}

/** A residence and its address are withdrawn, a group each. */
const withdraw: Scenario = (street) => {
  const residence = street.take(VBO, ({ nevenadressen }) => nevenadressen.length === 0);
  const nummer = residence && street.takeThis(NUM, residence.planned.hoofdadres);
  if (!nummer) return undefined;
  const ended: readonly [BagObject, string][] = [
    [nummer.latest, "Naamgeving ingetrokken"],
    [residence.latest, "Verblijfsobject ingetrokken"],
  ];
  const lost = NUM.counts(nummer.planned);
  const counts = {
    verblijfsobjecten: -1,
    adressen: -lost.adressen!,
    adressenWithoutPostcode: -lost.adressenWithoutPostcode!,
  };
  return {
    groups: ended.map(([latest, status]) => replacing(latest, { status }, TODAY)),
    changes: ended.map(([latest]) => ({ ...idOf(latest), kind: "ended" })),
    tally: [{ provincie: street.provincie, counts }],
  };
};

/** A correction within the voorkomen: wijziging only. */
const correct: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) return undefined;
  const was = stored.latest as Verblijfsobject;
  const wordt = { ...was, oppervlakte: (was.oppervlakte % 900_000) + 1 };
  return event([[{ kind: "wijziging", was, wordt }]], [{ ...idOf(was), kind: "changed" }]);
};

/** A shed turns out never to have been part of the BAG: wijziging only. */
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

/** The only voorkomen of a shed is deleted. */
const remove: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) return undefined;
  const was = stored.latest;
  return {
    ...event([[{ kind: "verwijdering", was }]], [{ ...idOf(was), kind: "removed" }]),
    tally: oneShedLess(street),
  };
};

/** Two changes of one pand on one day, in two groups: apply them in document order. */
const changeTwice: Scenario = (street) => {
  const stored = street.take(PND);
  if (!stored) return undefined;
  const latest = stored.latest as Pand;
  const first = replacing(latest, { status: "Verbouwing pand" }, TODAY);
  const between = (first[1] as { wordt: Pand }).wordt;
  const second = replacing(between, { status: "Pand in gebruik", bouwjaar: 2025 }, TODAY);
  return event([first, second], [{ ...idOf(latest), kind: "changed" }]);
};

/** A voorkomen that begins later: until then the present one stays in force, with an end. */
const announce: Scenario = (street) => {
  const stored = street.take(NUM, (nummer) => nummer.referenced);
  if (!stored) return undefined;
  const change = { status: "Naamgeving ingetrokken" };
  return event(replace(stored.latest as Nummeraanduiding, change, ANNOUNCED), [
    { ...idOf(stored.latest), kind: "announced" },
  ]);
};

/** An investigation begins: nothing but an IOMUT group. */
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

/** In turn; together all forms that bag-format.md §2 names. */
export const SCENARIOS: readonly Scenario[] = [
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

/** A pand that no residence lies in, with a single voorkomen, so that removing that removes the object. */
function takeShed(street: MutableStreet) {
  const inhabited = new Set(street.plan.verblijfsobjecten.flatMap(({ panden }) => panden));
  return street.take(PND, (pand, life) => life.voorkomens.length === 1 && !inhabited.has(pand));
}

function oneShedLess(street: MutableStreet): MutationEvent["tally"] {
  return [{ provincie: street.provincie, counts: { panden: -1 } }];
}

function event(groups: readonly MutationGroup[], changes: readonly DemoChange[]): MutationEvent {
  return { groups, changes, tally: [] };
}

function replace<T extends BagObject>(latest: T, changes: Partial<T>, begin: Day): MutationGroup[] {
  return [replacing(latest, changes, begin)];
}

/** Wijziging that ends the latest voorkomen, and toevoeging of its successor. */
function replacing<T extends BagObject>(latest: T, changes: Partial<T>, begin: Day): Mutation[] {
  const seed = seedOf(latest);
  const wordt = { ...latest, voorkomen: closed(latest.voorkomen, begin, seed) };
  const next = { ...latest, ...changes, voorkomen: succeeding(latest.voorkomen, begin, seed) };
  return [
    { kind: "wijziging", was: latest, wordt },
    { kind: "toevoeging", wordt: next },
  ];
}

function idOf({ type, identificatie }: BagObject): Pick<DemoChange, "type" | "identificatie"> {
  return { type, identificatie };
}
