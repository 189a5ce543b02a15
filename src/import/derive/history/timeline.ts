/** Fills the table `timeline` (registry/schema/history-schema.ts): sums of stocks and flows by woonplaats and month. */
import { memoize } from "../../../base/memoize.ts";
import type { Database } from "../../../base/sqlite.ts";
import { type AddCount, countLife, isTimelineCode } from "../../../registry/history/life-counts.ts";
import { monthOf } from "../../../registry/schema/change-months.ts";
import { FIRST_TIMELINE_MONTH, lookupTable } from "../../../registry/schema/history-schema.ts";
import type { TypeCode } from "../../../registry/schema/object-types.ts";
import { MEASURES } from "../../../registry/schema/timeline-measures.ts";
import { type CountingRow, collectRowGarbage, type VoorkomenSource } from "./counting-lives.ts";

const MONTHS_OF_YEAR = 12;
/** Place of the flag that follows the sums of a month: 1 when any sum was added to, even if all are 0 again. */
const IS_ANY = MEASURES.length;
const MONTH_LENGTH = MEASURES.length + 1;

export class Timeline {
  readonly #isKnownStreet: (id: number) => boolean;
  /** Sums of each woonplaats by year, month after month: few arrays, each of many numbers. */
  readonly #woonplaatsen = new Map<number, Int32Array[]>();
  /** Woonplaats and sign of the object that is added. */
  #years: Int32Array[] = [];
  #sign: 1 | -1 = 1;

  /** `isKnownStreet` returns false for a street that the data does not have: its numbers are no addresses. */
  constructor(isKnownStreet: (id: number) => boolean) {
    this.#isKnownStreet = isKnownStreet;
  }

  /** Adds an object, when its type counts; `sign` -1 subtracts an object that was counted before. */
  add(code: TypeCode, life: readonly CountingRow[], woonplaats: number, sign: 1 | -1 = 1): void {
    if (!isTimelineCode(code)) {
      return;
    }
    this.#years = memoize(this.#woonplaatsen, woonplaats, makeList);
    this.#sign = sign;
    countLife(code, life, { add: this.#add, isKnownStreet: this.#isKnownStreet });
  }

  readonly #add: AddCount = (day, place, n = 1) => {
    const month = Math.max(monthOf(day) - FIRST_TIMELINE_MONTH, 0);
    const year = Math.floor(month / MONTHS_OF_YEAR);
    const sums = this.#years[year] ?? new Int32Array(MONTHS_OF_YEAR * MONTH_LENGTH);
    this.#years[year] = sums;
    const start = (month - year * MONTHS_OF_YEAR) * MONTH_LENGTH;
    sums[start + place]! += n * this.#sign;
    sums[start + IS_ANY] = 1;
  };

  /** Adds the sums to the table. */
  write(db: Database, of: VoorkomenSource): void {
    const values = MEASURES.map(() => "?").join(", ");
    const sums = MEASURES.map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
    const insert = db.query(`INSERT INTO ${lookupTable("timeline", of)} VALUES (?, ?, ${values})
      ON CONFLICT (woonplaats_id, month) DO UPDATE SET ${sums}`);
    let count = 0;
    for (const [woonplaats, years] of [...this.#woonplaatsen].sort(([a], [b]) => a - b)) {
      years.forEach((months, year) => {
        for (let at = 0; at < MONTHS_OF_YEAR; at++) {
          const row = months.subarray(at * MONTH_LENGTH, (at + 1) * MONTH_LENGTH);
          if (row[IS_ANY] === 1) {
            const month = FIRST_TIMELINE_MONTH + year * MONTHS_OF_YEAR + at;
            insert.run(woonplaats, month, ...row.subarray(0, IS_ANY));
            collectRowGarbage(++count);
          }
        }
      });
    }
  }
}

const makeList = (): Int32Array[] => [];
