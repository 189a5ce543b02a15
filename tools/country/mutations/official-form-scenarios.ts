import { centrallyRegisteredAt, type Day, dateOf, registeredAt } from "../calendar.ts";
import type { DemoKenmerk } from "../official-format/in-onderzoek.ts";
import type { MutationGroup } from "../official-format/mutation-delivery.ts";
import type { BagObject, Nummeraanduiding, Pand, Verblijfsobject } from "../official-format/objects.ts";
import { hashSeed } from "../random.ts";
import { documentOf, newLife } from "../records/life.ts";
import { NUM, PND, VBO } from "../records/street-types.ts";
import type { PlannedNummeraanduiding, PlannedPand, PlannedVerblijfsobject } from "../street/street-plan.ts";
import { type MutableStreet, newVoorkomen, seedOf } from "./mutable-street.ts";
import {
  ANNOUNCED,
  type DemoChange,
  groupIdOf,
  type MutationEvent,
  makeEvent,
  negateCounts,
  replacementGroup,
  replacementGroups,
  type Scenario,
  TODAY,
} from "./mutation-groups.ts";

const changeResidence: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) {
    return undefined;
  }
  const latest = stored.latest as Verblijfsobject;
  const change = { oppervlakte: (latest.oppervlakte % 900_000) + 7, status: "Verbouwing verblijfsobject" };
  return makeEvent(replacementGroups(latest, change, TODAY), [{ ...groupIdOf(latest), kind: "changed" }]);
};

const changePand: Scenario = (street) => {
  const stored = street.take(PND);
  if (!stored) {
    return undefined;
  }
  const latest = stored.latest as Pand;
  return makeEvent(replacementGroups(latest, { bouwjaar: 2026, status: "Pand in gebruik" }, TODAY), [
    { ...groupIdOf(latest), kind: "changed" },
  ]);
};

/** Adds a letter to a house number. */
const renumber: Scenario = (street) => {
  const stored = street.take(NUM, (planned) => planned.isReferenced && planned.huisletter === undefined);
  if (!stored) {
    return undefined;
  }
  return makeEvent(replacementGroups(stored.latest as Nummeraanduiding, { huisletter: "w" }, TODAY), [
    { ...groupIdOf(stored.latest), kind: "changed" },
  ]);
};

/** Adds a pand, a nummeraanduiding and a verblijfsobject: toevoeging only, one group each. */
const newAddress: Scenario = (street) => addBuilding(street, TODAY);

/** Adds the same objects with a later begin. */
const announcedAddress: Scenario = (street) => addBuilding(street, ANNOUNCED);

function addBuilding(street: MutableStreet, begin: Day): MutationEvent | undefined {
  const building = newBuilding(street, begin);
  if (!building) {
    return undefined;
  }
  const { objects, nummeraanduiding } = building;
  const isAdded = begin === TODAY;
  return {
    groups: objects.map((wordt): MutationGroup => [{ kind: "toevoeging", wordt }]),
    changes: objects.map((object) => ({ ...groupIdOf(object), kind: isAdded ? "added" : "announced" })),
    tally: isAdded
      ? [
          {
            provincie: street.provincie,
            counts: { panden: 1, verblijfsobjecten: 1, ...NUM.counts(nummeraanduiding) },
          },
        ]
      : [],
  };
}

/** Returns the objects of a new building like the street's first: pand, nummeraanduiding, verblijfsobject. */
export function newBuilding(
  street: MutableStreet,
  begin: Day,
):
  | { objects: [Pand, Nummeraanduiding, Verblijfsobject]; nummeraanduiding: PlannedNummeraanduiding }
  | undefined {
  const [model] = street.plan.verblijfsobjecten;
  if (!model) {
    return undefined;
  }
  const localNumber = street.nextLocalNumber();
  const seed = hashSeed(model.seed, 132 + localNumber);
  const life = newLife(newVoorkomen(1, begin, seed), begin);
  const common = { localNumber, seed, decision: seed, state: "current", since: begin } as const;
  const pand: PlannedPand = { ...model.panden[0]!, ...common, bouwjaar: 2026 };
  const nummeraanduiding: PlannedNummeraanduiding = {
    ...model.hoofdadres,
    ...common,
    huisnummer: 1000 + localNumber,
    isReferenced: true,
    isInNeighbour: false,
  };
  const residence: PlannedVerblijfsobject = {
    ...model,
    ...common,
    hoofdadres: nummeraanduiding,
    nevenadressen: [],
    panden: [pand],
  };
  const { records } = street;
  return {
    nummeraanduiding,
    objects: [
      records.pand(pand, life, 0),
      records.nummeraanduiding(nummeraanduiding, life, 0),
      records.verblijfsobject(residence, life, 0),
    ],
  };
}

