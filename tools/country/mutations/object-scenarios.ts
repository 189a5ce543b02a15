/** Scenarios of single objects; official-form-scenarios.ts has further ones. */
import { centrallyRegisteredAt, registeredAt } from "../calendar.ts";
import type { RdPolygon, RdRing } from "../official-format/gml.ts";
import type { BagObject, Pand, Verblijfsobject } from "../official-format/objects.ts";
import { hashSeed } from "../random.ts";
import { newLife } from "../records/life.ts";
import { LIG, NUM, PND, STA, type StreetType, VBO } from "../records/street-types.ts";
import type { PlannedNummeraanduiding, PlannedObject, PlannedPlaats } from "../street/street-plan.ts";
import { newVoorkomen, seedOf } from "./mutable-street.ts";
import {
  addEvent,
  changeEvent,
  endEvent,
  groupIdOf,
  makeEvent,
  mergeEvents,
  negateCounts,
  type Scenario,
  TODAY,
  withCounts,
} from "./mutation-groups.ts";
import { takeShed } from "./official-form-scenarios.ts";

/** Deletes the last voorkomen as a mistake; the one before it has no end again. */
export const revert: Scenario = (street, { hasHistory }) => {
  if (!hasHistory) {
    return undefined;
  }
  const stored = street.take(VBO, (_, life) => life.voorkomens.length > 1);
  if (!stored?.previous) {
    return undefined;
  }
  const { latest, previous } = stored;
  return makeEvent(
    [
      [
        { kind: "verwijdering", was: latest },
        { kind: "wijziging", was: previous, wordt: withoutEnd(previous) },
      ],
    ],
    [{ ...groupIdOf(latest), kind: "changed" }],
  );
};

/** Cancels an announced change: the future voorkomen is made inactive, the present one has no end again. */
export const withdrawAnnouncement: Scenario = (street, { hasHistory }) => {
  if (!hasHistory) {
    return undefined;
  }
  for (const kind of [VBO, NUM, PND] as unknown as StreetType<PlannedObject>[]) {
    const stored = street.takeAnnounced(kind);
    if (!stored?.previous) {
      continue;
    }
    const { latest, previous } = stored;
    const seed = seedOf(latest);
    const inactive = {
      tijdstipInactief: registeredAt(TODAY, seed),
      tijdstipInactiefLV: centrallyRegisteredAt(TODAY, seed),
    };
    return makeEvent(
      [
        [
          {
            kind: "wijziging",
            was: latest,
            wordt: { ...latest, voorkomen: { ...latest.voorkomen, ...inactive } },
          },
        ],
        [{ kind: "wijziging", was: previous, wordt: withoutEnd(previous) }],
      ],
      [{ ...groupIdOf(latest), kind: "changed" }],
    );
  }
  return undefined;
};

function withoutEnd<T extends BagObject>(object: T): T {
  const none = {
    eindGeldigheid: undefined,
    eindRegistratie: undefined,
    tijdstipEindRegistratieLV: undefined,
  };
  return { ...object, voorkomen: { ...object.voorkomen, ...none } };
}

/** Removes a shed, and adds it again in the next group. */
export const removeAndReenter: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) {
    return undefined;
  }
  const was = stored.latest as Pand;
  return makeEvent(
    [[{ kind: "verwijdering", was }], [{ kind: "toevoeging", wordt: { ...was, bouwjaar: 1987 } }]],
    [{ ...groupIdOf(was), kind: "changed" }],
  );
};

/** Moves a residence to another pand, or extends it to that pand. */
export const changePanden: Scenario = (street) => {
  const { panden } = street.plan;
  const other = panden.find((pand) => pand.state === "current");
  const stored = street.take(VBO, (residence) => other !== undefined && !residence.panden.includes(other));
  if (!stored) {
    return undefined;
  }
  const latest = stored.latest as Verblijfsobject;
  const added = PND.record(street.records, other!, lifeFromToday(other!.seed)).identificatie;
  return changeEvent(latest, { panden: seedOf(latest) % 2 === 0 ? [added] : [...latest.panden, added] });
};

/** Demolishes a pand whose residences still exist. */
export const demolish: Scenario = (street) => {
  const stored = street.take(PND, (pand) => isInhabited(street, pand));
  if (!stored) {
    return undefined;
  }
  return withCounts(street, { panden: -1 }, endEvent([[stored.latest, "Pand gesloopt"]]));
};

/** Redraws a pand, moved 0.75 m east and 0.5 m south. */
export const redraw: Scenario = (street) => {
  const stored = street.take(PND, (pand) => isInhabited(street, pand));
  if (!stored) {
    return undefined;
  }
  const latest = stored.latest as Pand;
  return changeEvent(latest, { geometrie: shifted(latest.geometrie) });
};

