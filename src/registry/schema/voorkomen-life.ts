/**
 * The life of an object: its voorkomens, and the rows that the tables of voorkomens store of them. A row leaves out its
 * ends when they follow from the next voorkomen that counts, and a geometry equal to the one before.
 */
import { COMMON_COLUMN_COUNT, type HistoryValue } from "./history-schema.ts";

/** One voorkomen of an object, complete. */
export interface HistoryVoorkomen {
  /** Key of the object. */
  readonly id: number;
  readonly nr: number;
  /** 0 when it counts, else the moment at which it was marked inactief or niet-BAG. */
  readonly retired: number;
  readonly beginDay: number;
  /** Exclusive; null when open. */
  readonly endDay: number | null;
  readonly registeredMs: number | null;
  readonly registeredLvMs: number | null;
  readonly endRegisteredMs: number | null;
  readonly endRegisteredLvMs: number | null;
  readonly inactiveMs: number | null;
  readonly inactiveLvMs: number | null;
  readonly notBagLvMs: number | null;
  readonly geconstateerd: boolean;
  readonly document: string | null;
  readonly documentDay: number | null;
  /** As stored, in the order of `historyFields` (history-schema.ts); all null when it cannot be used. */
  readonly values: readonly HistoryValue[];
  /** geo/millimetre-geometry.ts; null for types without geometry, and when it cannot be used. */
  readonly geom: Uint8Array | null;
}

/** Row of a table of voorkomens, in the order of its columns. */
export type VoorkomenRow = readonly HistoryValue[];

/**
 * Contents of column `extra`: the moments of marks, and ends that are not the usual ones. Usually a voorkomen that
 * counts ends with the begin and registration of the next one that counts; the last one and a retired one have no ends.
 */
interface LifeExceptions {
  end_day?: number | null;
  end_registered_ms?: number | null;
  end_registered_lv_ms?: number | null;
  inactive_ms?: number;
  inactive_lv_ms?: number;
  not_bag_lv_ms?: number;
}

const COLUMN = {
  id: 0,
  nr: 1,
  retired: 2,
  begin: 3,
  registered: 4,
  lvLag: 5,
  geconstateerd: 6,
  documentDay: 7,
  document: 8,
  extra: 9,
} as const;

/** Orders voorkomens of one object, and rows by the same columns, as the tables do. */
function byKey(a: HistoryVoorkomen, b: HistoryVoorkomen): number {
  return a.nr - b.nr || a.retired - b.retired;
}

type Ends = Pick<HistoryVoorkomen, "endDay" | "endRegisteredMs" | "endRegisteredLvMs">;

const OPEN: Ends = { endDay: null, endRegisteredMs: null, endRegisteredLvMs: null };

/** Returns the ends that a voorkomen has when `extra` stores no others. */
function usualEnds({ retired }: { readonly retired: number }, next: HistoryVoorkomen | undefined): Ends {
  return retired !== 0 || next === undefined
    ? OPEN
    : {
        endDay: next.beginDay,
        endRegisteredMs: next.registeredMs,
        endRegisteredLvMs: next.registeredLvMs,
      };
}

/**
 * Returns true when a voorkomen that counts has its usual ends. Makes no object, because it is called for each
 * voorkomen.
 */
function hasUsualEnds(one: HistoryVoorkomen, next: HistoryVoorkomen | undefined): boolean {
  return next === undefined
    ? one.endDay === null && one.endRegisteredMs === null && one.endRegisteredLvMs === null
    : one.endDay === next.beginDay &&
        one.endRegisteredMs === next.registeredMs &&
        one.endRegisteredLvMs === next.registeredLvMs;
}

/** Returns true when no two voorkomens have the same number and mark, and they are in order of both. */
export function isInOrder(voorkomens: readonly HistoryVoorkomen[]): boolean {
  for (let i = 1; i < voorkomens.length; i++) {
    if (byKey(voorkomens[i - 1]!, voorkomens[i]!) >= 0) {
      return false;
    }
  }
  return true;
}

/** Returns the rows of an object's voorkomens, one of each number and mark, in order of their key. */
export function toRows(voorkomens: readonly HistoryVoorkomen[], hasGeometry: boolean): VoorkomenRow[] {
  const sorted = isInOrder(voorkomens) ? voorkomens : [...voorkomens].sort(byKey);
  let geomBefore: Uint8Array | null = null;
  const rows: VoorkomenRow[] = [];
  for (let i = 0; i < sorted.length; i++) {
    const one = sorted[i]!;
    const { registeredMs, registeredLvMs, geom } = one;
    const row: HistoryValue[] = [
      one.id,
      one.nr,
      one.retired,
      one.beginDay,
      registeredMs,
      registeredMs === null || registeredLvMs === null ? null : registeredLvMs - registeredMs,
      one.geconstateerd ? 1 : null,
      one.documentDay === one.beginDay ? null : one.documentDay,
      one.document,
      exceptionsOf(one, nextCounting(sorted, i)),
    ];
    for (const value of one.values) {
      row.push(value);
    }
    if (hasGeometry) {
      const isCounting = one.retired === 0 && geom !== null;
      row.push(isCounting && geomBefore !== null && isEqual(geom, geomBefore) ? null : geom);
      geomBefore = isCounting ? geom : geomBefore;
    }
    rows.push(row);
  }
  return rows;
}

