import {
  centrallyRegisteredAt,
  type Day,
  dateOf,
  REFERENCE_DATE,
  REFERENCE_DAY,
  registeredAt,
} from "../calendar.ts";
import type { StreetPlace } from "../country/street-places.ts";
import type { BagObject, DemoVoorkomen, OpenbareRuimte } from "../official-format/objects.ts";
import { hashSeed } from "../random.ts";
import type { Life } from "../records/life.ts";
import { openbareRuimteRecords } from "../records/place-records.ts";
import { StreetRecords } from "../records/street-records.ts";
import { lifeOfPlanned, type StreetType } from "../records/street-types.ts";
import { planStreet } from "../street/plan-street.ts";
import type { PlannedObject, StreetPlan } from "../street/street-plan.ts";

/** Object as the extract holds it, at its latest voorkomen. */
export interface MutableObject<P extends PlannedObject> {
  readonly planned: P;
  readonly latest: BagObject;
  /** The object at the voorkomen before the latest. */
  readonly previous: BagObject | undefined;
}

/** Changes that events have made to a street so far; kept for every street drawn, unlike the street itself. */
export interface StreetLedger {
  /** Type and number of the objects that took part in events. */
  readonly taken: Set<string>;
  /** Count of the numbers given to new objects. */
  added: number;
  isWithdrawn: boolean;
}

/** Street from which events take objects, each at most once, and to which they add new ones. */
export class MutableStreet {
  readonly place: StreetPlace;
  readonly plan: StreetPlan;
  readonly records: StreetRecords;
  readonly provincie: string;
  readonly #ledger: StreetLedger;

  constructor(place: StreetPlace, ledger: StreetLedger) {
    const { street, woonplaats, neighbour } = place;
    this.place = place;
    this.plan = planStreet(street);
    this.records = new StreetRecords(street, neighbour);
    this.provincie = woonplaats.gemeente.provincie.naam;
    this.#ledger = ledger;
  }