const isInhabited = (street: Parameters<Scenario>[0], wanted: unknown): boolean =>
  street.plan.verblijfsobjecten.some(({ state, panden: [pand] }) => state === "current" && pand === wanted);

function shifted({ exterior, interiors }: RdPolygon): RdPolygon {
  const shift = (ring: RdRing) => Array.from(ring, (ordinate, i) => ordinate + (i % 2 === 0 ? 0.75 : -0.5));
  return { exterior: shift(exterior), interiors: interiors?.map(shift) };
}

/** Adds a nevenadres to a residence. */
export const addNevenadres: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) {
    return undefined;
  }
  const latest = stored.latest as Verblijfsobject;
  const localNumber = street.nextLocalNumber();
  const seed = hashSeed(stored.planned.seed, 134);
  const nummeraanduiding: PlannedNummeraanduiding = {
    ...stored.planned.hoofdadres,
    ...{
      localNumber,
      seed,
      decision: seed,
      since: TODAY,
      huisletter: "n",
      isReferenced: true,
      isInNeighbour: false,
    },
  };
  const added = NUM.record(street.records, nummeraanduiding, lifeFromToday(seed));
  const nevenadressen = [...(latest.nevenadressen ?? []), added.identificatie];
  const events = mergeEvents(addEvent([added]), changeEvent(latest, { nevenadressen }));
  return withCounts(street, NUM.counts(nummeraanduiding), events);
};

/** Removes the nevenadres of a residence; the nummeraanduiding stays, without an object that names it. */
export const removeNevenadres: Scenario = (street) => {
  const stored = street.take(VBO, ({ nevenadressen }) =>
    nevenadressen.some(({ state }) => state === "current"),
  );
  const nevenadres = stored?.planned.nevenadressen.find(({ state }) => state === "current");
  const nummeraanduiding = nevenadres && street.takePlanned(NUM, nevenadres);
  if (!stored || !nummeraanduiding) {
    return undefined;
  }
  const latest = stored.latest as Verblijfsobject;
  const nevenadressen = latest.nevenadressen?.filter((id) => id !== nummeraanduiding.latest.identificatie);
  return withCounts(
    street,
    negateCounts(NUM.counts(nummeraanduiding.planned)),
    changeEvent(latest, { nevenadressen }),
  );
};

/** Adds a ligplaats or standplaats with its address. */
export const addPlaats: Scenario = (street) => {
  const kind = plaatsKindOf(street);
  const [model] = street.plan.plaatsen;
  if (!kind || !model) {
    return undefined;
  }
  const localNumber = street.nextLocalNumber();
  const seed = hashSeed(model.seed, 135 + localNumber);
  const common = { localNumber, seed, decision: seed, state: "current", since: TODAY } as const;
  const nummeraanduiding = {
    ...model.hoofdadres,
    ...common,
    huisnummer: 1000 + localNumber,
    isReferenced: true,
    isInNeighbour: false,
  };
  const planned: PlannedPlaats = {
    ...model,
    ...common,
    hoofdadres: nummeraanduiding,
    along: model.along + 3,
  };
  const objects = [
    NUM.record(street.records, nummeraanduiding, lifeFromToday(seed)),
    kind.record(street.records, planned, lifeFromToday(seed)),
  ];
  return withCounts(street, { ...kind.counts(planned), ...NUM.counts(nummeraanduiding) }, addEvent(objects));
};

export const withdrawPlaats: Scenario = (street) => {
  const kind = plaatsKindOf(street);
  const stored = kind && street.take(kind);
  const nummeraanduiding = stored && street.takePlanned(NUM, stored.planned.hoofdadres);
  if (!kind || !stored || !nummeraanduiding) {
    return undefined;
  }
  const removedCounts = negateCounts({
    ...kind.counts(stored.planned),
    ...NUM.counts(nummeraanduiding.planned),
  });
  const ended = endEvent([
    [stored.latest, "Plaats ingetrokken"],
    [nummeraanduiding.latest, "Naamgeving ingetrokken"],
  ]);
  return withCounts(street, removedCounts, ended);
};

function plaatsKindOf({ place: { street } }: Parameters<Scenario>[0]): StreetType<PlannedPlaats> | undefined {
  return street.kind === "quay" ? LIG : street.kind === "caravans" ? STA : undefined;
}

/** Returns the life of an object whose only voorkomen begins today. */
function lifeFromToday(seed: number) {
  return { life: newLife(newVoorkomen(1, TODAY, seed), TODAY), index: 0 };
}
