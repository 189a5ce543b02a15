import type { TouchedTable } from "./touched.ts";

/**
 * Returns SQL for the differences in a table: its touched rows as they are with `weight` 1, and as they were with
 * `weight` -1, so that a sum of `weight` is the change in the number of rows.
 */
export function differencesSql(table: TouchedTable): string {
  return `(SELECT t.*, 1 AS weight FROM work.touched_${table} CROSS JOIN ${table} t USING (fid)
    UNION ALL SELECT *, -1 FROM work.old_${table})`;
}
