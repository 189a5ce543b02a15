import type { AddressableType } from "../../../registry/schema/object-types.ts";

/**
 * Returns the source of a table's rows, as a term of FROM, for the steps that link addresses: the table in an import,
 * the affected rows in an update. Whatever names a nummeraanduiding among these rows, and what that names, must be
 * among them too.
 */
export type RowsOf = (table: AddressableType | "nummeraanduiding") => string;

export const ALL_ROWS: RowsOf = (table) => table;
