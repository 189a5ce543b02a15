/** The columns that geocoding adds to a table: names, kinds and values, declared once. */

import { didYouMean } from "../base/did-you-mean.ts";
import { AppError } from "../base/errors.ts";
import type { Language } from "../base/language.ts";
import { listOf } from "../base/list-of.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import type { AdresOptions } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import type { Column, Value } from "../tables/table.ts";
import {
  addressColumns,
  type Declaration,
  describeSuccessors,
  GROUPS,
  type ResultGroup,
} from "./column-groups.ts";
import type { Correction } from "./corrections.ts";
import type { RowMatch, RowRefusal } from "./outcome.ts";
import { RECHECK_COLUMNS, type RecheckColumnName, type RecheckResult } from "./recheck/recheck-columns.ts";
import { correctionsText } from "./texts/corrections.ts";
import { reasonSentence } from "./texts/reasons.ts";

/** All that is known of a row; the values of its added columns are made from it. */
export interface RowResult {
  readonly match: RowMatch;
  /** Reason of `none`. */
  readonly refusal: RowRefusal | null;
  /** Differences between row and address. */
  readonly corrected: readonly Correction[] | null;
  readonly adres: AdresRecord | null;
  readonly suggestions: readonly AdresRecord[];
  /** Metres from the position of the row; null for rows of addresses. */
  readonly distanceM: number | null;
  readonly groupKey: string | null;
  /** The former address that the row names: the one found, or the one beside none. */
  readonly former: FormerAdres | null;
}

function suggestion(position: number): Declaration<RowResult> {
  return {
    group: "suggestions",
    kind: "text",
    value: ({ suggestions }) => suggestions[position - 1]?.full_address ?? null,
  };
}

/** All columns, in their order. */
const RESULT_COLUMNS = {
  result_match: {
    group: "match",
    kind: "text",
    value: ({ match }) => match,
  },
  /** Corrected parts of the row: `street: Keurstaat → Keurstraat`. */
  result_corrected: {
    group: "match",
    kind: "text",
    value: ({ corrected }, language) => corrected && correctionsText(corrected, language),
  },
  /** Reason of none, from a closed list. */
  result_reason: {
    group: "match",
    kind: "text",
    value: ({ refusal }) => refusal?.why ?? null,
  },
  result_message: {
    group: "match",
    kind: "text",
    value: ({ refusal }, language) => refusal && reasonSentence(refusal, language),
  },
  result_suggestion_1: suggestion(1),
  result_suggestion_2: suggestion(2),
  result_suggestion_3: suggestion(3),
  ...addressColumns("result"),
  /** Metres between the coordinates given and the address. */
  result_distance_m: {
    group: "distance",
    kind: "real",
    value: ({ distanceM }) => distanceM,
  },
  result_former: {
    group: "former",
    kind: "text",
    value: ({ former }) => former?.address.full_address ?? null,
  },
  result_former_from: {
    group: "former",
    kind: "text",
    value: ({ former }) => former?.valid_from ?? null,
  },
  result_former_until: {
    group: "former",
    kind: "text",
    value: ({ former }) => former?.valid_until ?? null,
  },
  /** The address that the same number is today. */
  result_former_today: {
    group: "former",
    kind: "text",
    value: ({ former }) => former?.today?.full_address ?? null,
  },
  /** Addresses that took its place, with their relation: `same_document: Achtergracht 3a, 1381BK Weesp`. */
  result_former_successors: {
    group: "former",
    kind: "text",
    value: ({ former }) => former && describeSuccessors(former.successors),
  },
  /** The same number for rows that are the same address, though written differently. */
  result_group: {
    group: "group",
    kind: "integer",
    // Numbers are given in the order of the rows, when these are written (run/write-result.ts).
    value: () => null,
  },
} as const satisfies Record<string, Declaration<RowResult>>;

export type ResultColumnName = keyof typeof RESULT_COLUMNS;
export type AddedColumnName = ResultColumnName | RecheckColumnName;
const RESULT_COLUMN_NAMES = Object.keys(RESULT_COLUMNS) as ResultColumnName[];
const RECHECK_COLUMN_NAMES = Object.keys(RECHECK_COLUMNS) as RecheckColumnName[];
const ADDED_COLUMNS = { ...RESULT_COLUMNS, ...RECHECK_COLUMNS };

/** The usual `--add` of addresses. */
const USUAL = "match,suggestions,address,location,building,residence,area";

interface Selection {
  readonly kind: "address" | "position";
  readonly dedupe: boolean;
  readonly former: boolean;
}

/**
 * Returns the columns of `--add`, in the order of the declaration: names with or without `result_`, groups, `all`;
 * `result_match` always, and what the kind of table, `--dedupe` and `--former` ask for. Throws AppError `usage` for
 * an unknown name.
 */
export function selectResultColumns(
  add: string | undefined,
  { kind, dedupe, former }: Selection,
): ResultColumnName[] {
  const usual = kind === "position" ? `${USUAL},distance` : USUAL;
  const further = [...(dedupe ? ["group"] : []), ...(former ? ["former"] : [])];
  return select(["result_match", ...listOf(add ?? usual), ...further], RESULT_COLUMN_NAMES);
}

/** Returns the usual columns of a recheck and the columns of `--add`. Throws as {@link selectResultColumns}. */
export function selectRecheckColumns(add = ""): RecheckColumnName[] {
  return select(["recheck", "address", "gemeente", ...listOf(add)], RECHECK_COLUMN_NAMES);
}

/** Returns the columns of these names and groups, in the order of the declaration. */
function select<Name extends AddedColumnName>(asked: readonly string[], all: readonly Name[]): Name[] {
  const selected = new Set(asked.flatMap((each) => columnsNamed(each, all)));
  return all.filter((column) => selected.has(column));
}

/** Returns the columns of a group, or the column of a name, which may lack its prefix `result_` or `recheck_`. */
function columnsNamed<Name extends AddedColumnName>(asked: string, all: readonly Name[]): readonly Name[] {
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

/** Names the columns in the output: one that the table has already, in any case, gets a number behind it. */
export function nameAddedColumns(
  columns: readonly AddedColumnName[],
  existing: readonly string[],
): { readonly column: AddedColumnName; readonly name: string }[] {
  const taken = new Set(existing.map((name) => name.trim().toLowerCase()));
  return columns.map((column) => {
    let name: string = column;
    for (let number = 2; taken.has(name); number++) {
      name = `${column}_${number}`;
    }
    return { column, name };
  });
}

/** Returns the added columns as columns to write. Every text of the registry or of the file may be a formula. */
export function addedColumnsOf(
  added: readonly { readonly column: AddedColumnName; readonly name: string }[],
): Column[] {
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

/** Returns the values of a plan's added columns, in their order; all of them are columns of this kind of result. */
export function valuesOf<R extends RowResult | RecheckResult>(
  { added, language = "en" }: AddedColumns,
  result: R,
): Value[] {
  return added.map(({ column }) => (ADDED_COLUMNS[column] as Declaration<R>).value(result, language));
}
