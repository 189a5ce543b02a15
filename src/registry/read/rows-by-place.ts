import type { Snapshot } from "../file/snapshot.ts";
import type { Region } from "../index/region.ts";
import type { AdresFilter } from "./adres-filter.ts";

/** Objects to read: those that meet every condition of the filter and lie in the region, if there is one. */
export interface Selection {
  readonly filter: AdresFilter;
  readonly region: Region | undefined;
}

/** Condition that a table's key is one of a list; its parameter is the list as JSON. */
export const IS_LISTED = "fid IN (SELECT value FROM json_each(?))";

/** Table `listed` of the keys of a list, in its order; its parameter is the list as JSON. */
export const LISTED_KEYS = "(SELECT value AS listed FROM json_each(?))";

/** Rows that a statement reads: enough that its start costs little, few enough to pause between two. */
const ROWS_PER_STATEMENT = 256;

/**
 * Reads rows by their keys, some hundreds at a time. `sql` takes the keys as JSON for its first parameter, which costs
 * half of a statement for each key; `values` are its other parameters. Yields an empty array where nothing was read.
 */
export function* readRowsByKeys<Row>(
  s: Snapshot,
  keyLists: Iterable<readonly number[]>,
  { sql, values = [] }: { readonly sql: string; readonly values?: readonly string[] },
): Generator<Row[]> {
  const statement = s.statement<Row>(sql);
  let keys: number[] = [];
  for (const list of keyLists) {
    if (list.length === 0) {
      yield [];
    }
    for (const key of list) {
      keys.push(key);
      if (keys.length === ROWS_PER_STATEMENT) {
        yield statement.all(JSON.stringify(keys), ...values);
        keys = [];
      }
    }
  }
  yield statement.all(JSON.stringify(keys), ...values);
}
