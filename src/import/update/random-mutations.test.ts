/** Applies random mutations of a few streets, delivery by delivery; compares with the full state written at once. */
import { expect, test } from "bun:test";
import {
  added,
  applyToStreets,
  changed,
  newRegistry,
  removed,
  rowsOf,
  street,
} from "../../../test/support/registries/street-mutations.ts";
import { randomBelow } from "../../../tools/country/random.ts";
import { NO_END } from "../extract/dates.ts";
import type { Voorkomen } from "../objects/voorkomen.ts";
import type { Mutation } from "./mutation-reader.ts";

const A = 901300000000001;
const FIRST_DATE = 20270101;

/** Model of the country's streets with all their voorkomens, past ones too; draws random mutations. */
class Streets {
  readonly #seed: number;
  #salt = 0;
  #synchronisations = 0;
  readonly #all = new Map<string, Voorkomen>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  get voorkomens(): Voorkomen[] {
    return [...this.#all.values()];
  }

  /** Draws random mutations that begin from the current state, and applies them to the model. */
  mutate(): Mutation[] {
    const id = A + this.#draw(4);
    const known = this.voorkomens.filter((one) => one.id === id);
    return this.#draw(6) === 0 ? this.#synchronise(id, known) : [this.#mutateOne(id, known)];
  }

  /** Marks all voorkomens of a street as niet-BAG and adds new ones from number 1 on, in any order. */
  #synchronise(id: number, known: readonly Voorkomen[]): Mutation[] {
    const registeredLvMs = 20 + ++this.#synchronisations;
    for (const one of known) {
      this.#all.delete(keyOf(one));
    }
    const chain = Array.from({ length: 1 + this.#draw(3) }, (_, i) =>
      this.#put({ ...this.#drawVoorkomen(id, i + 1), registeredLvMs }),
    );
    const marks = known.map((one) => changed(one, { ...one, isInactive: true }));
    return [...marks, ...chain.map(added)]
      .map((mutation) => ({ mutation, at: this.#draw(1_000_000) }))
      .sort((one, other) => one.at - other.at)
      .map(({ mutation }) => mutation);
  }

  #mutateOne(id: number, known: readonly Voorkomen[]): Mutation {
    const was = known[this.#draw(known.length + 1)];
    if (was === undefined) {
      const number = Math.max(0, ...known.map((one) => one.voorkomen)) + 1;
      return added(this.#put(this.#drawVoorkomen(id, number)));
    }
    if (this.#draw(6) > 0) {
      return changed(was, this.#put(this.#drawVoorkomen(id, was.voorkomen)));
    }
    this.#all.delete(keyOf(was));
    return removed(was);
  }

  #put(one: Voorkomen): Voorkomen {
    this.#all.set(keyOf(one), one);
    return one;
  }

  #drawVoorkomen(id: number, number: number): Voorkomen {
    const naam = this.#draw(5) === 0 ? null : `Straat ${this.#draw(3)}`;
    const end = this.#draw(3) === 0 ? FIRST_DATE + this.#draw(30) : NO_END;
    return street(id, number, FIRST_DATE + this.#draw(30), naam, { end, isInactive: this.#draw(8) === 0 });
  }

  #draw(count: number): number {
    return randomBelow(this.#seed, this.#salt++, count);
  }
}

function keyOf({ id, voorkomen }: Voorkomen): string {
  return `${id} ${voorkomen}`;
}

test.each(Array.from({ length: 40 }, (_, i) => i + 1))(
  "after any mutations, in one delivery or several, the registry is the state's own: seed %p",
  async (seed) => {
    const streets = new Streets(seed);
    for (let i = 0; i < 12; i++) {
      streets.mutate();
    }
    const db = newRegistry(FIRST_DATE, streets.voorkomens);
    let date = FIRST_DATE;
    for (let round = 0; round < 8; round++) {
      const deliveries = Array.from({ length: 1 + (round % 3) }, (_, i) => ({
        from: date + i,
        to: date + i + 1,
        mutations: Array.from({ length: randomBelow(seed, 1_000 + round, 9) }, () => streets.mutate()).flat(),
      }));
      const { problems } = await applyToStreets(db, date, deliveries);
      date = deliveries.at(-1)!.to;
      const expected = rowsOf(newRegistry(date, streets.voorkomens));
      expect({ date, problems, ...rowsOf(db) }).toEqual({ date, problems: [], ...expected });
      const again = await applyToStreets(db, date, deliveries);
      expect(again).toMatchObject({ touched: [] });
      expect({ date, ...rowsOf(db) }).toEqual({ date, ...expected });
    }
  },
);
