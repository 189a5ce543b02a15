import type { Database } from "../../base/sqlite.ts";
import {
  compareStreets,
  isSameName,
  newStreetList,
  type StreetSortKey,
  setStreet,
  writeStreetList,
} from "../../registry/index/street-list.ts";

/** SQL for the number of addresses per street, woonplaats and gebruiksdoel, from `work.adres_doel`. */
export const STREET_DOEL_COUNTS_SQL = `
  SELECT openbare_ruimte_id AS openbareRuimte, woonplaats_id AS woonplaats, gebruiksdoel, sum(weight) AS count
  FROM work.adres_doel GROUP BY openbare_ruimte_id, woonplaats_id, gebruiksdoel`;

export interface StreetDoelCount {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  readonly gebruiksdoel: number;
  readonly count: number;
}

/** Fills `street_list` from `work.adres_doel` (doelen-derive.ts): streets with addresses of a gebruiksdoel, by name. */
export function deriveStreetList(db: Database): void {
  const rows = db.query<StreetDoelCount & StreetSortKey, []>(`
    SELECT t.*, o.name_key AS nameKey, w.name_key AS woonplaatsNameKey FROM (${STREET_DOEL_COUNTS_SQL}) t
    JOIN openbare_ruimte o ON o.fid = t.openbareRuimte
    JOIN woonplaats w ON w.fid = t.woonplaats`);
  const streets = new Map<string, StreetSortKey & { countsByDoel: Map<number, number> }>();
  for (const { gebruiksdoel, count, ...key } of rows.iterate()) {
    const name = `${key.openbareRuimte} ${key.woonplaats}`;
    const street = streets.getOrInsertComputed(name, () => ({ ...key, countsByDoel: new Map() }));
    street.countsByDoel.set(gebruiksdoel, count);
  }
  const list = newStreetList(streets.size);
  const sorted = [...streets.values()].sort(compareStreets);
  for (const [at, street] of sorted.entries()) {
    setStreet({ list, at }, street, isSameName(sorted[at - 1], street));
  }
  writeStreetList(db, list);
}
