import { centrallyRegisteredAt, type Day, dateOf, REFERENCE_DAY, registeredAt } from "../calendar.ts";
import type { StreetPlace } from "../country/street-places.ts";
import type { BagObject } from "../official-format/objects.ts";
import type { Voorkomen } from "../official-format/voorkomen.ts";
import { derive } from "../random.ts";
import type { Life } from "../records/life.ts";
import { StreetRecords } from "../records/street-records.ts";
import { lifeOfPlanned, type StreetType } from "../records/street-types.ts";
import { planStreet } from "../street/plan-street.ts";
import type { PlannedObject, StreetPlan } from "../street/street-plan.ts";

/** An object as the extract holds it, at its latest voorkomen. */
export interface StoredObject<P extends PlannedObject> {
  readonly planned: P;
  readonly latest: BagObject;
}

/** What events have done in a street so far; kept for every street drawn, unlike the street itself. */
export interface StreetLedger {
  /** Type and number of objects that took part. */
  readonly taken: Set<string>;
  /** New objects. */
  added: number;
}

/** A street from which events take objects, each at most once, and to which they add new ones. */
export class MutableStreet {
  readonly plan: StreetPlan;
  readonly records: StreetRecords;
  readonly provincie: string;
  readonly #ledger: StreetLedger;

  constructor({ street, woonplaats, elsewhere }: StreetPlace, ledger: StreetLedger) {
    this.plan = planStreet(street);
    this.records = new StreetRecords(street, elsewhere);
    this.provincie = woonplaats.gemeente.provincie.naam;
    this.#ledger = ledger;
  }

  /** Takes the next existing object that nothing is announced for and that `suits`. */
  take<P extends PlannedObject>(
    kind: StreetType<P>,
    suits: (planned: P, life: Life) => boolean = () => true,
  ): StoredObject<P> | undefined {
    for (const planned of kind.plannedIn(this.plan)) {
      const key = `${kind.type}${planned.local}`;
      if (planned.fate !== "current" || this.#ledger.taken.has(key)) continue;
      const life = lifeOfPlanned(kind.type, planned);
      if (life.inForce !== life.voorkomens.length - 1 || !suits(planned, life)) continue;
      this.#ledger.taken.add(key);
      return { planned, latest: kind.record(this.records, planned, { life, index: life.inForce }) };
    }
    return undefined;
  }

  /** Takes this object, or nothing when it is taken or something is announced for it. */
  takeThis<P extends PlannedObject>(kind: StreetType<P>, wanted: P): StoredObject<P> | undefined {
    return this.take(kind, (planned) => planned === wanted);
  }

  /** Number for the next new objects of any type: behind those of the extract and of its NietBag files. */
  nextLocal(): number {
    this.#ledger.added += 1;
    const { nummers, verblijfsobjecten, panden } = this.plan;
    return Math.max(nummers.length, verblijfsobjecten.length, panden.length) + 1 + this.#ledger.added;
  }
}

/** The voorkomen once a successor from `begin` on was registered on the reference date. */
export function closed(voorkomen: Voorkomen, begin: Day, seed: number): Voorkomen {
  return {
    ...voorkomen,
    eindGeldigheid: dateOf(begin),
    eindRegistratie: registeredAt(REFERENCE_DAY, seed),
    tijdstipEindRegistratieLV: centrallyRegisteredAt(REFERENCE_DAY, seed),
  };
}

/** That successor. */
export function succeeding(voorkomen: Voorkomen, begin: Day, seed: number): Voorkomen {
  return registered(voorkomen.voorkomenidentificatie + 1, begin, seed);
}

/** A voorkomen without end that was registered on the reference date. */
export function registered(voorkomenidentificatie: number, begin: Day, seed: number): Voorkomen {
  return {
    voorkomenidentificatie,
    beginGeldigheid: dateOf(begin),
    tijdstipRegistratie: registeredAt(REFERENCE_DAY, seed),
    tijdstipRegistratieLV: centrallyRegisteredAt(REFERENCE_DAY, seed),
  };
}

export function seedOf(object: BagObject): number {
  return derive(Number(object.identificatie.slice(-9)), 131);
}
