import type { TouchedTable } from "./touched.ts";

/**
 * What has changed in a table, for SQL: its touched rows as they are with `keer` 1, and as they were with `keer` -1, so
 * that sums of `keer` are what any number of rows has changed by.
 */
export function differencesOf(table: TouchedTable): string {
  return `(SELECT t.*, 1 AS keer FROM work.geraakt_${table} CROSS JOIN ${table} t USING (fid)
    UNION ALL SELECT *, -1 FROM work.oud_${table})`;
}
