import type { AddressableType } from "../registry/object-types.ts";

/**
 * What the steps that link addresses read the rows of a table from, as a term of FROM: the table in an import, the rows
 * it is about in an update. Whatever names a nummeraanduiding among them, and what that names, must be among them too.
 */
export type RowsOf = (table: AddressableType | "nummeraanduiding") => string;

export const WHOLE_TABLE: RowsOf = (table) => table;
