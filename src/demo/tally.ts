import { OBJECT_TYPES, type ObjectType } from "./official-format/objects.ts";

/** What one type amounts to in the delivery. */
export interface TypeTally {
  readonly voorkomens: number;
  readonly objects: number;
}

/** Objects in force and not ended on a date, as decisions.md "Which records exist" counts them. */
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

/** The parts of it that belong to one provincie; panden by where they stand. */
export type ProvincieTally = Pick<
  CurrentTally,
  "adressen" | "panden" | "openbareRuimten" | "woonplaatsen" | "gemeenten"
>;

export interface DemoTally {
  readonly byType: Readonly<Record<ObjectType, TypeTally>>;
  readonly current: CurrentTally;
  /** Keyed by provincie name. */
  readonly byProvincie: Readonly<Record<string, ProvincieTally>>;
}

/** A change in the counts of one provincie. */
export interface TallyChange extends Partial<Record<keyof CurrentTally, number>> {
  readonly provincie: string;
}

/** Counts while the country is written, from what each object is meant to be, never by reading back. */
export class TallyCounter {
  readonly #byType = Object.fromEntries(
    OBJECT_TYPES.map((t) => [t, { voorkomens: 0, objects: 0 }]),
  ) as Record<ObjectType, { voorkomens: number; objects: number }>;
  readonly #current = emptyCurrent();
  readonly #byProvincie = new Map<string, { -readonly [K in keyof ProvincieTally]: number }>();

  /** One object with `voorkomens` delivered records; `change` is what it adds where it exists on the reference date. */
  add(type: ObjectType, voorkomens: number, change: TallyChange | undefined): void {
    if (voorkomens > 0) {
      this.#byType[type].voorkomens += voorkomens;
      this.#byType[type].objects += 1;
    }
    if (change) this.change(change);
  }

  change({ provincie, ...counts }: TallyChange): void {
    let local = this.#byProvincie.get(provincie);
    if (!local) {
      local = { adressen: 0, panden: 0, openbareRuimten: 0, woonplaatsen: 0, gemeenten: 0 };
      this.#byProvincie.set(provincie, local);
    }
    for (const key of Object.keys(counts) as (keyof CurrentTally)[]) {
      this.#current[key] += counts[key]!;
      if (key in local) local[key as keyof ProvincieTally] += counts[key]!;
    }
  }

  result(): DemoTally {
    return structuredClone({
      byType: this.#byType,
      current: this.#current,
      byProvincie: Object.fromEntries(this.#byProvincie),
    });
  }
}

function emptyCurrent(): { -readonly [K in keyof CurrentTally]: number } {
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
