/** The columns that geocoding adds to a table: names, kinds and values, declared once. */

import { didYouMean } from "../base/did-you-mean.ts";
import { AppError } from "../base/errors.ts";
import type { Language } from "../base/language.ts";
import { listOf } from "../base/list-of.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import type { AdresOptions } from "../registry/read/adres-record.ts";
import type { Column } from "../tables/table.ts";
import {
  addressColumns,
  type Declaration,
  describeSuccessors,
  GROUPS,
  type ResultGroup,
  textColumn,
} from "./column-groups.ts";
import type { ColumnsToRead } from "./columns/roles.ts";
import type { RowOutcome, RowResult } from "./outcome.ts";
import { RECHECK_COLUMNS } from "./recheck/recheck-columns.ts";
import { correctionsText } from "./texts/corrections.ts";
import { reasonSentence } from "./texts/reasons.ts";

/** Declares a column of a former address. */
function formerColumn(value: (former: FormerAdres) => string | null): Declaration {
  return textColumn("former", ({ former }) => former && value(former));
}

function suggestion(position: number): Declaration {
  return textColumn("suggestions", ({ suggestions }) => suggestions[position - 1]?.full_address ?? null);
}

/** All columns, in their order. */
const ADDED_COLUMNS = {
  result_match: textColumn("match", ({ match }) => match),
  /** Corrected parts of the row: `street: Keurstaat → Keurstraat`. */
  result_corrected: textColumn(
    "match",
    ({ corrected }, language) => corrected && correctionsText(corrected, language),
  ),
  /** Reason of `none`, from a closed list. */
  result_reason: textColumn("match", ({ refusal }) => refusal?.why ?? null),
  result_message: textColumn(
    "match",
    ({ refusal }, language) => refusal && reasonSentence(refusal, language),
  ),
  result_suggestion_1: suggestion(1),
  result_suggestion_2: suggestion(2),
  result_suggestion_3: suggestion(3),
  ...addressColumns("result"),
  /** Metres between the coordinates given and the address. */
  result_distance_m: { group: "distance", kind: "real", value: ({ distanceM }: RowResult) => distanceM },
  result_former: formerColumn(({ address }) => address.full_address),
  result_former_from: formerColumn(({ valid_from }) => valid_from),
  result_former_until: formerColumn(({ valid_until }) => valid_until),
  /** The address that the same number is today. */
  result_former_today: formerColumn(({ today }) => today?.full_address ?? null),
  /** Addresses that took its place, with their relation: `same_document: Achtergracht 3a, 1381BK Weesp`. */
  result_former_successors: formerColumn(({ successors }) => describeSuccessors(successors)),
  /**
   * The same number for rows that are the same address, though written differently. Numbers are given in the order of
   * the rows, when these are written (run/write-result.ts).
   */
  result_group: { group: "group", kind: "integer", value: () => null },
  ...RECHECK_COLUMNS,
} as const satisfies Record<string, Declaration>;

export type AddedColumnName = keyof typeof ADDED_COLUMNS;
const NAMES = Object.keys(ADDED_COLUMNS) as AddedColumnName[];

const OF_ADDRESSES = "match,suggestions,address,location,building,residence,area";
/** The usual `--add`. */
const USUAL = { address: OF_ADDRESSES, position: `${OF_ADDRESSES},distance`, recheck: "" };

/** Table and options by which columns are added. */
interface Selection {
  readonly kind: ColumnsToRead["kind"];
  /** Its names are taken. */
  readonly table: { readonly columns: readonly string[]; readonly header?: readonly string[] };
  readonly add?: string | undefined;
  readonly dedupe?: boolean | undefined;
  readonly former?: boolean | undefined;
}

/** Column to add. */
export interface AddedColumn {
  readonly column: AddedColumnName;
  /** Its name in the output: another one where the table has a column of that name. */
  readonly name: string;
}

/**
 * Returns the columns of `--add`, in the order of the declaration: names with or without their prefix, groups, `all`.
 * Adds the columns that the kind of table, `--dedupe` and `--former` require. Throws AppError `usage` for an unknown
 * name.
 */
export function selectColumns({ kind, table, add, dedupe, former }: Selection): AddedColumn[] {
  const { columns, header = [] } = table;
  const isRecheck = kind === "recheck";
  const all = NAMES.filter((name) => name.startsWith("recheck_") === isRecheck);
  const always = isRecheck ? ["recheck", "address", "gemeente"] : ["result_match"];
  const further = [...(dedupe ? ["group"] : []), ...(former ? ["former"] : [])];
  const asked = [...always, ...listOf(add ?? USUAL[kind]), ...further];
  const selected = new Set(asked.flatMap((each) => columnsNamed(each, all)));
  return all
    .filter((column) => selected.has(column))
    .map((column) => ({ column, name: freeName(column, [...columns, ...header]) }));
}

/** Returns the columns of a group, or the column of a name, which may lack its prefix `result_` or `recheck_`. */
function columnsNamed(asked: string, all: readonly AddedColumnName[]): readonly AddedColumnName[] {
  const name = asked.trim().toLowerCase();
  if (name === "all") {
    return all;
  }
  const withoutPrefix = (column: string) => column.slice(column.indexOf("_") + 1);
  const columns = all.filter(
    (column) => ADDED_COLUMNS[column].group === name || column === name || withoutPrefix(column) === name,
  );
  if (columns.length > 0) {
    return columns;
  }
  const names = all.map(withoutPrefix);
  const groups = GROUPS.filter((group) => all.some((column) => ADDED_COLUMNS[column].group === group));
  throw new AppError(
    "usage",
    `--add does not know ${JSON.stringify(name)}.${didYouMean(name, [...groups, ...names])} ` +
      `Groups: ${groups.join(", ")}, all. Columns: ${names.join(", ")}.`,
  );
}

/** Returns the name of a column to add. A name that a table has already, in any case, gets a number at its end. */
export function freeName(column: string, existing: readonly string[]): string {
  const taken = new Set(existing.map((name) => name.trim().toLowerCase()));
  let name = column;
  for (let number = 2; taken.has(name); number++) {
    name = `${column}_${number}`;
  }
  return name;
}

/** Returns the added columns as columns to write. Every text of the registry or of the file may be a formula. */
export function addedColumnsOf(added: readonly AddedColumn[]): Column[] {
  return added.map(({ column, name }) => {
    const { kind } = ADDED_COLUMNS[column];
    return { name, kind, mayBeFormula: kind === "text" || kind === "list" };
  });
}

/** Part of a plan: the columns to add, and the language of their sentences. */
interface AddedColumns {
  readonly added: readonly { readonly column: AddedColumnName }[];
  readonly language?: Language;
}

/** Returns which further fields of the address the added columns of a plan need; `undefined` when none. */
export function neededIncludes({ added }: AddedColumns): AdresOptions | undefined {
  const groups = new Set<ResultGroup>(added.map(({ column }) => ADDED_COLUMNS[column].group));
  const needed = { stage: groups.has("stage"), areas: groups.has("cbs") };
  return needed.stage || needed.areas ? needed : undefined;
}

/** Returns the outcome of a row, with the values of a plan's added columns in their order. */
export function outcomeOf({ added, language = "en" }: AddedColumns, result: RowResult): RowOutcome {
  const { match, reason, adres, groupKey } = result;
  const values = added.map(({ column }) => ADDED_COLUMNS[column].value(result, language));
  return { match, reason, adres, groupKey, values };
}
