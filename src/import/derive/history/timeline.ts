/** Fills the table `timeline` (registry/schema/history-schema.ts): sums of stocks and flows by woonplaats and month. */
import type { Database } from "../../../base/sqlite.ts";
import { monthOf } from "../../../registry/schema/change-months.ts";
import { FIRST_TIMELINE_MONTH, sideTable, voorkomenTable } from "../../../registry/schema/history-schema.ts";
import { OBJECT_TYPES, type Stage, stageOf, type TypeCode } from "../../../registry/schema/object-types.ts";
import { MEASURES, type Measure } from "../../../registry/schema/timeline-measures.ts";
import { endDaysOf } from "../../../registry/schema/voorkomen-life.ts";

/** Types whose voorkomens count. */
export const TIMELINE_CODES = ["NUM", "VBO", "PND"] as const satisfies TypeCode[];
type TimelineCode = (typeof TIMELINE_CODES)[number];

export interface TimelineSource {
  /** Table to add to. */
  readonly of: "history" | "recent";
  /** Schema of the tables of voorkomens, named as in the history file. */
  readonly voorkomens: "main" | "work";
  /** -1 subtracts rows that were counted before. */
  readonly sign: 1 | -1;
  /** Returns false for a street that the data does not have: its numbers are no addresses. */
  readonly isKnownStreet: (id: number) => boolean;
  /** Receives the voorkomens that are read, each with the woonplaats of its object and its begin. */
  readonly onRow?: (woonplaats: number, beginDay: number, id: number) => void;
}

/** Columns that are compared, in the tables of numbers. */
const NUMBER_COLUMNS = [
  "openbare_ruimte_id",
  "huisnummer",
  "huisletter",
  "huisnummertoevoeging",
  "postcode",
] as const;

interface Row extends Partial<Readonly<Record<(typeof NUMBER_COLUMNS)[number], number | string | null>>> {
  readonly woonplaats: number;
  readonly id: number;
  readonly beginDay: number;
  readonly extra: string | null;
  /** Null for a voorkomen that cannot be used. */
  readonly status: number | null;
}

/** Adds the voorkomens of objects that have a row in `work.place`. */
export function addToTimeline(db: Database, source: TimelineSource): void {
  const tally = new Tally();
  for (const code of TIMELINE_CODES) {
    for (const life of eachLife(db, code, source)) {
      const { woonplaats } = life[0]!;
      for (const { beginDay, id } of life) {
        source.onRow?.(woonplaats, beginDay, id);
      }
      const add: Add = (day, measure, n = 1) => tally.add(woonplaats, day, measure, n * source.sign);
      const valid = listValid(life);
      addStock(code, valid, { add, isKnownStreet: source.isKnownStreet });
      addFlows(code, valid, add);
    }
  }
  tally.write(db, sideTable("timeline", source.of));
}

function* eachLife(db: Database, code: TimelineCode, { voorkomens }: TimelineSource): Generator<Row[]> {
  const columns = code === "NUM" ? NUMBER_COLUMNS.map((name) => `, v.${name}`).join("") : "";
  const rows = db.query<Row, []>(`SELECT p.woonplaats_id AS woonplaats, v.object_id AS id,
      v.begin_day AS beginDay, v.extra, v.status${columns}
    FROM ${voorkomens}.${voorkomenTable(code, "history")} v CROSS JOIN work.place p ON p.object_id = v.object_id
    WHERE v.retired = 0 ORDER BY v.object_id, v.nr`);
  let life: Row[] = [];
  for (const row of rows.iterate()) {
    if (life.length > 0 && life[0]!.id !== row.id) {
      yield life;
      life = [];
    }
    life.push(row);
  }
  if (life.length > 0) {
    yield life;
  }
}

interface Valid {
  readonly row: Row;
  readonly begin: number;
  /** Infinity when open. */
  readonly end: number;
}

/** Lists the voorkomens that are valid on a day: others replaced a correction for all of its days. */
function listValid(life: readonly Row[]): Valid[] {
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
    const row = valid.findLast(({ begin, end }) => begin <= day && day < end)?.row;
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
  let before: Row | undefined;
  for (const { row, begin } of usable) {
    if (before === undefined) {
      add(begin, "numbers_issued");
    } else {
      if (STAGES.NUM[row.status!] === "ended" && STAGES.NUM[before.status!] !== "ended") {
        add(begin, "numbers_withdrawn");
      }
      if (NUMBER_COLUMNS.some((name) => name !== "postcode" && row[name] !== before![name])) {
        add(begin, "numbers_renamed");
      }
      if (row.postcode !== before.postcode) {
        add(begin, "numbers_postcode_changed");
      }
    }
    before = row;
  }
}

const INDEX = Object.fromEntries(MEASURES.map((measure, at) => [measure, at])) as Record<Measure, number>;

/** Sums in memory: some 200 months of each woonplaats. */
class Tally {
  readonly #woonplaatsen = new Map<number, Map<number, Int32Array>>();

  add(woonplaats: number, day: number, measure: Measure, n: number): void {
    let months = this.#woonplaatsen.get(woonplaats);
    if (months === undefined) {
      months = new Map();
      this.#woonplaatsen.set(woonplaats, months);
    }
    const month = Math.max(monthOf(day), FIRST_TIMELINE_MONTH);
    let sums = months.get(month);
    if (sums === undefined) {
      sums = new Int32Array(MEASURES.length);
      months.set(month, sums);
    }
    sums[INDEX[measure]]! += n;
  }

  write(db: Database, table: string): void {
    const values = MEASURES.map(() => "?").join(", ");
    const sums = MEASURES.map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
    const insert = db.query(`INSERT INTO ${table} VALUES (?, ?, ${values})
      ON CONFLICT (woonplaats_id, month) DO UPDATE SET ${sums}`);
    const byKey = ([a]: [number, unknown], [b]: [number, unknown]) => a - b;
    for (const [woonplaats, months] of [...this.#woonplaatsen].sort(byKey)) {
      for (const [month, row] of [...months].sort(byKey)) {
        insert.run(woonplaats, month, ...row);
      }
    }
  }
}
