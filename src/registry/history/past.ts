/** Past of a registry: the lives of objects and of areas, from which a view of one day (day-view.ts) is made. */
import { toDayNumber } from "../../base/day-number.ts";
import { AppError } from "../../base/errors.ts";
import { memoize, memoizePerObject } from "../../base/memoize.ts";
import type { SQLQueryBindings } from "../../base/sqlite.ts";
import { type HistoryFile, historyDamaged } from "../file/history-file.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { isRecentObject, readLife } from "../index/life-reader.ts";
import { ADDRESSABLE_CODES, ADDRESSABLE_TYPES, type TypeCode, typeCodeOf } from "../schema/object-types.ts";
import { type Day, EVER, isEmpty, OPEN, type Period, toDay } from "./days.ts";
import { isExisting, listCounting, type Voorkomen } from "./voorkomens.ts";

/** Period in which a woonplaats belongs to a gemeente, by GEM-WPL-RELATIE. */
export interface GemeentePeriod extends Period {
  readonly code: number;
}

/** The same of a gemeente. */
export interface WoonplaatsPeriod extends Period {
  readonly woonplaats: number;
}

/** Kenmerken of an object that are under investigation in a period. */
export interface InOnderzoekPeriod extends Period {
  /** Set of kenmerken (schema/in-onderzoek.ts). */
  readonly kenmerken: number;
  readonly registeredMs: number;
  readonly documentDay: number | null;
  readonly document: string | null;
}

/** Name of a gemeente and its provincie, and the period in which it has them. */
export interface GemeenteNamePeriod extends Period {
  readonly naam: string;
  readonly provincieNumber: number;
}

/** Type of object that can have an address, by its position in the order of precedence. */
const PRECEDENCE: readonly TypeCode[] = ADDRESSABLE_TYPES.map((type) => ADDRESSABLE_CODES[type]);

const NAMING_OBJECTS = "SELECT object_id FROM old_link WHERE nummeraanduiding_id = ?";
const RECENT_NAMING_OBJECTS = `SELECT object_id FROM recent_old_link WHERE nummeraanduiding_id = ?1
  UNION ALL SELECT adresseerbaar_object_id FROM adres WHERE fid = ?1
  UNION ALL SELECT source_id FROM unresolved_reference WHERE target_id = ?1`;
const IN_ONDERZOEK = `SELECT begin_day AS begin, end_day AS "end", kenmerken, registered_ms AS registeredMs,
  document_day AS documentDay, document FROM`;
const GEMEENTEN = `SELECT gemeente_code AS code, begin_day AS begin, end_day AS "end" FROM gemeente_woonplaats
  WHERE woonplaats_id = ? ORDER BY begin_day, gemeente_code`;
// A scan of 8,000 rows: no index leads from a gemeente to them.
const WOONPLAATSEN = "SELECT DISTINCT woonplaats_id AS id FROM gemeente_woonplaats WHERE gemeente_code = ?";
const NAMES = `SELECT naam, provincie_id AS provincieNumber, begin_date AS begin, end_date AS "end" FROM gemeentenaam
  WHERE code = ?1 AND file_number = (SELECT min(file_number) FROM gemeentenaam WHERE code = ?1)
  ORDER BY end_date DESC, begin_date DESC`;

/** Periods of areas by woonplaats or gemeente, as far as they were read. Their keys have four digits: they stay few. */
const areasOf = memoizePerObject((_snapshot: Snapshot) => ({
  gemeenten: new Map<number, readonly GemeentePeriod[]>(),
  woonplaatsen: new Map<number, readonly WoonplaatsPeriod[]>(),
  names: new Map<number, readonly GemeenteNamePeriod[]>(),
  lives: new Map<number, readonly Voorkomen<"WPL">[]>(),
}));

/** Returns true for a registry whose past can be read. */
function hasPast({ history }: Snapshot): boolean {
  return history?.isWhole() === true;
}

/**
 * Reads history for an answer about today. Returns `none` when the past cannot be read, even if only `read` finds that
 * out.
 */
export function readIfKept<T>(snapshot: Snapshot, none: T, read: (history: HistoryFile) => T): T {
  if (!hasPast(snapshot)) {
    return none;
  }
  try {
    return read(snapshot.history!);
  } catch (error) {
    if (hasPast(snapshot)) {
      throw error;
    }
    return none;
  }
}

/** Query of rows of the history file, and of the tables of the registry that add to it. */
export type PastQuery = Readonly<Record<"history" | "recent", string>>;

/** Returns both forms of a query; `toSql` writes it for tables of the history file or of recent objects. */
export function pastQuery(toSql: (of: keyof PastQuery) => string): PastQuery {
  return { history: toSql("history"), recent: toSql("recent") };
}

/** Reads the history, and remembers the objects that were read: create one for each request. */
export class Past {
  readonly snapshot: Snapshot;
  /** Reference date. */
  readonly today: Day;
  readonly history: HistoryFile;
  readonly #areas: ReturnType<typeof areasOf>;
  readonly #lives = new Map<number, readonly unknown[]>();
  readonly #namingObjects = new Map<number, readonly number[]>();
  readonly #inOnderzoek = new Map<number, readonly InOnderzoekPeriod[]>();

  /** Throws AppError `history_not_kept` for a registry without its past, `unavailable` while the file is damaged. */
  constructor(snapshot: Snapshot) {
    if (snapshot.history === undefined) {
      throw new AppError(
        "history_not_kept",
        "This data has no history: import it with `--history full` to ask about history.",
      );
    }
    if (!snapshot.history.isWhole()) {
      throw historyDamaged();
    }
    this.snapshot = snapshot;
    this.today = toDay(snapshot.meta.referenceDate);
    this.#areas = areasOf(snapshot);
    this.history = snapshot.history;
  }

