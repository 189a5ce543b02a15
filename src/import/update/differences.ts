import type { TouchedTable } from "./touched.ts";

/**
 * Returns SQL for the differences in a table: its touched rows as they are with `keer` 1, and as they were with `keer`
 * -1, so that a sum of `keer` is the change in the number of rows.
 */
export function differencesSql(table: TouchedTable): string {
  return `(SELECT t.*, 1 AS keer FROM work.geraakt_${table} CROSS JOIN ${table} t USING (fid)
    UNION ALL SELECT *, -1 FROM work.oud_${table})`;
}
