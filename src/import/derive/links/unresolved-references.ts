/** Fills `unresolved_reference` with the unresolved references that follow from `work.adres_link` (links-derive.ts). */
import type { Database } from "../../../base/sqlite.ts";
import { ADDRESSABLE_TYPES } from "../../../registry/schema/object-types.ts";
import type { RowsOf } from "./rows-of.ts";

/** SQL: digits 5 and 6 of the identificatie say nummeraanduiding; any other will never exist as one. */
const IS_NUMMERAANDUIDING = "nummeraanduiding_id / 10000000000 % 100 = 20";

/** Creates `work.without_adres`: pairs of an object and a nummeraanduiding it names that make no address. */
export function deriveUnlinkedPairs(db: Database, rowsOf: RowsOf): void {
  db.run(`CREATE TABLE work.without_adres (
    object_id INTEGER, nummeraanduiding_id INTEGER, PRIMARY KEY (object_id, nummeraanduiding_id)) WITHOUT ROWID`);
  const references = [
    ...ADDRESSABLE_TYPES.map((type) => `SELECT fid AS object, hoofdadres_id AS num FROM ${rowsOf(type)}`),
    "SELECT object_id AS object, nummeraanduiding_id AS num FROM work.nevenadres",
  ];
  for (const from of references) {
    db.run(`INSERT OR IGNORE INTO work.without_adres SELECT r.object, r.num FROM (${from}) r
      WHERE NOT EXISTS (SELECT 1 FROM work.adres_link l WHERE l.nummeraanduiding_id = r.num AND l.object_id = r.object)`);
  }
}

/** Stores cases a, b and c of `unresolved_reference` (registry/schema/schema.ts). */
export function storeUnresolvedNummeraanduidingen(db: Database): void {
  db.run(`INSERT INTO unresolved_reference
    SELECT nummeraanduiding_id, object_id FROM work.without_adres WHERE ${IS_NUMMERAANDUIDING} ORDER BY 1, 2`);
  const unlinked = `work.without_adres w CROSS JOIN nummeraanduiding n ON n.fid = w.nummeraanduiding_id
    AND NOT EXISTS (SELECT 1 FROM work.adres_link l WHERE l.nummeraanduiding_id = n.fid)`;
  db.run(`INSERT OR IGNORE INTO unresolved_reference SELECT n.openbare_ruimte_id, n.fid FROM ${unlinked}`);
  db.run(`INSERT OR IGNORE INTO unresolved_reference SELECT coalesce(n.woonplaats_id, o.woonplaats_id), n.fid
    FROM ${unlinked} CROSS JOIN openbare_ruimte o ON o.fid = n.openbare_ruimte_id`);
}

/** SQL for the verblijfsobjecten (`v`) whose hoofdadres is no address; `m`: their panden, if they are in several. */
export const VERBLIJFSOBJECTEN_WITHOUT_ADRES = `work.without_adres w
    CROSS JOIN verblijfsobject v ON v.fid = w.object_id AND v.hoofdadres_id = w.nummeraanduiding_id
    LEFT JOIN work.object_pand m ON m.object_id = v.fid`;

/**
 * Stores case d of `unresolved_reference` for verblijfsobjecten without an address; choosePanden stores it for panden
 * that do not exist.
 */
export function storeUnresolvedPanden(db: Database): void {
  db.run(`INSERT OR IGNORE INTO unresolved_reference
    SELECT coalesce(m.pand_id, v.pand_id) AS pand, v.fid
    FROM ${VERBLIJFSOBJECTEN_WITHOUT_ADRES}
    WHERE pand IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM work.nevenadres n
      JOIN work.adres_link l ON l.nummeraanduiding_id = n.nummeraanduiding_id AND l.object_id = n.object_id
      WHERE n.object_id = v.fid)`);
}
