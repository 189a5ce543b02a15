/**
 * SQL for the rows that a table is derived from, each with a `weight`: the sum of `weight` is the number of rows in an
 * import, and the change of that number in an update. The same SQL can then count for both.
 */
import type { TouchedTable } from "./touched.ts";

/** Returns SQL for all rows of a table, each with `weight` 1. */
export function allRowsSql(table: TouchedTable): string {
  return `(SELECT *, 1 AS weight FROM ${table})`;
}

/** Returns SQL for the touched rows of a table, as they are with `weight` 1 and as they were with `weight` -1. */
export function differencesSql(table: TouchedTable): string {
  return `(SELECT t.*, 1 AS weight FROM work.touched_${table} CROSS JOIN ${table} t USING (fid)
    UNION ALL SELECT *, -1 FROM work.old_${table})`;
}
