/** Derives the addresses of each gebruiksdoel, in the sort orders of the lists by gebruiksdoel. */
import type { Database } from "../../base/sqlite.ts";
import { ADRES_BLOCK_IDS } from "../../registry/counting-schema.ts";
import { GEBRUIKSDOELEN } from "../../registry/object-types.ts";
import {
  compareStreets,
  isSameName,
  newStreetList,
  type StreetSortKey,
  setStreet,
  writeStreetList,
} from "../../registry/street-list.ts";

/** Columns of `work.adres_doel` per table `doel_…`: the sort order of the lists, then the groups of the counts. */
export const DOEL_LISTS = {
  doel_oppervlakte: "gebruiksdoel, oppervlakte, adres_id",
  doel_woonplaats: "gebruiksdoel, woonplaats_id, oppervlakte, adres_id",
} as const;
export const DOEL_COUNTS = {
  doel_oppervlakte_block: `gebruiksdoel, oppervlakte, adres_id / ${ADRES_BLOCK_IDS}`,
  doel_oppervlakte_tally: "gebruiksdoel, oppervlakte",
  doel_woonplaats_tally: "gebruiksdoel, woonplaats_id, oppervlakte",
} as const;

/**
 * Fills the tables `doel_…` and `street_list`. A gebruiksdoel that the catalogus does not have stays in the address
 * and is in no list.
 */
export function deriveDoelen(db: Database): void {
  deriveAdresDoelen(db, "(SELECT *, 1 AS weight FROM adres)");
  for (const [table, columns] of Object.entries(DOEL_LISTS)) {
    db.run(
      `INSERT INTO ${table} SELECT ${columns} FROM work.adres_doel WHERE oppervlakte IS NOT NULL ORDER BY ${columns}`,
    );
  }
  // Counts from the lists, where the rows of a group are adjacent.
  for (const [table, columns] of Object.entries(DOEL_COUNTS)) {
    const list = columns.includes("woonplaats_id") ? "doel_woonplaats" : "doel_oppervlakte";
    db.run(`INSERT INTO ${table} SELECT ${columns}, count(*) FROM ${list} GROUP BY ${columns}`);
  }
  deriveStreetList(db);
  db.run("DROP TABLE work.adres_doel");
}

/**
 * SQL table `doel` of position and naam, with the gebruiksdoelen of the catalogus. No name is a substring of another.
 */
export const DOELEN_SQL = `(SELECT column1 AS position, column2 AS naam FROM (VALUES ${GEBRUIKSDOELEN.map(
  (naam, position) => `(${position}, '${naam}')`,
).join(", ")})) doel`;

/**
 * Creates `work.adres_doel`: one row per address and gebruiksdoel, however often its object names it. `adressen` is
 * an SQL table like `adres` with a column `weight`, which is copied.
 */
export function deriveAdresDoelen(db: Database, adressen: string): void {
  const columns =
    "doel.position AS gebruiksdoel, a.oppervlakte, a.fid AS adres_id, a.woonplaats_id, a.openbare_ruimte_id, a.weight";
  db.run(`CREATE TABLE work.adres_doel AS
    SELECT ${columns} FROM ${adressen} a JOIN ${DOELEN_SQL} ON doel.naam = a.gebruiksdoel`);
  db.run(`INSERT INTO work.adres_doel
    SELECT ${columns} FROM ${adressen} a CROSS JOIN ${DOELEN_SQL}
    WHERE instr(a.gebruiksdoel, '|') > 0 AND instr(a.gebruiksdoel, doel.naam) > 0`);
}

/** SQL for the number of addresses per street, woonplaats and gebruiksdoel, from `work.adres_doel`. */
export const STRAAT_DOELEN_SQL = `
  SELECT openbare_ruimte_id AS openbareRuimte, woonplaats_id AS woonplaats, gebruiksdoel, sum(weight) AS count
  FROM work.adres_doel GROUP BY openbare_ruimte_id, woonplaats_id, gebruiksdoel`;

export interface StreetDoelCount {
  readonly openbareRuimte: number;
  readonly woonplaats: number;
  readonly gebruiksdoel: number;
  readonly count: number;
}

function deriveStreetList(db: Database): void {
  const rows = db.query<StreetDoelCount & StreetSortKey, []>(`
    SELECT t.*, o.name_key AS naam, w.name_key AS woonplaatsNaam FROM (${STRAAT_DOELEN_SQL}) t
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
