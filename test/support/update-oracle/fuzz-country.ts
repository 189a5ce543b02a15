/** Models a small country at a date, as its delivered voorkomens, changed by mutations as a real one is. */
import type { GemeenteWoonplaatsRelatie } from "../../../tools/country/official-format/gemeente-woonplaats-relatie.ts";
import type { DeliveredMutation } from "../../../tools/country/official-format/mutation-delivery.ts";
import {
  type BagObject,
  DELIVERED_TYPES,
  type DeliveredType,
  type DemoVoorkomen,
} from "../../../tools/country/official-format/objects.ts";
import { voorkomen } from "../extracts/bag-objects.ts";
import { plusDays } from "./days.ts";
import type { Dice } from "./dice.ts";
import { CHANGING_OBJECTS, drawObject, fixedObjects, GEMEENTEN, idOf } from "./fuzz-objects.ts";

/** Offsets of begin and end dates in days from the current date. */
const BEGINS = [-4_000, -400, -40, -1, 0, 0, 1, 1, 2, 3, 30, 400];

export class FuzzCountry {
  /** Current date, YYYY-MM-DD. */
  date: string;
  relaties: readonly GemeenteWoonplaatsRelatie[];
  readonly #voorkomens = new Map<string, BagObject>();
  /** Removed voorkomens, so that they can come back. */
  readonly removed: BagObject[] = [];

  constructor(date: string, relaties: readonly GemeenteWoonplaatsRelatie[]) {
    this.date = date;
    this.relaties = relaties;
  }

  /** Returns all voorkomens that an extract of the date holds, in its order. */
  objects(): BagObject[] {
    return [...this.#voorkomens]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object)
      .filter((object) => isRegistered(object.voorkomen));
  }

  voorkomensOf(type: DeliveredType, id: string): BagObject[] {
    return this.objects().filter((object) => object.type === type && object.identificatie === id);
  }

  put(object: BagObject): void {
    this.#voorkomens.set(keyOf(object), object);
  }

  apply(mutation: DeliveredMutation): void {
    if (mutation.kind !== "toevoeging") {
      this.#remove(mutation.was as BagObject);
    }
    if (mutation.kind === "verwijdering") {
      return;
    }
    if (isRegistered((mutation.wordt as BagObject).voorkomen)) {
      this.put(mutation.wordt as BagObject);
    } else {
      this.#remove(mutation.wordt as BagObject);
    }
  }

  /** Removes a voorkomen, but not another one with its number: docs/bag-format.md §1.8. */
  #remove(object: BagObject): void {
    const stored = this.#voorkomens.get(keyOf(object));
    if (stored !== undefined && lifeOf(stored) === lifeOf(object)) {
      this.removed.push(stored);
      this.#voorkomens.delete(keyOf(object));
    }
  }
}

function isRegistered({ tijdstipInactief, tijdstipInactiefLV, tijdstipNietBagLV }: DemoVoorkomen): boolean {
  return (tijdstipInactief ?? tijdstipInactiefLV ?? tijdstipNietBagLV) === undefined;
}

function keyOf({ type, identificatie, voorkomen: { voorkomenidentificatie } }: BagObject): string {
  return `${DELIVERED_TYPES.indexOf(type)}${identificatie}/${String(voorkomenidentificatie).padStart(4, "0")}`;
}

function lifeOf({ voorkomen: { tijdstipRegistratieLV, beginGeldigheid } }: BagObject): string {
  return `${tijdstipRegistratieLV} ${beginGeldigheid}`;
}

/** Draws a date near the given one. */
export function drawDate(near: string, dice: Dice): string {
  return plusDays(near, dice.pick(BEGINS));
}

/** Draws a voorkomen anywhere in time: past, future, of zero length, or of negative length. */
export function drawVoorkomen(number: number, near: string, dice: Dice): DemoVoorkomen {
  const begin = drawDate(near, dice);
  if (dice.chance(0.6)) {
    return voorkomen(number, begin);
  }
  return voorkomen(number, begin, dice.chance(0.8) ? drawDateFrom(begin, near, dice) : begin);
}

function drawDateFrom(begin: string, near: string, dice: Dice): string {
  const end = drawDate(near, dice);
  return end < begin && dice.chance(0.9) ? plusDays(begin, 1 + dice.below(400)) : end;
}

/** Draws the voorkomens of one object: mostly consecutive as they should be, else anywhere. */
export function drawVoorkomens(
  type: DeliveredType,
  n: number,
  at: { date: string; dice: Dice },
): BagObject[] {
  const { date, dice } = at;
  const draw = (life: DemoVoorkomen): BagObject =>
    ({ ...drawObject(type, n, dice), voorkomen: life }) as BagObject;
  if (dice.chance(0.5)) {
    return [draw(voorkomen(1, "2010-01-01"))];
  }
  if (dice.chance(0.3)) {
    return Array.from({ length: 1 + dice.below(3) }, (_, i) => draw(drawVoorkomen(i + 1, date, dice)));
  }
  const begins = ["2011-05-01", ...dice.some(BEGINS, 0.2).map((days) => plusDays(date, days))];
  if (dice.chance(0.15)) {
    begins.shift();
  }
  const end = dice.chance(0.1) ? plusDays(date, dice.below(4)) : undefined;
  return begins.map((begin, i) =>
    draw(voorkomen(i + 1, begin, begins[i + 1] ?? (begin < (end ?? "") ? end : undefined))),
  );
}

/**
 * Draws the country before any mutation. `omitted` are positions in CHANGING that are left out, to shrink a failing
 * case.
 */
export function drawCountry(
  date: string,
  omitted: ReadonlySet<number>,
  diceOf: (...seeds: number[]) => Dice,
): FuzzCountry {
  const country = new FuzzCountry(date, drawRelaties(date, diceOf(1)));
  for (const object of fixedObjects()) {
    country.put(object);
  }
  CHANGING_OBJECTS.forEach(({ type, n }, i) => {
    const dice = diceOf(2, i);
    if (dice.chance(0.2) || omitted.has(i)) {
      return;
    }
    for (const object of drawVoorkomens(type, n, { date, dice })) {
      country.put(object);
    }
  });
  return country;
}

/** Draws a gemeente for every woonplaats that may ever exist; some change gemeente as time passes. */
function drawRelaties(date: string, dice: Dice): GemeenteWoonplaatsRelatie[] {
  return [0, 1, 2, 3, 4].flatMap((n) => {
    const row = { woonplaats: idOf("WPL", n), status: "definitief" } as const;
    const gemeente = GEMEENTEN[n % 3]!;
    if (dice.chance(0.7)) {
      return [{ ...row, gemeente, begindatum: "2000-01-01" }];
    }
    const moves = plusDays(date, 1 + dice.below(3));
    return [
      { ...row, gemeente, begindatum: "2000-01-01", einddatum: moves },
      { ...row, gemeente: dice.pick(GEMEENTEN), begindatum: moves },
    ];
  });
}

/** Moves the woonplaats to another gemeente from a date on. */
export function moveWoonplaats(
  relaties: readonly GemeenteWoonplaatsRelatie[],
  { woonplaats, gemeente, date }: { woonplaats: string; gemeente: string; date: string },
): GemeenteWoonplaatsRelatie[] {
  const kept = relaties
    .filter((row) => row.woonplaats !== woonplaats || row.begindatum < date)
    .map((row) =>
      row.woonplaats === woonplaats && (row.einddatum ?? "9999") > date ? { ...row, einddatum: date } : row,
    );
  return [...kept, { woonplaats, gemeente, begindatum: date, status: "definitief" }];
}
