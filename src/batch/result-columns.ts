/** The columns that geocoding adds to a table: names, kinds and values, declared once. */

import { didYouMean } from "../base/did-you-mean.ts";
import { AppError } from "../base/errors.ts";
import { listOf } from "../base/list-of.ts";
import type { FormerAdres } from "../registry/history/former-adressen.ts";
import type { AdresOptions } from "../registry/read/adres-record.ts";
import type { AdresRecord } from "../registry/read/records.ts";
import { type AddressGroup, COLUMN_KINDS, partsOf, type ResultName } from "../registry/schema/field-types.ts";
import { ADDRESS } from "../registry/schema/record-fields.ts";
import type { Column, ColumnKind, Value } from "../tables/table.ts";
import { type Correction, correctionsText } from "./corrections.ts";
import { type RowMatch, type RowRefusal, rowRefusalText } from "./outcome.ts";

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

/** Groups of columns, in their order. */
const GROUPS = [
  "match",
  /** Up to three addresses that may be meant. */
  "suggestions",
  "address",
  "location",
  "building",
  "residence",
  /** Status of the object, and whether it stands yet. */
  "stage",
  "area",
  /** Buurt and wijk of CBS, and the veiligheidsregio. */
  "cbs",
  /** Identifiers of place, gemeente and object. */
  "codes",
  "distance",
  /** The former address that a row names, its days, and what became of it. */
  "former",
  /** Equal for rows of one address. */
  "group",
] as const;
type ResultGroup = (typeof GROUPS)[number];

interface Declaration {
  readonly group: ResultGroup;
  readonly kind: ColumnKind;
  readonly value: (result: RowResult) => Value;
}

/** Name of the column with a field of the address: without `_naam`. */
type AddressColumn<Name extends string> = `result_${Name extends `${infer Area}_naam` ? Area : Name}`;

/** Declares the columns with fields of the address, in the order of their groups. */
function addressColumns() {
  const fields = partsOf(ADDRESS, "result") as [ResultName<typeof ADDRESS>, AddressGroup][];
  const columns = fields.map(([name, group]): [string, Declaration] => [
    `result_${name.replace(/_naam$/, "")}`,
    { group, kind: COLUMN_KINDS[ADDRESS[name].type], value: ({ adres }) => adres?.[name] ?? null },
  ]);
  const order = ([, { group }]: [string, Declaration]) => GROUPS.indexOf(group);
  columns.sort((one, other) => order(one) - order(other));
  return Object.fromEntries(columns) as Record<AddressColumn<ResultName<typeof ADDRESS>>, Declaration>;
}

function suggestion(position: number): Declaration {
  return {
    group: "suggestions",
    kind: "text",
    value: ({ suggestions }) => suggestions[position - 1]?.full_address ?? null,
  };
}

/** Maximum successors in a cell. */
const MAX_SUCCESSORS = 10;

/** Returns the successors with their relations; null without any. */
export function describeSuccessors({ successors }: FormerAdres): string | null {
  const named = successors
    .slice(0, MAX_SUCCESSORS)
    .map(({ relation, address }) => `${relation}: ${address.full_address}`);
  const more = successors.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") || null;
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
    value: ({ corrected }) => corrected && correctionsText(corrected),
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
    value: ({ refusal }) => refusal && rowRefusalText(refusal),
  },
  result_suggestion_1: suggestion(1),
  result_suggestion_2: suggestion(2),
  result_suggestion_3: suggestion(3),
  ...addressColumns(),
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
    value: ({ former }) => (former === null ? null : describeSuccessors(former)),
  },
  /** The same number for rows that are the same address, though written differently. */
  result_group: {
    group: "group",
    kind: "integer",
    // Numbers are given in the order of the rows, when these are written (run/write-result.ts).
    value: () => null,
  },
} as const satisfies Record<string, Declaration>;

export type ResultColumnName = keyof typeof RESULT_COLUMNS;
const RESULT_COLUMN_NAMES = Object.keys(RESULT_COLUMNS) as ResultColumnName[];

const DEFAULT_GROUPS: readonly ResultGroup[] = [
  "match",
  "suggestions",
  "address",
  "location",
  "building",
  "residence",
  "area",
];

interface Selection {
  readonly kind: "address" | "position";
  readonly dedupe: boolean;
  readonly former: boolean;
}

/**
 * Returns the columns of `--add`, in the order of the declaration: names with or without `result_`, groups, `all`;
 * `result_match` always, and what the kind of table, `--dedupe` and `--former` ask for. Throws AppError `usage` for
 * another name.
 */
export function selectResultColumns(
  add: string | undefined,
  { kind, dedupe, former }: Selection,
): ResultColumnName[] {
  const selected = new Set<ResultColumnName>(["result_match"]);
  const asked =
    add === undefined ? [...DEFAULT_GROUPS, ...(kind === "position" ? ["distance"] : [])] : listOf(add);
  const further = [...(dedupe ? ["group"] : []), ...(former ? ["former"] : [])];
  for (const each of [...asked, ...further]) {
    for (const column of columnsNamed(each.trim().toLowerCase())) {
      selected.add(column);
    }
  }
  return RESULT_COLUMN_NAMES.filter((column) => selected.has(column));
}

function columnsNamed(name: string): readonly ResultColumnName[] {
  if (name === "all") {
    return RESULT_COLUMN_NAMES;
  }
  const columns = RESULT_COLUMN_NAMES.filter(
    (column) => RESULT_COLUMNS[column].group === name || column === name || column === `result_${name}`,
  );
  if (columns.length > 0) {
    return columns;
  }
  const names = RESULT_COLUMN_NAMES.map((column) => column.slice("result_".length));
  throw new AppError(
    "usage",
    `--add does not know ${JSON.stringify(name)}.${didYouMean(name, [...GROUPS, ...names])} ` +
      `Groups: ${GROUPS.join(", ")}, all. Columns: ${names.join(", ")}.`,
  );
}

/** Names the columns in the output: one that the table has already, in any case, gets a number behind it. */
export function nameAddedColumns(
  columns: readonly ResultColumnName[],
  existing: readonly string[],
): { readonly column: ResultColumnName; readonly name: string }[] {
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
  added: readonly { readonly column: ResultColumnName; readonly name: string }[],
): Column[] {
  return added.map(({ column, name }) => {
    const { kind }: Declaration = RESULT_COLUMNS[column];
    return { name, kind, mayBeFormula: kind === "text" || kind === "list" };
  });
}

/** Returns which further fields of the address the values of the columns need; `undefined` when none. */
export function neededIncludes(columns: readonly ResultColumnName[]): AdresOptions | undefined {
  const groups = new Set(columns.map((column) => RESULT_COLUMNS[column].group));
  const needed = { stage: groups.has("stage"), areas: groups.has("cbs") };
  return needed.stage || needed.areas ? needed : undefined;
}

/** Returns the values of the added columns, in their order. */
export function resultValuesOf(columns: readonly ResultColumnName[], result: RowResult): Value[] {
  return columns.map((column) => RESULT_COLUMNS[column].value(result));
}
