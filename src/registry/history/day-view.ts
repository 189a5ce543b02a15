/** State of the registry on one day, with the days around it on which the state is the same. */

import { formatIdentificatie, type TypeCode } from "../schema/object-types.ts";
import { PROVINCIES } from "../schema/provincies.ts";
import { type Day, EVER, includesDay, OPEN, type Period, unchangedAround } from "./days.ts";
import type { InOnderzoekPeriod, Past, WoonplaatsPeriod } from "./past.ts";
import {
  absenceOf,
  findInForce,
  isExisting,
  type ObjectAbsence,
  type UsableVoorkomen,
  type Voorkomen,
} from "./voorkomens.ts";

/** Gemeente on a day. */
export interface GemeenteOnDay {
  readonly naam: string;
  /** Four digits. */
  readonly code: string;
  readonly provincie: { readonly naam: string; readonly code: string };
}

/** Woonplaats on a day, with its gemeente. */
export interface WoonplaatsOnDay {
  readonly id: number;
  readonly naam: string;
  /** Four digits. */
  readonly identificatie: string;
  readonly status: string;
  readonly gemeente: GemeenteOnDay;
}

/**
 * Reads the state of one day. Each read narrows `unchanged` to the days around it on which the read has the same
 * result. So code that computes a record from a view learns when the record is valid, without listing the objects that
 * the record depends on.
 */
export class DayView {
  readonly day: Day;
  readonly #past: Past;
  #unchanged: Period = { begin: EVER, end: OPEN };

  constructor(past: Past, day: Day) {
    this.#past = past;
    this.day = day;
  }

  /** Days around this one, it included, on which the records read so far are the same. */
  get unchanged(): Period {
    return this.#unchanged;
  }

  /** Returns the voorkomen in force of an object that exists; undefined without one. */
  find<C extends TypeCode>(code: C, id: number): UsableVoorkomen<C> | undefined {
    return this.#findIn(code, this.#past.listVoorkomens(code, id));
  }

  #findIn<C extends TypeCode>(code: C, voorkomens: readonly Voorkomen<C>[]): UsableVoorkomen<C> | undefined {
    this.#narrow(voorkomens);
    const inForce = findInForce(voorkomens, this.day);
    return inForce !== undefined && isExisting(code, inForce) ? inForce : undefined;
  }

  /** Returns the reason why an object that `find` does not find does not exist; undefined for an unknown one. */
  absenceOf(code: TypeCode, id: number): ObjectAbsence | undefined {
    const voorkomens = this.#past.listVoorkomens(code, id);
    return voorkomens.length === 0 ? undefined : absenceOf(voorkomens, this.day);
  }

  /** Lists the investigations of an object. */
  listInOnderzoek(id: number): readonly InOnderzoekPeriod[] {
    const periods = this.#past.listInOnderzoek(id);
    this.#narrow(periods);
    return periods.filter((one) => includesDay(one, this.day));
  }

  /** Lists the objects that ever named a nummeraanduiding, in order of precedence. */
  listNamingObjects(nummeraanduiding: number): readonly number[] {
    return this.#past.listNamingObjects(nummeraanduiding);
  }

  /** Returns an existing woonplaats; undefined without one. */
  findWoonplaats(id: number): WoonplaatsOnDay | undefined {
    const woonplaats = this.#findIn("WPL", this.#past.listPlaceVoorkomens(id));
    const code = woonplaats && this.#gemeenteOf(id);
    if (woonplaats === undefined || code === undefined) {
      return undefined;
    }
    const { naam, status } = woonplaats.row;
    return { id, naam, status, identificatie: formatIdentificatie(id, 4), gemeente: this.gemeente(code) };
  }

  /**
   * Returns the gemeente of a woonplaats by GEM-WPL-RELATIE. The relation begins with the registry, which the
   * woonplaats may precede: until then it gets its first gemeente.
   */
  #gemeenteOf(woonplaats: number): number | undefined {
    const periods = this.#past.listGemeenten(woonplaats);
    this.#narrow(periods);
    const first = periods[0];
    return (
      periods.findLast((one) => includesDay(one, this.day)) ??
      (first !== undefined && this.day < first.begin ? first : periods.at(-1))
    )?.code;
  }

  /** Returns a gemeente by its code with its name of the day, or else its last. */
  gemeente(number: number): GemeenteOnDay {
    const names = this.#past.listGemeenteNames(number);
    this.#narrow(names);
    const name = names.find((one) => includesDay(one, this.day)) ?? names[0];
    const provincie = PROVINCIES.find((one) => one.number === name?.provincieNumber);
    const code = formatIdentificatie(number, 4);
    return {
      naam: name?.naam ?? code,
      code,
      provincie: { naam: provincie?.naam ?? "", code: provincie?.code ?? "" },
    };
  }

  /** Lists the woonplaatsen that ever lay in a gemeente, with the periods. */
  listWoonplaatsPeriods(gemeente: number): readonly WoonplaatsPeriod[] {
    const periods = this.#past.listWoonplaatsPeriods(gemeente);
    this.#narrow(periods);
    return periods;
  }

  /**
   * Narrows `unchanged` to its days before `bound`, or from `bound` on: something changes on that day without a
   * voorkomen.
   */
  changesOn(bound: Day): void {
    this.#narrow([{ begin: bound, end: OPEN }]);
  }

  #narrow(periods: readonly Period[]): void {
    const { begin, end } = unchangedAround(periods, this.day);
    this.#unchanged = {
      begin: Math.max(begin, this.#unchanged.begin),
      end: Math.min(end, this.#unchanged.end),
    };
  }
}
