/** Scenarios of single objects, beside those of mutation-scenarios.ts. */
import { centrallyRegisteredAt, registeredAt } from "../calendar.ts";
import type { RdPolygon, RdRing } from "../official-format/gml.ts";
import type { BagObject, Pand, Verblijfsobject } from "../official-format/objects.ts";
import { derive } from "../random.ts";
import { LIG, NUM, PND, STA, type StreetType, VBO } from "../records/street-types.ts";
import type { PlannedNummer, PlannedObject, PlannedPlaats } from "../street/street-plan.ts";
import { registered, seedOf } from "./mutable-street.ts";
import type { Scenario } from "./mutation-event.ts";
import {
  addingOf,
  changeOf,
  counting,
  endingOf,
  event,
  idOf,
  joined,
  minus,
  TODAY,
} from "./mutation-groups.ts";
import { takeShed } from "./mutation-scenarios.ts";

/** Deletes the last voorkomen as a mistake; the one before it has no end again. */
export const revert: Scenario = (street, { hasHistory }) => {
  if (!hasHistory) return undefined;
  const stored = street.take(VBO, (_, life) => life.voorkomens.length > 1);
  if (!stored?.previous) return undefined;
  const { latest, previous } = stored;
  return event(
    [
      [
        { kind: "verwijdering", was: latest },
        { kind: "wijziging", was: previous, wordt: endless(previous) },
      ],
    ],
    [{ ...idOf(latest), kind: "changed" }],
  );
};

/** Cancels an announced change: the future voorkomen is made inactive, the present one has no end again. */
export const withdrawAnnouncement: Scenario = (street, { hasHistory }) => {
  if (!hasHistory) return undefined;
  for (const kind of [VBO, NUM, PND] as unknown as StreetType<PlannedObject>[]) {
    const stored = street.takeAnnounced(kind);
    if (!stored?.previous) continue;
    const { latest, previous } = stored;
    const seed = seedOf(latest);
    const inactive = {
      tijdstipInactief: registeredAt(TODAY, seed),
      tijdstipInactiefLV: centrallyRegisteredAt(TODAY, seed),
    };
    return event(
      [
        [
          {
            kind: "wijziging",
            was: latest,
            wordt: { ...latest, voorkomen: { ...latest.voorkomen, ...inactive } },
          },
        ],
        [{ kind: "wijziging", was: previous, wordt: endless(previous) }],
      ],
      [{ ...idOf(latest), kind: "changed" }],
    );
  }
  return undefined;
};

function endless<T extends BagObject>(object: T): T {
  const none = {
    eindGeldigheid: undefined,
    eindRegistratie: undefined,
    tijdstipEindRegistratieLV: undefined,
  };
  return { ...object, voorkomen: { ...object.voorkomen, ...none } };
}

/** Deletes a shed, and enters it again in the next group. */
export const enterAgain: Scenario = (street) => {
  const stored = takeShed(street);
  if (!stored) return undefined;
  const was = stored.latest as Pand;
  return event(
    [[{ kind: "verwijdering", was }], [{ kind: "toevoeging", wordt: { ...was, bouwjaar: 1987 } }]],
    [{ ...idOf(was), kind: "changed" }],
  );
};

/** Moves a residence to another pand, or extends it to that pand. */
export const changePanden: Scenario = (street) => {
  const { panden } = street.plan;
  const other = panden.find((pand) => pand.fate === "current");
  const stored = street.take(VBO, (residence) => other !== undefined && !residence.panden.includes(other));
  if (!stored) return undefined;
  const latest = stored.latest as Verblijfsobject;
  const added = PND.record(street.records, other!, lifeToday(other!.seed)).identificatie;
  return changeOf(latest, { panden: seedOf(latest) % 2 === 0 ? [added] : [...latest.panden, added] });
};

/** Demolishes a pand whose residences still exist. */
export const demolish: Scenario = (street) => {
  const stored = street.take(PND, (pand) => isInhabited(street, pand));
  if (!stored) return undefined;
  return counting(street, { panden: -1 }, endingOf([[stored.latest, "Pand gesloopt"]]));
};

