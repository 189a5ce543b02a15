/** Groups of the columns that geocoding and rechecking add to a table, and the columns that both have. */
import type { Language } from "../base/language.ts";
import type { Rechecked } from "../registry/history/recheck.ts";
import { type AddressGroup, COLUMN_KINDS, partsOf, type ResultName } from "../registry/schema/field-types.ts";
import { ADDRESS } from "../registry/schema/record-fields.ts";
import type { ColumnKind, Value } from "../tables/table.ts";
import type { RowResult } from "./outcome.ts";

/** Groups of columns, in their order. */
export const GROUPS = [
  /** Status of an id. */
  "recheck",
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
export type ResultGroup = (typeof GROUPS)[number];

/** Column of results. */
export interface Declaration {
  readonly group: ResultGroup;
  readonly kind: ColumnKind;
  readonly value: (result: RowResult, language: Language) => Value;
}

/** Declares a column of text. */
export function textColumn(group: ResultGroup, value: Declaration["value"]): Declaration {
  return { group, kind: "text", value };
}

/** Name of the column with a field of the address: without `_naam`. */
type AddressColumn<
  Prefix extends string,
  Name extends string,
> = `${Prefix}_${Name extends `${infer Area}_naam` ? Area : Name}`;

/** Declares the columns with fields of the address, in the order of their groups. */
export function addressColumns<Prefix extends string>(prefix: Prefix) {
  const fields = partsOf(ADDRESS, "result") as [ResultName<typeof ADDRESS>, AddressGroup][];
  const columns = fields.map(([name, group]): [string, Declaration] => [
    `${prefix}_${name.replace(/_naam$/, "")}`,
    { group, kind: COLUMN_KINDS[ADDRESS[name].type], value: ({ adres }) => adres?.[name] ?? null },
  ]);
  const order = ([, { group }]: [string, Declaration]) => GROUPS.indexOf(group);
  columns.sort((one, other) => order(one) - order(other));
  return Object.fromEntries(columns) as Record<
    AddressColumn<Prefix, ResultName<typeof ADDRESS>>,
    Declaration
  >;
}

/** Maximum successors in a cell. */
const MAX_SUCCESSORS = 10;

/** Returns the successors with their relations; null without any. */
export function describeSuccessors(successors: Rechecked["candidates"]): string | null {
  const named = successors
    .slice(0, MAX_SUCCESSORS)
    .map(({ relation, address }) => `${relation}: ${address.full_address}`);
  const more = successors.length - named.length;
  return [...named, ...(more > 0 ? [`and ${more} more`] : [])].join("; ") || null;
}
