/** Names of the past that today's tables lack: of streets in the woonplaatsen where they lay, and of woonplaatsen. */
import { sideTable, voorkomenTable } from "../schema/history-schema.ts";
import { type Past, pastQuery } from "./past.ts";

/** Name of a street while it lay in a woonplaats. */
export interface NamedStreet {
  readonly street: number;
  readonly naam: string;
  readonly woonplaats: number;
}

/** Lists names of streets with the woonplaats where they lay, of streets of which either was another than today. */
export function listOldStreets(past: Past): NamedStreet[] {
  return past.listRows(OLD_STREETS);
}

const OLD_STREETS = pastQuery((of) => {
  const table = voorkomenTable("OPR", of);
  return `SELECT DISTINCT object_id AS street, naam, woonplaats_id AS woonplaats FROM ${table}
    WHERE retired = 0 AND naam IS NOT NULL AND object_id IN (
      SELECT openbare_ruimte_id FROM ${sideTable("old_name", of)}
      UNION SELECT object_id FROM ${table} WHERE retired = 0
        GROUP BY object_id HAVING min(woonplaats_id) <> max(woonplaats_id))`;
});

/** Name that a woonplaats has or had. */
export interface NamedWoonplaats {
  readonly woonplaats: number;
  readonly naam: string;
}

/** Lists all names of woonplaatsen of all days. */
export function listWoonplaatsNames(past: Past): NamedWoonplaats[] {
  return past.listRows(WOONPLAATS_NAMES);
}

const WOONPLAATS_NAMES = pastQuery(
  (of) => `SELECT DISTINCT object_id AS woonplaats, naam FROM ${voorkomenTable("WPL", of)}
    WHERE retired = 0 AND naam IS NOT NULL`,
);