/** Redraws a pand, moved 0.75 m east and 0.5 m south. */
export const redraw: Scenario = (street) => {
  const stored = street.take(PND, (pand) => isInhabited(street, pand));
  if (!stored) return undefined;
  const latest = stored.latest as Pand;
  return changeOf(latest, { geometrie: shifted(latest.geometrie) });
};

const isInhabited = (street: Parameters<Scenario>[0], wanted: unknown): boolean =>
  street.plan.verblijfsobjecten.some(({ fate, panden: [pand] }) => fate === "current" && pand === wanted);

function shifted({ exterior, interiors }: RdPolygon): RdPolygon {
  const shift = (ring: RdRing) => Array.from(ring, (ordinate, i) => ordinate + (i % 2 === 0 ? 0.75 : -0.5));
  return { exterior: shift(exterior), interiors: interiors?.map(shift) };
}

/** Adds a nevenadres to a residence. */
export const addNevenadres: Scenario = (street) => {
  const stored = street.take(VBO);
  if (!stored) return undefined;
  const latest = stored.latest as Verblijfsobject;
  const local = street.nextLocal();
  const seed = derive(stored.planned.seed, 134);
  const nummer: PlannedNummer = {
    ...stored.planned.hoofdadres,
    ...{ local, seed, since: TODAY, huisletter: "n", referenced: true, elsewhere: false },
  };
  const added = NUM.record(street.records, nummer, lifeToday(seed));
  const nevenadressen = [...(latest.nevenadressen ?? []), added.identificatie];
  const events = joined(addingOf([added]), changeOf(latest, { nevenadressen }));
  return counting(street, NUM.counts(nummer), events);
};

/** Removes the nevenadres of a residence; the nummeraanduiding stays, without an object that names it. */
export const dropNevenadres: Scenario = (street) => {
  const stored = street.take(VBO, ({ nevenadressen }) =>
    nevenadressen.some(({ fate }) => fate === "current"),
  );
  const neven = stored?.planned.nevenadressen.find(({ fate }) => fate === "current");
  const nummer = neven && street.takeThis(NUM, neven);
  if (!stored || !nummer) return undefined;
  const latest = stored.latest as Verblijfsobject;
  const nevenadressen = latest.nevenadressen?.filter((id) => id !== nummer.latest.identificatie);
  return counting(street, minus(NUM.counts(nummer.planned)), changeOf(latest, { nevenadressen }));
};

/** Adds a ligplaats or standplaats with its address. */
export const newPlaats: Scenario = (street) => {
  const kind = plaatsKindOf(street);
  const [model] = street.plan.plaatsen;
  if (!kind || !model) return undefined;
  const local = street.nextLocal();
  const seed = derive(model.seed, 135 + local);
  const own = { local, seed, fate: "current", since: TODAY } as const;
  const nummer = {
    ...model.hoofdadres,
    ...own,
    huisnummer: 1000 + local,
    referenced: true,
    elsewhere: false,
  };
  const planned: PlannedPlaats = { ...model, ...own, hoofdadres: nummer, along: model.along + 3 };
  const objects = [
    NUM.record(street.records, nummer, lifeToday(seed)),
    kind.record(street.records, planned, lifeToday(seed)),
  ];
  return counting(street, { ...kind.counts(planned), ...NUM.counts(nummer) }, addingOf(objects));
};

export const withdrawPlaats: Scenario = (street) => {
  const kind = plaatsKindOf(street);
  const stored = kind && street.take(kind);
  const nummer = stored && street.takeThis(NUM, stored.planned.hoofdadres);
  if (!kind || !stored || !nummer) return undefined;
  const lost = minus({ ...kind.counts(stored.planned), ...NUM.counts(nummer.planned) });
  const ended = endingOf([
    [stored.latest, "Plaats ingetrokken"],
    [nummer.latest, "Naamgeving ingetrokken"],
  ]);
  return counting(street, lost, ended);
};

function plaatsKindOf({ place: { street } }: Parameters<Scenario>[0]): StreetType<PlannedPlaats> | undefined {
  return street.kind === "quay" ? LIG : street.kind === "caravans" ? STA : undefined;
}

/** Returns the life of an object whose only voorkomen begins today. */
function lifeToday(seed: number) {
  const life = { voorkomens: [registered(1, TODAY, seed)], inForce: 0, settled: 0, withdrawn: 1 };
  return { life, index: 0 };
}