/** Returns the voorkomens of an object from all its rows, in order of their key: the inverse of `toRows`. */
export function fromRows(rows: readonly VoorkomenRow[], hasGeometry: boolean): HistoryVoorkomen[] {
  let geomBefore: Uint8Array | null = null;
  const begun = rows.map((row): HistoryVoorkomen => {
    const registeredMs = row[COLUMN.registered] as number | null;
    const lag = row[COLUMN.lvLag] as number | null;
    const values = row.slice(COMMON_COLUMN_COUNT, hasGeometry ? -1 : undefined);
    const retired = row[COLUMN.retired] as number;
    let geom = hasGeometry ? ((row.at(-1) ?? null) as Uint8Array | null) : null;
    if (retired === 0) {
      // An unusable voorkomen has no geometry; the next usable one may still equal the last one before it.
      const isUsable = values.some((value) => value !== null);
      geom = geom ?? (isUsable ? geomBefore : null);
      geomBefore = geom ?? geomBefore;
    }
    const beginDay = row[COLUMN.begin] as number;
    const document = row[COLUMN.document] as string | null;
    return {
      id: row[COLUMN.id] as number,
      nr: row[COLUMN.nr] as number,
      retired,
      beginDay,
      ...OPEN,
      registeredMs,
      registeredLvMs: registeredMs === null || lag === null ? null : registeredMs + lag,
      inactiveMs: null,
      inactiveLvMs: null,
      notBagLvMs: null,
      geconstateerd: row[COLUMN.geconstateerd] === 1,
      document,
      documentDay: document === null ? null : ((row[COLUMN.documentDay] as number | null) ?? beginDay),
      values,
      geom,
    };
  });
  return begun.map((one, i) => {
    const extra = rows[i]![COLUMN.extra] as string | null;
    const ends = usualEnds(one, nextCounting(begun, i));
    return extra === null ? { ...one, ...ends } : { ...one, ...ends, ...readExceptions(extra, ends) };
  });
}

/** Columns of a stored voorkomen from which its end follows. */
interface BegunVoorkomen {
  readonly beginDay: number;
  readonly extra: string | null;
}

/** Returns the end of one of the voorkomens of an object that count, in order, as `fromRows` does; null when open. */
export function endDayAt(counting: readonly BegunVoorkomen[], at: number): number | null {
  const { extra } = counting[at]!;
  const stored = extra === null ? undefined : (JSON.parse(extra) as LifeExceptions).end_day;
  return stored === undefined ? (counting[at + 1]?.beginDay ?? null) : stored;
}

/** Returns the next voorkomen that counts after one of these, which are sorted by key. */
function nextCounting(sorted: readonly HistoryVoorkomen[], at: number): HistoryVoorkomen | undefined {
  let next = at + 1;
  while (next < sorted.length && sorted[next]!.retired !== 0) {
    next++;
  }
  return sorted[next];
}

function exceptionsOf(one: HistoryVoorkomen, next: HistoryVoorkomen | undefined): string | null {
  if (one.retired === 0 && hasUsualEnds(one, next)) {
    return null;
  }
  const usual = usualEnds(one, next);
  const extra: LifeExceptions = {
    ...(one.endDay !== usual.endDay && { end_day: one.endDay }),
    ...(one.endRegisteredMs !== usual.endRegisteredMs && { end_registered_ms: one.endRegisteredMs }),
    ...(one.endRegisteredLvMs !== usual.endRegisteredLvMs && { end_registered_lv_ms: one.endRegisteredLvMs }),
    ...(one.inactiveMs !== null && { inactive_ms: one.inactiveMs }),
    ...(one.inactiveLvMs !== null && { inactive_lv_ms: one.inactiveLvMs }),
    ...(one.notBagLvMs !== null && { not_bag_lv_ms: one.notBagLvMs }),
  };
  return JSON.stringify(extra);
}

function readExceptions(extra: string, usual: Ends): Partial<HistoryVoorkomen> {
  const stored = JSON.parse(extra) as LifeExceptions;
  return {
    endDay: stored.end_day === undefined ? usual.endDay : stored.end_day,
    endRegisteredMs:
      stored.end_registered_ms === undefined ? usual.endRegisteredMs : stored.end_registered_ms,
    endRegisteredLvMs:
      stored.end_registered_lv_ms === undefined ? usual.endRegisteredLvMs : stored.end_registered_lv_ms,
    inactiveMs: stored.inactive_ms ?? null,
    inactiveLvMs: stored.inactive_lv_ms ?? null,
    notBagLvMs: stored.not_bag_lv_ms ?? null,
  };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a === b) {
    return true;
  }
  if (a.length !== b.length) {
    return false;
  }
  // For the few bytes of most geometries faster than Buffer.compare.
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) {
      return false;
    }
  }
  return true;
}
