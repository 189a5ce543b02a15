/** Counts what the life of an object adds to the stocks and flows of statistics over time (docs/time.md). */
import { OBJECT_TYPES, type Stage, stageOf, type TypeCode } from "../schema/object-types.ts";
import { MEASURES, type Measure } from "../schema/timeline-measures.ts";
import { endDayAt } from "../schema/voorkomen-life.ts";
import { findInForce } from "./voorkomens.ts";

/** Types whose voorkomens count. */
export const TIMELINE_CODES = ["NUM", "VBO", "PND"] as const satisfies TypeCode[];
export type TimelineCode = (typeof TIMELINE_CODES)[number];

/** A voorkomen that counts, as stored. Columns that its type lacks are undefined. */
export interface CountedRow {
  readonly beginDay: number;
  readonly extra: string | null;
  /** Null for a voorkomen that cannot be used. */
  readonly status: number | null;
  readonly openbare_ruimte_id?: number | null;
  readonly huisnummer?: number | null;
  readonly huisletter?: string | null;
  readonly huisnummertoevoeging?: string | null;
  readonly postcode?: string | null;
}

/** Adds to the measure at a place in MEASURES, in the month of a day; 1 by default. */
export type AddCount = (day: number, place: number, n?: number) => void;

interface CountOptions {
  readonly add: AddCount;
  /** Returns false for a street that the data does not have: its numbers are no addresses. */
  readonly isKnownStreet: (id: number) => boolean;
}

/** Adds the stocks and flows of an object; `life` has its counting voorkomens, in order of number. */
export function countLife(code: TimelineCode, life: readonly CountedRow[], options: CountOptions): void {
  const valid = listValid(life);
  addStock(code, valid, options);
  addFlows(code, valid, options.add);
}

/** Places of the measures. */
const AT = Object.fromEntries(MEASURES.map((measure, at) => [measure, at])) as Record<Measure, number>;

export function isTimelineCode(code: TypeCode): code is TimelineCode {
  return (TIMELINE_CODES as readonly TypeCode[]).includes(code);
}

interface Valid {
  readonly row: CountedRow;
  readonly begin: number;
  /** Infinity when open. */
  readonly end: number;
}

/** Lists the voorkomens valid on any day. Leaves out corrections, whose days all belong to other voorkomens. */
function listValid(life: readonly CountedRow[]): Valid[] {
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

const STOCK_OF = { NUM: AT.addresses, VBO: AT.residences, PND: AT.buildings } as const;

/** Adds the days on which an object begins and ceases to exist. */
function addStock(code: TimelineCode, valid: readonly Valid[], { add, isKnownStreet }: CountOptions): void {
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

/** Counts of objects that become planned, are built and end. */
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

function addFlows(code: TimelineCode, valid: readonly Valid[], add: AddCount): void {
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

function addNumberFlows(usable: readonly Valid[], add: AddCount): void {
  let before: CountedRow | undefined;
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

function isRenumbered(a: CountedRow, b: CountedRow): boolean {
  return (
    a.openbare_ruimte_id !== b.openbare_ruimte_id ||
    a.huisnummer !== b.huisnummer ||
    a.huisletter !== b.huisletter ||
    a.huisnummertoevoeging !== b.huisnummertoevoeging
  );
}
