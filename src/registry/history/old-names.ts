/** Finds streets and woonplaatsen by a former name, by its words in one run (`nameRun` of the search). */
import { lookupTable } from "../schema/history-schema.ts";
import { type Past, type PastQuery, pastQuery } from "./past.ts";

/** Lists the woonplaatsen that ever had one of some names. */
export function listWoonplaatsenNamed(past: Past, runs: readonly string[]): number[] {
  return past.listRows<{ id: number }>(WOONPLAATSEN, JSON.stringify(runs)).map(({ id }) => id);
}

/**
 * Lists the streets that had this name in one of these woonplaatsen (by default in any), or had numbers there: streets
 * with former addresses, and streets that have another name or woonplaats today.
 */
export function listStreetsOnceNamed(past: Past, run: string, woonplaatsen?: readonly number[]): number[] {
  const rows =
    woonplaatsen === undefined
      ? past.listRows<{ id: number }>(STREETS, run)
      : past.listRows<{ id: number }>(STREETS_IN, run, JSON.stringify(woonplaatsen));
  return [...new Set(rows.map(({ id }) => id))];
}

const NAMED = (of: keyof PastQuery) => `SELECT object_id AS id FROM ${lookupTable("former_name", of)}`;
const WOONPLAATSEN = pastQuery(
  (of) => `${NAMED(of)} WHERE run IN (SELECT value FROM json_each(?)) AND object_id = woonplaats_id`,
);
const STREETS = pastQuery((of) => `${NAMED(of)} WHERE run = ? AND object_id <> woonplaats_id`);
const STREETS_IN = pastQuery(
  (of) => `${NAMED(of)} WHERE run = ? AND woonplaats_id IN (SELECT value FROM json_each(?))
    AND object_id <> woonplaats_id`,
);
