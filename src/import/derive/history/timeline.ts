/** Fills the table `timeline` (registry/schema/history-schema.ts): sums of stocks and flows by woonplaats and month. */
import { memoize } from "../../../base/memoize.ts";
import type { Database } from "../../../base/sqlite.ts";
import { findInForce } from "../../../registry/history/voorkomens.ts";
import { monthOf } from "../../../registry/schema/change-months.ts";
import { FIRST_TIMELINE_MONTH, sideTable } from "../../../registry/schema/history-schema.ts";
import { OBJECT_TYPES, type Stage, stageOf, type TypeCode } from "../../../registry/schema/object-types.ts";
import { MEASURES, type Measure } from "../../../registry/schema/timeline-measures.ts";
import { endDayAt } from "../../../registry/schema/voorkomen-life.ts";
import { type CountingRow, collectRowGarbage, type WaysOf } from "./counting-lives.ts";

/** Types whose voorkomens count. */
export const TIMELINE_CODES = ["NUM", "VBO", "PND"] as const satisfies TypeCode[];
type TimelineCode = (typeof TIMELINE_CODES)[number];

const MONTHS_OF_YEAR = 12;
/** Places of the sums of a month. */
const AT = Object.fromEntries(MEASURES.map((measure, at) => [measure, at])) as Record<Measure, number>;
/** Place of the flag that follows the sums of a month: 1 when any sum was added to, even if all are 0 again. */
const IS_ANY = MEASURES.length;
const MONTH_LENGTH = MEASURES.length + 1;

