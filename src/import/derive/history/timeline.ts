/** Fills the table `timeline` (registry/schema/history-schema.ts): sums of stocks and flows by woonplaats and month. */
import { memoize } from "../../../base/memoize.ts";
import type { Database } from "../../../base/sqlite.ts";
import { findInForce } from "../../../registry/history/voorkomens.ts";
import { monthOf } from "../../../registry/schema/change-months.ts";
import { FIRST_TIMELINE_MONTH, sideTable } from "../../../registry/schema/history-schema.ts";
import { OBJECT_TYPES, type Stage, stageOf, type TypeCode } from "../../../registry/schema/object-types.ts";
import { MEASURES, type Measure } from "../../../registry/schema/timeline-measures.ts";
import { endDaysOf } from "../../../registry/schema/voorkomen-life.ts";
import type { CountingRow, WaysOf } from "./counting-lives.ts";

/** Types whose voorkomens count. */
export const TIMELINE_CODES = ["NUM", "VBO", "PND"] as const satisfies TypeCode[];
type TimelineCode = (typeof TIMELINE_CODES)[number];

/** Columns of numbers of which a change is a renumbering. */
const NUMBER_COLUMNS = [
  "openbare_ruimte_id",
  "huisnummer",
  "huisletter",
  "huisnummertoevoeging",
] as const satisfies (keyof CountingRow)[];

/** Sums in memory: some 200 months of each woonplaats. */
export class Timeline {
  readonly #isKnownStreet: (id: number) => boolean;
  readonly #woonplaatsen = new Map<number, Map<number, Int32Array>>();

  /** `isKnownStreet` returns false for a street that the data does not have: its numbers are no addresses. */
  constructor(isKnownStreet: (id: number) => boolean) {
    this.#isKnownStreet = isKnownStreet;
  }

  /** Adds an object, when its type counts; `sign` -1 subtracts an object that was counted before. */
  add(code: TypeCode, life: readonly CountingRow[], woonplaats: number, sign: 1 | -1 = 1): void {
    if (!isTimelineCode(code)) {
      return;
    }
    const months = memoize(this.#woonplaatsen, woonplaats, () => new Map<number, Int32Array>());
    const add: Add = (day, measure, n = 1) => {
      const month = Math.max(monthOf(day), FIRST_TIMELINE_MONTH);
      let sums = months.get(month);
      if (sums === undefined) {
        sums = new Int32Array(MEASURES.length);
        months.set(month, sums);
      }
      sums[INDEX[measure]]! += n * sign;
    };
    const valid = listValid(life);
    addStock(code, valid, { add, isKnownStreet: this.#isKnownStreet });
    addFlows(code, valid, add);
  }

  /** Adds the sums to the table. */
  write(db: Database, of: WaysOf): void {
    const values = MEASURES.map(() => "?").join(", ");
    const sums = MEASURES.map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
    const insert = db.query(`INSERT INTO ${sideTable("timeline", of)} VALUES (?, ?, ${values})
      ON CONFLICT (woonplaats_id, month) DO UPDATE SET ${sums}`);
    const byKey = ([a]: [number, unknown], [b]: [number, unknown]) => a - b;
    for (const [woonplaats, months] of [...this.#woonplaatsen].sort(byKey)) {
      for (const [month, row] of [...months].sort(byKey)) {
        insert.run(woonplaats, month, ...row);
      }
    }
  }
}

function isTimelineCode(code: TypeCode): code is TimelineCode {
  return (TIMELINE_CODES as readonly TypeCode[]).includes(code);
}

const INDEX = Object.fromEntries(MEASURES.map((measure, at) => [measure, at])) as Record<Measure, number>;

interface Valid {
  readonly row: CountingRow;
  readonly begin: number;
  /** Infinity when open. */
  readonly end: number;
}

/** Lists the voorkomens that are valid on a day: others replaced a correction for all of its days. */
function listValid(life: readonly CountingRow[]): Valid[] {
  const ends = endDaysOf(life);
  const valid: Valid[] = [];
  for (let i = 0; i < life.length; i++) {
    const row = life[i]!;
    const end = ends[i] ?? Number.POSITIVE_INFINITY;
    if (row.beginDay < end) {
      valid.push({ row, begin: row.beginDay, end });
    }
  }
  return valid;
}

type Add = (day: number, measure: Measure, n?: number) => void;

const STOCK_OF = { NUM: "addresses", VBO: "residences", PND: "buildings" } as const;

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
    planned: "residences_planned",
    found: "residences_found",
    intoUse: "residences_into_use",
    ends: statusesOf(
      "VBO",
      endOf({ "Verblijfsobject ingetrokken": "residences_ended" }, "residences_not_realised"),
    ),
  },
  PND: {
    planned: "buildings_planned",
    found: "buildings_found",
    intoUse: "buildings_into_use",
    ends: statusesOf("PND", endOf({ "Pand gesloopt": "buildings_demolished" }, "buildings_not_realised")),
  },
} as const;

function endOf(ended: Readonly<Record<string, Measure>>, notRealised: Measure) {
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
  const ended = new Set<Measure>();
  let before: Stage | undefined;
  for (const { row, begin } of usable) {
    const stage = STAGES[code][row.status!]!;
    if (stage === "standing" && before !== "standing") {
      add(begin, before === undefined ? found : intoUse);
    } else if (stage === "planned" && before === undefined) {
      add(begin, planned);
    }
    const end = ends[row.status!];
    if (end !== undefined && !ended.has(end)) {
      ended.add(end);
      add(begin, end);
    }
    before = stage;
  }
}

function addNumberFlows(usable: readonly Valid[], add: Add): void {
  let before: CountingRow | undefined;
  for (const { row, begin } of usable) {
    if (before === undefined) {
      add(begin, "numbers_issued");
    } else {
      if (STAGES.NUM[row.status!] === "ended" && STAGES.NUM[before.status!] !== "ended") {
        add(begin, "numbers_withdrawn");
      }
      if (NUMBER_COLUMNS.some((name) => row[name] !== before![name])) {
        add(begin, "numbers_renamed");
      }
      if (row.postcode !== before.postcode) {
        add(begin, "numbers_postcode_changed");
      }
    }
    before = row;
  }
}