  /** Takes the next existing object that `isSuitable` and for which nothing is announced. */
  take<P extends PlannedObject>(
    kind: StreetType<P>,
    isSuitable: (planned: P, life: Life) => boolean = () => true,
  ): MutableObject<P> | undefined {
    for (const planned of kind.plannedIn(this.plan)) {
      const stored = this.#findStored(
        kind,
        planned,
        (life) => life.inForceIndex === life.voorkomens.length - 1,
      );
      if (!stored || !isSuitable(planned, stored.life)) {
        continue;
      }
      this.#ledger.taken.add(keyOf(kind, planned));
      return stored;
    }
    return undefined;
  }

  /** Takes this object; undefined when it is taken or something is announced for it. */
  takePlanned<P extends PlannedObject>(kind: StreetType<P>, wanted: P): MutableObject<P> | undefined {
    return this.take(kind, (planned) => planned === wanted);
  }

  /** Takes an object with one announced voorkomen: `latest` is the announced one, `previous` the one in force. */
  takeAnnounced<P extends PlannedObject>(kind: StreetType<P>): MutableObject<P> | undefined {
    for (const planned of kind.plannedIn(this.plan)) {
      const stored = this.#findStored(
        kind,
        planned,
        (life) => life.inForceIndex === life.voorkomens.length - 2,
      );
      if (!stored) {
        continue;
      }
      this.#ledger.taken.add(keyOf(kind, planned));
      return stored;
    }
    return undefined;
  }

  /**
   * Takes the street and all its objects of these kinds; undefined when one was taken or added before, or something
   * is announced.
   */
  takeAll(
    kinds: readonly StreetType<PlannedObject>[],
  ): { street: OpenbareRuimte; objects: MutableObject<PlannedObject>[] } | undefined {
    if (this.#ledger.added > 0 || this.#ledger.taken.size > 0) {
      return undefined;
    }
    const all = kinds.flatMap((kind) => kind.plannedIn(this.plan).map((planned) => ({ kind, planned })));
    if (all.some(({ planned }) => planned.state === "future")) {
      return undefined;
    }
    const existing = all.filter(({ planned }) => planned.state === "current");
    const objects = existing.map(({ kind, planned }) =>
      this.#findStored(kind, planned, (life) => life.inForceIndex === life.voorkomens.length - 1),
    );
    const street = objects.includes(undefined) ? undefined : this.takeStreet();
    if (!street) {
      return undefined;
    }
    this.#ledger.isWithdrawn = true;
    return { street, objects: objects as MutableObject<PlannedObject>[] };
  }

  /** Takes the street itself; undefined when it is taken or withdrawn, or something is announced for it. */
  takeStreet(): OpenbareRuimte | undefined {
    const { street, woonplaats } = this.place;
    const latest = openbareRuimteRecords(street, woonplaats).at(-1)!;
    if (street.isWithdrawn || latest.voorkomen.beginGeldigheid > REFERENCE_DATE) {
      return undefined;
    }
    if (this.#ledger.taken.has(STREET_KEY)) {
      return undefined;
    }
    this.#ledger.taken.add(STREET_KEY);
    return latest;
  }

  get isWithdrawn(): boolean {
    return this.#ledger.isWithdrawn;
  }

  #findStored<P extends PlannedObject>(
    kind: StreetType<P>,
    planned: P,
    isSuitable: (life: Life) => boolean,
  ): (MutableObject<P> & { life: Life }) | undefined {
    if (planned.state !== "current" || this.#ledger.taken.has(keyOf(kind, planned))) {
      return undefined;
    }
    const life = lifeOfPlanned(kind.type, planned, this.place.street);
    if (!isSuitable(life)) {
      return undefined;
    }
    const at = (index: number) => kind.record(this.records, planned, { life, index });
    const last = life.voorkomens.length - 1;
    return { planned, life, latest: at(last), previous: last > 0 ? at(last - 1) : undefined };
  }

  /**
   * Returns the number for the next new objects of any type: above all numbers of the extract.
   */
  nextLocalNumber(): number {
    this.#ledger.added += 1;
    const { nummeraanduidingen, verblijfsobjecten, panden } = this.plan;
    return (
      Math.max(nummeraanduidingen.length, verblijfsobjecten.length, panden.length) + 1 + this.#ledger.added
    );
  }
}

/** Key of the street itself in `taken`. */
const STREET_KEY = "OPR";

function keyOf({ type }: { readonly type: string }, { localNumber }: PlannedObject): string {
  return `${type}${localNumber}`;
}

/** Returns the voorkomen with an end: a successor from `begin` on was registered on the reference date. */
export function withEnd(voorkomen: DemoVoorkomen, begin: Day, seed: number): DemoVoorkomen {
  return {
    ...voorkomen,
    eindGeldigheid: dateOf(begin),
    eindRegistratie: registeredAt(REFERENCE_DAY, seed),
    tijdstipEindRegistratieLV: centrallyRegisteredAt(REFERENCE_DAY, seed),
  };
}

/** Returns the successor of a voorkomen, valid from `begin` on. */
export function successorOf(voorkomen: DemoVoorkomen, begin: Day, seed: number): DemoVoorkomen {
  return newVoorkomen(voorkomen.voorkomenidentificatie + 1, begin, seed);
}

/** Returns a voorkomen without end that was registered on the reference date. */
export function newVoorkomen(voorkomenidentificatie: number, begin: Day, seed: number): DemoVoorkomen {
  return {
    voorkomenidentificatie,
    beginGeldigheid: dateOf(begin),
    tijdstipRegistratie: registeredAt(REFERENCE_DAY, seed),
    tijdstipRegistratieLV: centrallyRegisteredAt(REFERENCE_DAY, seed),
  };
}

export function seedOf(object: BagObject): number {
  return hashSeed(Number(object.identificatie.slice(-9)), 131);
}
