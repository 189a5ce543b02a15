import { messageOf } from "../../base/errors.ts";
import { openReadOnly } from "../../base/sqlite.ts";

/** Reads every page of a registry, some seconds for each gigabyte; returns its faults. */
export function listPageFaults(path: string): string[] {
  try {
    using db = openReadOnly(path);
    const rows = db.query<{ quick_check: string }, []>("PRAGMA quick_check(5)").all();
    return rows.map(({ quick_check }) => quick_check).filter((fault) => fault !== "ok");
  } catch (error) {
    return [messageOf(error)];
  }
}