  /** Lists the rows of a query, rows of the history file first. */
  listRows<T>(query: PastQuery, ...values: SQLQueryBindings[]): T[] {
    return [
      ...this.history.statement<T>(query.history).all(...values),
      ...this.snapshot.statement<T>(query.recent).all(...values),
    ];
  }

  /** Lists the voorkomens of an object that count, in order of number; none of an unknown object. */
  listVoorkomens<C extends TypeCode>(code: C, id: number): readonly Voorkomen<C>[] {
    const life = memoize(this.#lives, id, () =>
      listCounting(code, readLife(this.snapshot, this.history, code, id)),
    );
    return life as readonly Voorkomen<C>[];
  }

  /** Lists the voorkomens of a woonplaats without their large borders: lists of addresses read many woonplaatsen. */
  listPlaceVoorkomens(woonplaats: number): readonly Voorkomen<"WPL">[] {
    return memoize(this.#areas.lives, woonplaats, () =>
      this.listVoorkomens("WPL", woonplaats).map((one) => ({
        ...one,
        stored: { ...one.stored, geom: null },
      })),
    );
  }

  /** Lists the objects that ever named a nummeraanduiding, in order of precedence: type, then identificatie. */
  listNamingObjects(nummeraanduiding: number): readonly number[] {
    return memoize(this.#namingObjects, nummeraanduiding, () => {
      const stored = this.history.statement(NAMING_OBJECTS).values(nummeraanduiding);
      const recent = this.snapshot.statement(RECENT_NAMING_OBJECTS).values(nummeraanduiding);
      const ids = new Set([...stored, ...recent].map(([id]) => Number(id)));
      const rank = (id: number) => PRECEDENCE.indexOf(typeCodeOf(id)!);
      return [...ids].filter((id) => rank(id) >= 0).sort((a, b) => rank(a) - rank(b) || a - b);
    });
  }

  /** Lists the investigations of an object, by their first day. */
  listInOnderzoek(id: number): readonly InOnderzoekPeriod[] {
    return memoize(this.#inOnderzoek, id, () => {
      const [of, table] = isRecentObject(this.snapshot, id)
        ? ([this.snapshot, "recent_in_onderzoek"] as const)
        : ([this.history, "in_onderzoek"] as const);
      const sql = `${IN_ONDERZOEK} ${table} WHERE object_id = ? ORDER BY begin_day, kenmerken, registered_ms`;
      return of.statement<Stored<InOnderzoekPeriod>>(sql).all(id).map(toPeriod);
    });
  }

  /** Lists the gemeenten of a woonplaats while it exists, oldest first; no two neighbours are the same. */
  listGemeenten(woonplaats: number): readonly GemeentePeriod[] {
    return memoize(this.#areas.gemeenten, woonplaats, () => {
      const life = this.listVoorkomens("WPL", woonplaats);
      const existing = life.filter((one) => !isEmpty(one) && isExisting("WPL", one));
      const [from, until] = [existing[0]?.begin ?? EVER, existing.at(-1)?.end ?? OPEN];
      const periods: GemeentePeriod[] = [];
      // A provisional decision has a row of its own, which may begin before the woonplaats; rows of an ended one may be
      // open.
      const rows = this.snapshot.statement<Stored<GemeentePeriod>>(GEMEENTEN).all(woonplaats);
      for (const { code, begin, end } of rows.map(toPeriod)) {
        const period = { code, begin: Math.max(begin, from), end: Math.min(end, until) };
        const before = periods.at(-1);
        if (before?.code === code && before.end === period.begin) {
          periods[periods.length - 1] = { ...before, end: period.end };
        } else if (!isEmpty(period)) {
          periods.push(period);
        }
      }
      return periods;
    });
  }

  /** Lists the woonplaatsen of a gemeente, oldest period first. */
  listWoonplaatsPeriods(gemeente: number): readonly WoonplaatsPeriod[] {
    return memoize(this.#areas.woonplaatsen, gemeente, () =>
      this.snapshot
        .statement<{ id: number }>(WOONPLAATSEN)
        .all(gemeente)
        .flatMap(({ id }) => this.listGemeenten(id).map((period) => ({ ...period, woonplaats: id })))
        .filter(({ code }) => code === gemeente)
        .sort((a, b) => a.begin - b.begin || a.woonplaats - b.woonplaats),
    );
  }

  /** Lists the names of a gemeente, the last first. */
  listGemeenteNames(code: number): readonly GemeenteNamePeriod[] {
    return memoize(this.#areas.names, code, () =>
      this.snapshot
        .statement<GemeenteNamePeriod>(NAMES)
        .all(code)
        .map((row) => ({ ...row, begin: toBound(row.begin, EVER), end: toBound(row.end, OPEN) })),
    );
  }
}

/** Row of a period, whose end may be open. */
type Stored<P extends Period> = Omit<P, "end"> & { readonly end: Day | null };

function toPeriod<P extends Period>(row: Stored<P>): P {
  return { ...row, end: row.end ?? OPEN } as P;
}

/** Returns the day of a date YYYYMMDD; `unbounded` for a number that is no date, as lists without dates have. */
function toBound(date: number, unbounded: number): number {
  return date > 10_000 && date < 9999_00_00 ? toDayNumber(date) : unbounded;
}
