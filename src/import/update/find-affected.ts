/**
 * Finds the closure of objects that an update must link again: nummeraanduidingen, the objects that name them, and so
 * on.
 */
import type { Database } from "../../base/sqlite.ts";
import { ADDRESSABLE_TYPES, OBJECT_TYPES, type TypeCode, typeCodeOf } from "../../registry/object-types.ts";
import type { RowsOf } from "../rows-of.ts";

export const AFFECTED_ROWS: RowsOf = (table) =>
  `(SELECT t.* FROM work.betrokken b CROSS JOIN ${table} t ON t.fid = b.fid)`;

/**
 * Fills `work.betrokken` with all nummeraanduidingen whose address may change and all objects that name one of them,
 * before or after the update. The set is closed under naming: it holds whatever an object in it names, and every object
 * that names a nummeraanduiding in it. Few objects share addresses with others, so it is hardly larger than the set of
 * touched rows.
 */
export function findAffected(db: Database): void {
  db.run("CREATE TABLE work.betrokken (fid INTEGER PRIMARY KEY)");
  const insert = db.query("INSERT INTO work.betrokken VALUES (?)");
  const neighboursOf = neighbours(db);
  const found = new Set<number>();
  const open = seeds(db);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const code = typeCodeOf(id);
    if (code === undefined || found.has(id) || !(code in neighboursOf)) continue;
    found.add(id);
    insert.run(id);
    open.push(...neighboursOf[code as LinkedCode](id));
  }
}

type LinkedCode = "NUM" | "VBO" | "LIG" | "STA";

/** Returns, by type, a function that lists what an object names, or the objects that name a nummeraanduiding. */
function neighbours(db: Database): Record<LinkedCode, (id: number) => number[]> {
  const namers = db.query<{ id: number }, [number]>(
    `SELECT adresseerbaar_object_id AS id FROM adres WHERE fid = ?1
     UNION ALL SELECT van_id FROM losse_verwijzing WHERE naar_id = ?1`,
  );
  const ofObject = (code: TypeCode) => {
    const find = db.query<Naming, [number]>(
      `SELECT hoofdadres_id, nevenadres_ids FROM ${OBJECT_TYPES[code].table} WHERE fid = ?`,
    );
    return (id: number) => find.all(id).flatMap(namedNummeraanduidingen);
  };
  return {
    NUM: (id) => namers.all(id).map((row) => row.id),
    VBO: ofObject("VBO"),
    LIG: ofObject("LIG"),
    STA: ofObject("STA"),
  };
}

export interface Naming {
  readonly hoofdadres_id: number;
  readonly nevenadres_ids: string | null;
}

export function namedNummeraanduidingen({ hoofdadres_id, nevenadres_ids }: Naming): number[] {
  return [hoofdadres_id, ...(nevenadres_ids?.split("|").map(Number) ?? [])];
}

/**
 * Lists the starting points of the closure. For a touched row that an address is made of: the address's
 * nummeraanduiding, and objects with an unresolved reference (`losse_verwijzing`) to that row.
 */
function seeds(db: Database): number[] {
  const ids = [
    "SELECT fid AS id FROM work.geraakt_nummeraanduiding",
    ...ADDRESSABLE_TYPES.map((type) => `SELECT fid AS id FROM work.geraakt_${type}`),
    "SELECT a.fid AS id FROM work.geraakt_openbare_ruimte g CROSS JOIN adres a ON a.openbare_ruimte_id = g.fid",
    "SELECT l.adres_id AS id FROM work.geraakt_pand g CROSS JOIN pand_adres l ON l.pand_id = g.fid",
    ...(["openbare_ruimte", "woonplaats", "pand"] as const).map(
      (table) =>
        `SELECT l.van_id AS id FROM work.geraakt_${table} g CROSS JOIN losse_verwijzing l ON l.naar_id = g.fid`,
    ),
    ...(woonplaatsVanished(db) ? [ADRESSEN_OF_VANISHED] : []),
  ].flatMap((sql) =>
    db
      .query<{ id: number }, []>(sql)
      .all()
      .map((row) => row.id),
  );
  const named = ADDRESSABLE_TYPES.flatMap((type) =>
    db
      .query<Naming, []>(`SELECT hoofdadres_id, nevenadres_ids FROM work.oud_${type}`)
      .all()
      .flatMap(namedNummeraanduidingen),
  );
  return [...ids, ...named];
}

const VANISHED = `SELECT o.fid FROM work.oud_woonplaats o
  WHERE NOT EXISTS (SELECT 1 FROM woonplaats w WHERE w.fid = o.fid)`;

/** Reads a whole index of the country, but woonplaatsen vanish only a few times a year. */
const ADRESSEN_OF_VANISHED = `SELECT fid AS id FROM adres INDEXED BY adres_openbare_ruimte WHERE woonplaats_id IN (${VANISHED})`;

function woonplaatsVanished(db: Database): boolean {
  return db.query(VANISHED).get() !== null;
}
