import type { AddressableType } from "../../../registry/schema/object-types.ts";

/**
 * Returns the source of a table's rows, as a term of FROM, for the steps that link addresses: the table in an import,
 * the affected rows in an update. Objects that name one of their nummeraanduidingen, and the nummeraanduidingen that
 * these name, must be among the rows too.
 */
export type RowsOf = (table: AddressableType | "nummeraanduiding") => string;

export const ALL_ROWS: RowsOf = (table) => table;
