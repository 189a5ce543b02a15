/**
 * Finds the closure of objects that an update must link again: nummeraanduidingen, the objects that name them, and so
 * on.
 */
import type { Database } from "../../../base/sqlite.ts";
import {
  ADDRESSABLE_TYPES,
  OBJECT_TYPES,
  type TypeCode,
  typeCodeOf,
} from "../../../registry/schema/object-types.ts";
import { hasBuurten } from "../../companions/cbs-areas.ts";
import type { RowsOf } from "./rows-of.ts";

export const affectedRowsSql: RowsOf = (table) =>
  `(SELECT t.* FROM work.affected CROSS JOIN ${table} t ON t.fid = affected.fid)`;

/**
 * Fills `work.affected` with all nummeraanduidingen whose address may change and all objects that name one of them,
 * before or after the update. The set is closed under naming: it holds whatever an object in it names, and every object
 * that names a nummeraanduiding in it. Few objects share addresses with others, so it is hardly larger than the set of
 * touched rows.
 */
export function findAffected(db: Database): void {
  db.run("CREATE TABLE work.affected (fid INTEGER PRIMARY KEY)");
  const insert = db.query("INSERT INTO work.affected VALUES (?)");
  const listNeighbours = prepareNeighbourQueries(db);
  const visited = new Set<number>();
  const pending = listSeeds(db);
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const code = typeCodeOf(id);
    if (code === undefined || visited.has(id) || !(code in listNeighbours)) {
      continue;
    }
    visited.add(id);
    insert.run(id);
    pending.push(...listNeighbours[code as LinkedCode](id));
  }
}

type LinkedCode = "NUM" | "VBO" | "LIG" | "STA";

/** Returns, by type, a function that lists what an object names, or the objects that name a nummeraanduiding. */
function prepareNeighbourQueries(db: Database): Record<LinkedCode, (id: number) => number[]> {
  const referrers = db.query<{ id: number }, [number]>(
    `SELECT adresseerbaar_object_id AS id FROM adres WHERE fid = ?1
     UNION ALL SELECT source_id FROM unresolved_reference WHERE target_id = ?1`,
  );
  const nummeraanduidingenOf = (code: TypeCode) => {
    const find = db.query<NummeraanduidingReferences, [number]>(
      `SELECT hoofdadres_id, nevenadres_ids FROM ${OBJECT_TYPES[code].table} WHERE fid = ?`,
    );
    return (id: number) => find.all(id).flatMap(listNamedNummeraanduidingen);
  };
  return {
    NUM: (id) => referrers.all(id).map((row) => row.id),
    VBO: nummeraanduidingenOf("VBO"),
    LIG: nummeraanduidingenOf("LIG"),
    STA: nummeraanduidingenOf("STA"),
  };
}

export interface NummeraanduidingReferences {
  readonly hoofdadres_id: number;
  readonly nevenadres_ids: string | null;
}

export function listNamedNummeraanduidingen({
  hoofdadres_id,
  nevenadres_ids,
}: NummeraanduidingReferences): number[] {
  return [hoofdadres_id, ...(nevenadres_ids?.split("|").map(Number) ?? [])];
}

/**
 * Lists the starting points of the closure. For a touched row that an address is made of: the address's
 * nummeraanduiding, and objects with an unresolved reference (`unresolved_reference`) to that row.
 */
function listSeeds(db: Database): number[] {
  const ids = [
    "SELECT fid AS id FROM work.touched_nummeraanduiding",
    ...ADDRESSABLE_TYPES.map((type) => `SELECT fid AS id FROM work.touched_${type}`),
    "SELECT a.fid AS id FROM work.touched_openbare_ruimte t CROSS JOIN adres a ON a.openbare_ruimte_id = t.fid",
    "SELECT l.adres_id AS id FROM work.touched_pand t CROSS JOIN pand_adres l ON l.pand_id = t.fid",
    ...(["openbare_ruimte", "woonplaats", "pand"] as const).map(
      (table) =>
        `SELECT r.source_id AS id FROM work.touched_${table} t CROSS JOIN unresolved_reference r ON r.target_id = t.fid`,
    ),
    ...(hasAny(db, REMOVED_WOONPLAATSEN) ? [adressenOf(REMOVED_WOONPLAATSEN)] : []),
    ...(hasBuurten(db) && hasAny(db, MOVED_WOONPLAATSEN) ? [adressenOf(MOVED_WOONPLAATSEN)] : []),
  ].flatMap((sql) =>
    db
      .query<{ id: number }, []>(sql)
      .all()
      .map((row) => row.id),
  );
  const named = ADDRESSABLE_TYPES.flatMap((type) =>
    db
      .query<NummeraanduidingReferences, []>(`SELECT hoofdadres_id, nevenadres_ids FROM work.old_${type}`)
      .all()
      .flatMap(listNamedNummeraanduidingen),
  );
  return [...ids, ...named];
}

const REMOVED_WOONPLAATSEN = `SELECT o.fid FROM work.old_woonplaats o
  WHERE NOT EXISTS (SELECT 1 FROM woonplaats w WHERE w.fid = o.fid)`;

/** Woonplaatsen that moved to another gemeente: their addresses now get one of its buurten. */
const MOVED_WOONPLAATSEN = `SELECT o.fid FROM work.old_woonplaats o JOIN woonplaats w ON w.fid = o.fid
  WHERE w.gemeente_code IS NOT o.gemeente_code`;

/** Reads a whole index of the country, but woonplaatsen are removed or moved only a few times a year. */
function adressenOf(woonplaatsen: string): string {
  return `SELECT fid AS id FROM adres INDEXED BY adres_openbare_ruimte WHERE woonplaats_id IN (${woonplaatsen})`;
}

function hasAny(db: Database, sql: string): boolean {
  return db.query(sql).get() !== null;
}