/** Withdraws a residence and its address, one group each. */
const withdrawResidence: Scenario = (street) => {
  const residence = street.take(VBO, ({ nevenadressen }) => nevenadressen.length === 0);
  const nummeraanduiding = residence && street.takePlanned(NUM, residence.planned.hoofdadres);
  if (!nummeraanduiding) {
    return undefined;
  }
  const ended: readonly [BagObject, string][] = [
    [nummeraanduiding.latest, "Naamgeving ingetrokken"],
    [residence.latest, "Verblijfsobject ingetrokken"],
  ];
  const counts = { verblijfsobjecten: -1, ...negateCounts(NUM.counts(nummeraanduiding.planned)) };
  return {
    groups: ended.map(([latest, status]) => replacementGroup(latest, { status }, TODAY)),
    changes: ended.map(([latest]) => ({ ...groupIdOf(latest), kind: "ended" })),
    tally: [{ provincie: street.provincie, counts }],
  };
};

/** Corrects a residence within its voorkomen: wijziging only. */
const correctResidence: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) {
    return undefined;
  }
  const was = stored.latest as Verblijfsobject;
  const wordt = { ...was, oppervlakte: (was.oppervlakte % 900_000) + 1 };
  return makeEvent([[{ kind: "wijziging", was, wordt }]], [{ ...groupIdOf(was), kind: "changed" }]);
};

/** Declares that a shed was never part of the BAG: wijziging only. */
const declareNietBag: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) {
    return undefined;
  }
  const was = stored.latest;
  const tijdstipNietBagLV = centrallyRegisteredAt(TODAY, seedOf(was));
  const wordt = { ...was, voorkomen: { ...was.voorkomen, tijdstipNietBagLV } };
  return {
    ...makeEvent([[{ kind: "wijziging", was, wordt }]], [{ ...groupIdOf(was), kind: "removed" }]),
    tally: tallyOfRemovedShed(street),
  };
};

/** Deletes the only voorkomen of a shed. */
const removeShed: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) {
    return undefined;
  }
  const was = stored.latest;
  return {
    ...makeEvent([[{ kind: "verwijdering", was }]], [{ ...groupIdOf(was), kind: "removed" }]),
    tally: tallyOfRemovedShed(street),
  };
};

/** Changes one pand twice on one day, in two groups that must be applied in document order. */
const changeTwice: Scenario = (street) => {
  const stored = street.take(PND);
  if (!stored) {
    return undefined;
  }
  const latest = stored.latest as Pand;
  const first = replacementGroup(latest, { status: "Verbouwing pand" }, TODAY);
  const between = (first[1] as { wordt: Pand }).wordt;
  const second = replacementGroup(between, { status: "Pand in gebruik", bouwjaar: 2025 }, TODAY);
  return makeEvent([first, second], [{ ...groupIdOf(latest), kind: "changed" }]);
};

/** Adds a voorkomen that begins later: until then the present one stays in force, with an end. */
const announceWithdrawal: Scenario = (street) => {
  const stored = street.take(NUM, (planned) => planned.isReferenced);
  if (!stored) {
    return undefined;
  }
  const change = { status: "Naamgeving ingetrokken" };
  return makeEvent(replacementGroups(stored.latest as Nummeraanduiding, change, ANNOUNCED), [
    { ...groupIdOf(stored.latest), kind: "announced" },
  ]);
};

/** Puts an attribute under investigation: only an IOMUT group. */
const investigate: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) {
    return undefined;
  }
  const seed = seedOf(stored.latest);
  const wordt: DemoKenmerk = {
    ...groupIdOf(stored.latest),
    kenmerk: "oppervlakte",
    inOnderzoek: true,
    ...documentOf(seed, TODAY),
    beginGeldigheid: dateOf(TODAY),
    tijdstipRegistratie: registeredAt(TODAY, seed),
    tijdstipRegistratieLV: centrallyRegisteredAt(TODAY, seed),
  };
  const changes: DemoChange[] = [{ ...groupIdOf(stored.latest), kind: "in onderzoek" }];
  return { groups: [], inOnderzoek: [[{ kind: "toevoeging", wordt }]], changes, tally: [] };
};

/** Scenarios in the order of their turns; together they cover all forms that docs/bag-format.md §2 names. */
export const OFFICIAL_FORMS: readonly Scenario[] = [
  changeResidence,
  newAddress,
  removeShed,
  changePand,
  withdrawResidence,
  correctResidence,
  changeTwice,
  announceWithdrawal,
  renumber,
  declareNietBag,
  announcedAddress,
  investigate,
];

/** Takes a pand without residences and with a single voorkomen: removing the voorkomen removes the object. */
export function takeShed(street: MutableStreet) {
  const inhabited = new Set(street.plan.verblijfsobjecten.flatMap(({ panden }) => panden));
  return street.take(PND, (pand, life) => life.voorkomens.length === 1 && !inhabited.has(pand));
}

function tallyOfRemovedShed(street: MutableStreet): MutationEvent["tally"] {
  return [{ provincie: street.provincie, counts: { panden: -1 } }];
}
