/** Decides how a list of ids is rechecked: which column has the ids, which the days, and which columns are added. */
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { Past, readIfKept } from "../../registry/history/past.ts";
import { typeCodeOf } from "../../registry/schema/object-types.ts";
import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/address-cells.ts";
import { assertChoice, readColumnChoice } from "../columns/choice.ts";
import { type ColumnUse, ID_ROLES, roleOfName } from "../columns/roles.ts";
import type { GeocodePlan } from "../plan.ts";
import { nameAddedColumns, selectRecheckColumns } from "../result-columns.ts";
import { endsInZero, mayBeRounded, readIdCell } from "./id-cells.ts";

/** Options of a recheck. */
export interface RecheckOptions {
  /** Day of the ids, YYYY-MM-DD, for rows without one of their own. */
  readonly since?: string | undefined;
  /** Leaves unchanged rows out of the output. */
  readonly onlyChanged?: boolean | undefined;
}

/**
 * Plans the recheck of a list. Throws AppError `history_not_kept` for a registry without history, `usage` for a list
 * without ids or days, or with ids that a spreadsheet has rounded.
 */
export function planRecheck(
  table: List,
  { snapshot }: { readonly snapshot: Snapshot },
  { columns, uses, add, recheck = {} }: ListOptions,
): GeocodePlan {
  const past = new Past(snapshot);
  const { since, onlyChanged = false } = recheck;
  const given = uses ?? (columns === undefined ? [] : readColumnChoice(columns, table, "recheck"));
  assertChoice(given, table.columns);
  const of = (role: ColumnUse["role"]) => given.find((use) => use.role === role)?.index;
  const id = of("id") ?? findIdColumn(table, past);
  assertNotRounded(table, id);
  const day = of("day") ?? (since === undefined ? findDayColumn(table) : undefined);
  const found = { id, day };
  if (id === undefined || (day === undefined && since === undefined)) {
    throw new AppError("usage", id === undefined ? NO_IDS : NO_DAY);
  }
  return {
    kind: "recheck",
    uses: ID_ROLES.flatMap((role) => {
      const index = found[role];
      return index === undefined ? [] : { role, index, name: table.columns[index]! };
    }),
    ...{ doubtful: [], unused: [] },
    added: nameAddedColumns(selectRecheckColumns(add), [...table.columns, ...(table.header ?? [])]),
    ...(since !== undefined && { since }),
    ...(onlyChanged && { onlyChanged }),
    findings: since === undefined ? [] : [`day: ${since}${day === undefined ? "" : " in rows without one"}`],
  };
}

/** A list whose columns are to be found; the sample has rows spread over it. */
interface List {
  readonly columns: readonly string[];
  readonly header?: readonly string[];
  readonly hasHeader: boolean;
  readonly sample: readonly Row[];
}

/** Choices of a user, as for addresses. */
interface ListOptions {
  readonly columns?: string | undefined;
  readonly uses?: readonly ColumnUse[] | undefined;
  readonly add?: string | undefined;
  readonly recheck?: RecheckOptions | undefined;
}

/** Columns of a list. */
export interface IdColumns {
  readonly id: number;
  readonly day?: number | undefined;
}

/** Finds the columns of ids and days; undefined for a file without ids, and for a registry without history. */
export function findIdColumns(table: List, snapshot: Snapshot): IdColumns | undefined {
  return readIfKept(snapshot, undefined, () => {
    const id = findIdColumn(table, new Past(snapshot));
    return id === undefined ? undefined : { id, day: findDayColumn(table) };
  });
}

const NO_IDS =
  "No column has ids of nummeraanduidingen or adresseerbare objecten that this registry knows. An id has 16 digits, " +
  "with 20, 01, 02 or 03 as fifth and sixth digit. Name the column of the ids, for example --columns id=bag_id.";
const NO_DAY =
  "On which day were the ids right? Write --since YYYY-MM-DD, or name the column with the days, for example " +
  "--columns day=peildatum.";

/** Share of the filled cells of a column that must be known ids. */
const MOST = 0.9;

/** Columns that may have ids, whose ids are looked up, at most: a file may have a thousand such columns. */
const MAX_TRIED = 20;

/** Finds the column with ids that the registry knows: the likeliest name, numbers before objects, the rightmost. */
function findIdColumn({ columns, sample }: List, past: Past): number | undefined {
  const candidates = columns.flatMap((name, index) => {
    const rows = sample.filter((row) => filledText(row[index]) !== "");
    const ids = rows.flatMap((row) => readIdCell(row[index]!) ?? []);
    const least = MOST * rows.length;
    const numbers = ids.filter((id) => typeCodeOf(id) === "NUM");
    const rank = 2 * rankOfName(name) + Number(2 * numbers.length >= ids.length);
    return ids.length === 0 || ids.length < least ? [] : { index, ids, least, rank };
  });
  const isKnown = (id: number) => past.listVoorkomens(typeCodeOf(id)!, id).length > 0;
  return candidates
    .sort((a, b) => b.rank - a.rank || b.index - a.index)
    .slice(0, MAX_TRIED)
    .find(({ ids, least }) => ids.filter(isKnown).length >= least)?.index;
}

function rankOfName(name: string): number {
  const [, prefix] = /^(recheck|result)_nummeraanduiding_id(?:_\d+)?$/i.exec(name.trim()) ?? [];
  if (prefix !== undefined) {
    return prefix.toLowerCase() === "recheck" ? 3 : 2;
  }
  return roleOfName(name) === "id" ? 1 : 0;
}

/** Finds the column with the day of the last run. */
function findDayColumn({ columns }: List): number | undefined {
  const index = columns.findLastIndex((name) => /^recheck_date(?:_\d+)?$/i.test(name.trim()));
  return index < 0 ? undefined : index;
}

/** Ids that all end in 0 are no chance from this number on. */
const MIN_ROUNDED = 20;

/** Throws AppError `usage` when a spreadsheet has rounded the ids of the column, or of any while none is found. */
function assertNotRounded({ columns, sample }: List, id: number | undefined): void {
  const isRounded = (index: number) => {
    const cells = sample.map((row: Row) => row[index] ?? "").filter(mayBeRounded);
    return cells.length >= MIN_ROUNDED && cells.every(endsInZero);
  };
  const index = (id === undefined ? [...columns.keys()] : [id]).find(isRounded);
  if (index !== undefined) {
    throw new AppError(
      "usage",
      `The ids of 16 digits in the column ${JSON.stringify(columns[index])} all end in 0: a spreadsheet has rounded ` +
        "them. Get the list again from its source, with the ids as text.",
    );
  }
}