export class Timeline {
  readonly #isKnownStreet: (id: number) => boolean;
  /** Sums of each woonplaats by year, those of its months one after another: few arrays, each of many numbers. */
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
    const valid = listValid(life);
    addStock(code, valid, { add: this.#add, isKnownStreet: this.#isKnownStreet });
    addFlows(code, valid, this.#add);
  }

  readonly #add: Add = (day, place, n = 1) => {
    const month = Math.max(monthOf(day) - FIRST_TIMELINE_MONTH, 0);
    const year = Math.floor(month / MONTHS_OF_YEAR);
    const sums = this.#years[year] ?? new Int32Array(MONTHS_OF_YEAR * MONTH_LENGTH);
    this.#years[year] = sums;
    const start = (month - year * MONTHS_OF_YEAR) * MONTH_LENGTH;
    sums[start + place]! += n * this.#sign;
    sums[start + IS_ANY] = 1;
  };

  /** Adds the sums to the table. */
  write(db: Database, of: WaysOf): void {
    const values = MEASURES.map(() => "?").join(", ");
    const sums = MEASURES.map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
    const insert = db.query(`INSERT INTO ${sideTable("timeline", of)} VALUES (?, ?, ${values})
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

function isTimelineCode(code: TypeCode): code is TimelineCode {
  return (TIMELINE_CODES as readonly TypeCode[]).includes(code);
}

interface Valid {
  readonly row: CountingRow;
  readonly begin: number;
  /** Infinity when open. */
  readonly end: number;
}

/** Lists the voorkomens that are valid on a day: others replaced a correction for all of its days. */
function listValid(life: readonly CountingRow[]): Valid[] {
  const valid: Valid[] = [];
  for (let i = 0; i < life.length; i++) {
    const row = life[i]!;
    const end = endDayAt(life, i) ?? Number.POSITIVE_INFINITY;
    if (row.beginDay < end) {
      valid.push({ row, begin: row.beginDay, end });
    }
  }
  return valid;
}

/** Adds to the sum at a place in the month of a day. */
type Add = (day: number, place: number, n?: number) => void;

const STOCK_OF = { NUM: AT.addresses, VBO: AT.residences, PND: AT.buildings } as const;

interface StockOptions {
  readonly add: Add;
  readonly isKnownStreet: (id: number) => boolean;
}

/** Adds the days on which an object begins and ceases to exist. */
function addStock(code: TimelineCode, valid: readonly Valid[], { add, isKnownStreet }: StockOptions): void {
  let existed = false;
  for (const day of bordersOf(valid)) {
    const row = findInForce(valid, day)?.row;
    const isIssued = row !== undefined && row.status !== null && STAGES[code][row.status] !== "ended";
    const exists = isIssued && (code !== "NUM" || isKnownStreet(row.openbare_ruimte_id as number));
    if (exists !== existed) {
      // A change on the first day of a month belongs to the stock of that day.
      add(day - 1, STOCK_OF[code], exists ? 1 : -1);
      existed = exists;
    }
  }
}

/** Returns the days on which a voorkomen begins or ends, ascending; nearly always each begins when another ends. */
function bordersOf(valid: readonly Valid[]): number[] {
  const days: number[] = [];
  let isAscending = true;
  for (const { begin, end } of valid) {
    const last = days.at(-1) ?? Number.NEGATIVE_INFINITY;
    isAscending &&= last <= begin;
    if (begin !== last) {
      days.push(begin);
    }
    if (Number.isFinite(end)) {
      days.push(end);
    }
  }
  return isAscending ? days : days.sort((a, b) => a - b);
}

const statusesOf = <T>(code: TimelineCode, make: (status: string) => T) =>
  OBJECT_TYPES[code].statuses.map(make);
const STAGES: Readonly<Record<TimelineCode, readonly Stage[]>> = {
  NUM: statusesOf("NUM", (status) => stageOf("NUM", status)),
  VBO: statusesOf("VBO", (status) => stageOf("VBO", status)),
  PND: statusesOf("PND", (status) => stageOf("PND", status)),
};

/** Flows of objects that become planned, stand and end. */
const OBJECT_FLOWS = {
  VBO: {
    planned: AT.residences_planned,
    found: AT.residences_found,
    intoUse: AT.residences_into_use,
    ends: statusesOf(
      "VBO",
      endOf({ "Verblijfsobject ingetrokken": AT.residences_ended }, AT.residences_not_realised),
    ),
  },
  PND: {
    planned: AT.buildings_planned,
    found: AT.buildings_found,
    intoUse: AT.buildings_into_use,
    ends: statusesOf("PND", endOf({ "Pand gesloopt": AT.buildings_demolished }, AT.buildings_not_realised)),
  },
} as const;

function endOf(ended: Readonly<Record<string, number>>, notRealised: number) {
  return (status: string) =>
    ended[status] ?? (status.startsWith("Niet gerealiseerd") ? notRealised : undefined);
}

function addFlows(code: TimelineCode, valid: readonly Valid[], add: Add): void {
  const usable = valid.every(({ row }) => row.status !== null)
    ? valid
    : valid.filter(({ row }) => row.status !== null);
  if (code === "NUM") {
    addNumberFlows(usable, add);
    return;
  }
  const { planned, found, intoUse, ends } = OBJECT_FLOWS[code];
  const ended: number[] = [];
  let before: Stage | undefined;
  for (const { row, begin } of usable) {
    const stage = STAGES[code][row.status!]!;
    if (stage === "standing" && before !== "standing") {
      add(begin, before === undefined ? found : intoUse);
    } else if (stage === "planned" && before === undefined) {
      add(begin, planned);
    }
    const end = ends[row.status!];
    if (end !== undefined && !ended.includes(end)) {
      ended.push(end);
      add(begin, end);
    }
    before = stage;
  }
}

function addNumberFlows(usable: readonly Valid[], add: Add): void {
  let before: CountingRow | undefined;
  for (const { row, begin } of usable) {
    if (before === undefined) {
      add(begin, AT.numbers_issued);
    } else {
      if (STAGES.NUM[row.status!] === "ended" && STAGES.NUM[before.status!] !== "ended") {
        add(begin, AT.numbers_withdrawn);
      }
      if (isRenumbered(row, before)) {
        add(begin, AT.numbers_renamed);
      }
      if (row.postcode !== before.postcode) {
        add(begin, AT.numbers_postcode_changed);
      }
    }
    before = row;
  }
}

function isRenumbered(a: CountingRow, b: CountingRow): boolean {
  return (
    a.openbare_ruimte_id !== b.openbare_ruimte_id ||
    a.huisnummer !== b.huisnummer ||
    a.huisletter !== b.huisletter ||
    a.huisnummertoevoeging !== b.huisnummertoevoeging
  );
}
