/**
 * Layout of an object's row between reader and loader, derived from the declarations of its fields
 * (registry/schema/object-types.ts) and of the columns computed from them (registry/schema/schema.ts). The
 * values of a voorkomen are an array, because an import makes tens of millions; code finds a value by the name of its
 * column. Registries contain such arrays too (`row_json` of registry/schema/schema.ts): another order needs
 * another SCHEMA_VERSION.
 */

import { byTypeCode, type OBJECT_TYPES, type TypeCode } from "../../registry/schema/object-types.ts";
import { ADDED_COLUMNS, type AddedColumn, fieldColumns } from "../../registry/schema/schema.ts";
import type { RowValue } from "../extract/field-reader.ts";

export interface RowColumn {
  readonly name: string;
  readonly isText: boolean;
}

type FieldColumn<C extends TypeCode> = (typeof OBJECT_TYPES)[C]["fields"][number]["column"];
/** Names of the columns that reading an object computes from its fields and geometry. */
export type ComputedColumn<C extends TypeCode> = Extract<
  (typeof ADDED_COLUMNS)[C][number],
  { isComputed: true }
>["name"];
/** Positions in the values of a voorkomen, by column. */
export type Positions<C extends TypeCode> = Readonly<Record<FieldColumn<C> | ComputedColumn<C>, number>>;

const COMPUTED = byTypeCode((code) =>
  (ADDED_COLUMNS[code] as readonly AddedColumn[]).filter(({ isComputed }) => isComputed),
);
const COLUMNS = byTypeCode((code) =>
  [...fieldColumns(code), ...COMPUTED[code]].map(
    ({ name, sqlType }): RowColumn => ({ name, isText: sqlType === "TEXT" || sqlType === "DATE" }),
  ),
);
const POSITIONS = byTypeCode((code) => Object.fromEntries(COLUMNS[code].map(({ name }, at) => [name, at])));

/** Returns the columns of a voorkomen's values: the declared fields in their order, then the computed columns. */
export function voorkomenColumns(code: TypeCode): readonly RowColumn[] {
  return COLUMNS[code];
}

export function computedColumns(code: TypeCode): readonly { readonly name: string }[] {
  return COMPUTED[code];
}

export function positionsOf<C extends TypeCode>(code: C): Positions<C> {
  return POSITIONS[code] as Positions<C>;
}

/** Returns the values of a voorkomen by column. */
export function nameValues(code: TypeCode, values: readonly RowValue[]): Record<string, RowValue> {
  return Object.fromEntries(COLUMNS[code].map(({ name }, at) => [name, values[at] ?? null]));
}

/** Returns the values of a voorkomen in the order of `voorkomenColumns`; ignores other columns of `row`. */
export function orderValues(code: TypeCode, row: Readonly<Record<string, unknown>>): RowValue[] {
  return COLUMNS[code].map(({ name }) => row[name] as RowValue);
}
