/** Decides how a list of ids is rechecked: which column has the ids, which the days, and which columns are added. */
import { AppError } from "../../base/errors.ts";
import type { Snapshot } from "../../registry/file/snapshot.ts";
import { Past } from "../../registry/history/past.ts";
import { typeCodeOf } from "../../registry/schema/object-types.ts";
import type { Row } from "../../tables/table.ts";
import { filledText } from "../cells/address-cells.ts";
import { givenColumns } from "../columns/choice.ts";
import { type ColumnUse, roleOfName } from "../columns/roles.ts";
import type { GeocodePlan, PlanOptions, TableToPlan } from "../plan.ts";
import { selectColumns } from "../result-columns.ts";
import { mayBeRounded, readIdCell } from "./id-cells.ts";

/**
 * Plans the recheck of a list. Throws AppError `history_not_kept` for a registry without history, `usage` for a list
 * without ids or days, or with ids that a spreadsheet has rounded.
 */
export function planRecheck(table: TableToPlan, snapshot: Snapshot, options: PlanOptions): GeocodePlan {
  const { since, onlyChanged } = options.recheck ?? {};
  const given = givenColumns(table, options, "recheck");
  const uses = findIdColumns(table, new Past(snapshot), given, since);
  const id = uses.find(({ role }) => role === "id");
  const hasDays = uses.some(({ role }) => role === "day");
  assertNotRounded(table, id?.index);
  if (id === undefined || (!hasDays && since === undefined)) {
    throw new AppError("usage", id === undefined ? NO_IDS : NO_DAY);
  }
  return {
    kind: "recheck",
    uses: uses.map((use) => ({ ...use, name: table.columns[use.index]! })),
    ...{ doubtful: [], unused: [] },
    added: selectColumns({ ...options, kind: "recheck", table }),
    ...(since !== undefined && { since }),
    ...(onlyChanged && { onlyChanged }),
    findings: since === undefined ? [] : [`day: ${since}${hasDays ? " in rows without one" : ""}`],
  };
}

/** Returns the columns of ids and days, found where they are not given; empty without a column of ids. */
export function findIdColumns(
  table: TableToPlan,
  past: Past,
  given: readonly ColumnUse[] = [],
  since?: string,
): ColumnUse[] {
  const id = given.find(({ role }) => role === "id") ?? findIdColumn(table, past);
  const findDay = () => (since === undefined ? findDayColumn(table) : undefined);
  const day = given.find(({ role }) => role === "day") ?? findDay();
  return id === undefined ? [] : [id, day].filter((use) => use !== undefined);
}

const NO_IDS =
  "No column has ids of nummeraanduidingen or adresseerbare objecten that this registry knows. An id has 16 digits, " +
  "with 20, 01, 02 or 03 as fifth and sixth digit. Name the column of the ids, for example --columns id=bag_id.";
const NO_DAY =
  "On which day were the ids right? Write --since YYYY-MM-DD, or name the column with the days, for example " +
  "--columns day=peildatum.";

/** Share of the filled cells of a column that must be known ids. */
const MOST = 0.9;

/** Maximum columns whose ids are looked up: a file may have a thousand columns that may have ids. */
const MAX_TRIED = 20;

/**
 * Finds the column with ids that the registry knows. Prefers the likeliest name, then ids of nummeraanduidingen over
 * ids of objects, then the rightmost column.
 */
function findIdColumn({ columns, sample }: TableToPlan, past: Past): ColumnUse | undefined {
  const candidates = columns.flatMap((name, index) => {
    const rows = sample.filter((row) => filledText(row[index]) !== "");
    const ids = rows.flatMap((row) => readIdCell(row[index]!) ?? []);
    const least = MOST * rows.length;
    const numbers = ids.filter((id) => typeCodeOf(id) === "NUM");
    const rank = 2 * rankOfName(name) + Number(2 * numbers.length >= ids.length);
    return ids.length === 0 || ids.length < least
      ? []
      : { use: { role: "id", index } as const, ids, least, rank };
  });
  const isKnown = (id: number) => past.listVoorkomens(typeCodeOf(id)!, id).length > 0;
  return candidates
    .sort((a, b) => b.rank - a.rank || b.use.index - a.use.index)
    .slice(0, MAX_TRIED)
    .find(({ ids, least }) => ids.filter(isKnown).length >= least)?.use;
}

function rankOfName(name: string): number {
  const [, prefix] = /^(recheck|result)_nummeraanduiding_id(?:_\d+)?$/i.exec(name.trim()) ?? [];
  if (prefix !== undefined) {
    return prefix.toLowerCase() === "recheck" ? 3 : 2;
  }
  return roleOfName(name) === "id" ? 1 : 0;
}

/** Finds the column with the day of the last run. */
function findDayColumn({ columns }: TableToPlan): ColumnUse | undefined {
  const index = columns.findLastIndex((name) => /^recheck_date(?:_\d+)?$/i.test(name.trim()));
  return index < 0 ? undefined : { role: "day", index };
}

/** Minimum number of ids that cannot all end in 0 by chance. */
const MIN_ROUNDED = 20;

/** Throws AppError `usage` when a spreadsheet has rounded the ids of the column, or of any column without an `id`. */
function assertNotRounded({ columns, sample }: TableToPlan, id: number | undefined): void {
  const isRounded = (index: number) => {
    const cells = sample.map((row: Row) => row[index] ?? "").filter(mayBeRounded);
    return cells.length >= MIN_ROUNDED && cells.every((cell) => filledText(cell).endsWith("0"));
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
