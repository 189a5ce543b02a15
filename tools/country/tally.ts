import { DELIVERED_TYPES, type DeliveredType } from "./official-format/objects.ts";

/** Numbers of voorkomens and objects of one type in the delivery. */
interface TypeTally {
  readonly voorkomens: number;
  readonly objects: number;
}

/** Objects in force and not ended on a date, as docs/records.md, "Which records exist", counts them. */
export interface CurrentTally {
  readonly adressen: number;
  readonly adressenWithoutPostcode: number;
  readonly panden: number;
  readonly openbareRuimten: number;
  readonly woonplaatsen: number;
  readonly verblijfsobjecten: number;
  readonly ligplaatsen: number;
  readonly standplaatsen: number;
  readonly gemeenten: number;
}

export interface DemoTally {
  readonly byType: Readonly<Record<DeliveredType, TypeTally>>;
  readonly current: CurrentTally;
  /** Counts by name of the provincie of the object's woonplaats. */
  readonly byProvincie: Readonly<Record<string, CurrentTally>>;
}

export type TallyCounts = Partial<CurrentTally>;

export interface TallyChange {
  readonly provincie: string;
  readonly counts: TallyCounts;
}

type MutableCounts = { -readonly [K in keyof CurrentTally]: number };

/** Counts objects from their plans while the country is written, without reading files. */
export class TallyCounter {
  readonly #byType = emptyByType();
  readonly #current = emptyCounts();
  readonly #byProvincie = new Map<string, MutableCounts>();
  readonly #arrivals: TallyChange[] = [];

  /** Adds the delivered records of one object. */
  addRecords(type: DeliveredType, voorkomens: number, objects: number): void {
    this.#byType[type].voorkomens += voorkomens;
    this.#byType[type].objects += objects;
  }

  /** Adds the counts of an object that exists on the date; negative for one that ends. */
  add(provincie: string, counts: TallyCounts): void {
    let provincieCounts = this.#byProvincie.get(provincie);
    if (!provincieCounts) {
      provincieCounts = emptyCounts();
      this.#byProvincie.set(provincie, provincieCounts);
    }
    for (const name in counts) {
      const key = name as keyof CurrentTally;
      this.#current[key] += counts[key]!;
      provincieCounts[key] += counts[key]!;
    }
  }

  /** Adds the counts of an object that begins on the day after the date. */
  addArrival(change: TallyChange): void {
    this.#arrivals.push(change);
  }

  /** Returns a new counter with the counts of the next day, before any mutation. */
  copyForNextDay(): TallyCounter {
    const next = new TallyCounter();
    for (const type of DELIVERED_TYPES) {
      next.addRecords(type, this.#byType[type].voorkomens, this.#byType[type].objects);
    }
    for (const [provincie, counts] of this.#byProvincie) {
      next.add(provincie, counts);
    }
    for (const { provincie, counts } of this.#arrivals) {
      next.add(provincie, counts);
    }
    return next;
  }

  result(): DemoTally {
    return structuredClone({
      byType: this.#byType,
      current: this.#current,
      byProvincie: Object.fromEntries(this.#byProvincie),
    });
  }
}

function emptyByType(): Record<DeliveredType, { voorkomens: number; objects: number }> {
  const none = () => ({ voorkomens: 0, objects: 0 });
  return { WPL: none(), OPR: none(), NUM: none(), VBO: none(), LIG: none(), STA: none(), PND: none() };
}

export function emptyCounts(): MutableCounts {
  return {
    adressen: 0,
    adressenWithoutPostcode: 0,
    panden: 0,
    openbareRuimten: 0,
    woonplaatsen: 0,
    verblijfsobjecten: 0,
    ligplaatsen: 0,
    standplaatsen: 0,
    gemeenten: 0,
  };
}
