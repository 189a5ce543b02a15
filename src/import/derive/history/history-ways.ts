/**
 * Derives the ways into a history that the registry lacks (registry/schema/history-schema.ts): of all voorkomens, from
 * the tables of the history file, or the tables of recent objects, from tables of the same names in `work`.
 */
import type { Database } from "../../../base/sqlite.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { decodeMillimetres } from "../../../geo/millimetre-geometry.ts";
import { representativePoint } from "../../../geo/representative-point.ts";
import { decodeIds, encodeIds } from "../../../registry/schema/change-months.ts";
import { sideTable, voorkomenTable } from "../../../registry/schema/history-schema.ts";
import { nameKey } from "../../../registry/schema/name-key.ts";
import { TYPE_CODES, type TypeCode } from "../../../registry/schema/object-types.ts";
import { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import { MonthLists } from "./month-lists.ts";
import { addToTimeline, TIMELINE_CODES } from "./timeline.ts";

/** Voorkomens that ways lead to: all, in a new history file, or the voorkomens of recent objects, in the draft. */
export type WaysOf = "history" | "recent";

/**
 * Schemas of the connection that have the voorkomens and the registry, and the table of its streets: of an import as
 * `keepStreets` keeps them.
 */
const SCHEMAS = {
  history: { voorkomens: "main", registry: "draft", streets: "work.street_today" },
  recent: { voorkomens: "work", registry: "main", streets: "main.openbare_ruimte" },
} as const satisfies Record<WaysOf, object>;

function voorkomensOf(of: WaysOf, code: TypeCode): string {
  return `${SCHEMAS[of].voorkomens}.${voorkomenTable(code, "history")}`;
}

/** Returns a locator of the woonplaatsen that the registry on this connection has. */
export function readLocator(db: Database, of: WaysOf): WoonplaatsLocator {
  const sql = `SELECT fid AS id, geom FROM ${SCHEMAS[of].registry}.woonplaats WHERE geom IS NOT NULL`;
  const rows = db.query<{ id: number; geom: Uint8Array }, []>(sql).all();
  return new WoonplaatsLocator(rows.map(({ id, geom }) => ({ id, geometry: decodeGpkgGeometry(geom) })));
}

/** Copies what ways of an import need of the registry's streets, whose numbers of addresses are counted meanwhile. */
export function keepStreets(db: Database): void {
  const { registry, streets } = SCHEMAS.history;
  db.run(`CREATE TABLE ${streets} (fid INTEGER PRIMARY KEY, name_key TEXT, woonplaats_id INTEGER)`);
  db.run(`INSERT INTO ${streets} SELECT fid, name_key, woonplaats_id FROM ${registry}.openbare_ruimte`);
}

export interface WaysOptions {
  readonly of: WaysOf;
  /** Day number. */
  readonly today: number;
  /** Returns a locator of the woonplaatsen; called when an ended pand is to be placed. */
  readonly locator: () => WoonplaatsLocator;
  /** Returns true for a street that the history has. */
  readonly isKnownStreet: (id: number) => boolean;
}

/** Fills the tables of ways; the registry's tables of adressen and panden are complete. */
export function deriveHistoryWays(db: Database, options: WaysOptions): void {
  const { of, isKnownStreet } = options;
  deriveOldKeys(db, of);
  deriveOldLinks(db, of);
  deriveOldNames(db, of);
  derivePlaces(db, options);
  deriveMonths(db, of, isKnownStreet);
}

/** A key of which street and number, or postcode and number, differ from the number's address today. */
function deriveOldKeys(db: Database, of: WaysOf): void {
  db.run(`INSERT INTO ${sideTable("old_key", of)}
    SELECT v.openbare_ruimte_id, v.huisnummer, v.object_id, min(v.nr), v.postcode
    FROM ${voorkomensOf(of, "NUM")} v LEFT JOIN ${SCHEMAS[of].registry}.adres a ON a.fid = v.object_id
    WHERE v.retired = 0 AND v.status IS NOT NULL AND (a.fid IS NULL
      OR v.huisnummer <> a.huisnummer OR v.openbare_ruimte_id <> a.openbare_ruimte_id
      OR (v.postcode IS NOT NULL AND v.postcode IS NOT a.postcode))
    GROUP BY v.object_id, v.postcode, v.huisnummer, v.openbare_ruimte_id ORDER BY 1, 2, 3, 4`);
}

const WITH_NUMBERS = ["VBO", "LIG", "STA"] as const satisfies TypeCode[];

/** A number and an object that named it, unless it is the object's address today. */
function deriveOldLinks(db: Database, of: WaysOf): void {
  const isAddressOf = (number: string, object: string) => `EXISTS (SELECT 1 FROM ${SCHEMAS[of].registry}.adres
    WHERE fid = ${number} AND adresseerbaar_object_id = ${object})`;
  const into = `INSERT OR IGNORE INTO ${sideTable("old_link", of)}`;
  const insert = db.query(`${into} SELECT ?1, ?2 WHERE NOT ${isAddressOf("?1", "?2")}`);
  for (const code of WITH_NUMBERS) {
    const table = voorkomensOf(of, code);
    db.run(`${into} SELECT hoofdadres_id, object_id FROM ${table} v
      WHERE retired = 0 AND hoofdadres_id IS NOT NULL AND NOT ${isAddressOf("v.hoofdadres_id", "v.object_id")}`);
    const further = db.query<{ id: number; ids: number | string }, []>(
      `SELECT object_id AS id, nevenadres_ids AS ids FROM ${table} WHERE retired = 0 AND nevenadres_ids IS NOT NULL`,
    );
    for (const { id, ids } of further.iterate()) {
      for (const number of String(ids).split("|")) {
        insert.run(Number(number), id);
      }
    }
  }
}

/** A name of a street of which the key differs from that of its name today. */
function deriveOldNames(db: Database, of: WaysOf): void {
  const insert = db.query(`INSERT OR IGNORE INTO ${sideTable("old_name", of)} VALUES (?, ?)`);
  const names = db.query<{ id: number; naam: string; keyToday: string | null }, []>(
    `SELECT v.object_id AS id, v.naam, o.name_key AS keyToday FROM ${voorkomensOf(of, "OPR")} v
      LEFT JOIN ${SCHEMAS[of].streets} o ON o.fid = v.object_id
      WHERE v.retired = 0 AND v.naam IS NOT NULL`,
  );
  for (const { id, naam, keyToday } of names.iterate()) {
    const key = nameKey(naam);
    if (key !== keyToday) {
      insert.run(key, id);
    }
  }
}

/**
 * Fills `work.place` with the woonplaats of each object: the one it has today, else the one it had last. A recent
 * object whose street or number is not recent takes the place that this has in the registry, or had when an update
 * changed it, else its own former one.
 */
function derivePlaces(db: Database, { of, today, locator, isKnownStreet }: WaysOptions): void {
  const { registry } = SCHEMAS[of];
  db.run("CREATE TABLE work.place (object_id INTEGER PRIMARY KEY, woonplaats_id INTEGER NOT NULL)");
  // Of each object the row with the highest number of those that have begun, else of all: SQLite gives the other
  // columns of the row that has the maximum.
  const lastOf = (code: TypeCode, column: string) => `SELECT object_id, ${column} AS place,
      max(nr + (begin_day <= ${today}) * 1000000) FROM ${voorkomensOf(of, code)}
    WHERE retired = 0 AND status IS NOT NULL GROUP BY object_id`;
  const placeOf = (id: string, table: "openbare_ruimte" | "adres") =>
    `coalesce((SELECT woonplaats_id FROM work.place p WHERE p.object_id = ${id})${
      of === "recent"
        ? `, (SELECT woonplaats_id FROM ${registry}.${table} WHERE fid = ${id}),
          (SELECT woonplaats_id FROM ${registry}.recent_object o WHERE o.object_id = ${id}
            AND o.object_id NOT IN (SELECT object_id FROM work.changed_object))`
        : ", NULL"
    })`;
  const add = (code: TypeCode, column: string, place: string) =>
    db.run(`INSERT INTO work.place SELECT object_id, ${place} AS found FROM (${lastOf(code, column)})
      WHERE found IS NOT NULL`);
  add("WPL", "object_id", "place");
  add("OPR", "woonplaats_id", "place");
  db.run(`INSERT INTO work.place SELECT object_id, coalesce(place, ${placeOf("street", "openbare_ruimte")}) AS found
    FROM (${lastOf("NUM", "openbare_ruimte_id AS street, woonplaats_id")}) WHERE found IS NOT NULL`);
  if (of === "recent") {
    keepPlaces(db, lastOf("NUM", "openbare_ruimte_id"), isKnownStreet);
  }
  for (const code of WITH_NUMBERS) {
    add(code, "hoofdadres_id", placeOf("place", "adres"));
    if (of === "recent") {
      const isRecent = db.query("SELECT 1 FROM recent_object WHERE object_id = ?");
      keepPlaces(db, lastOf(code, "hoofdadres_id"), (number) => isRecent.get(number) === null);
    }
  }
  db.run(`INSERT INTO work.place
    SELECT object_id, (SELECT woonplaats_id FROM ${registry}.pand WHERE fid = object_id) AS found
    FROM (SELECT DISTINCT object_id FROM ${voorkomensOf(of, "PND")} WHERE retired = 0 AND status IS NOT NULL)
    WHERE found IS NOT NULL`);
  placeEndedPanden(db, of, locator);
}

/**
 * Keeps the former place of recent objects that have none yet and lie where the history file alone knows: `last`
 * selects each with the street or number that it refers to as `place`, and `isInFile` tells whether the file has that.
 */
function keepPlaces(db: Database, last: string, isInFile: (id: number) => boolean): void {
  const insert = db.query("INSERT INTO work.place VALUES (?, ?)");
  const unplaced = db.query<{ id: number; woonplaats: number; place: number }, []>(
    `SELECT object_id AS id, woonplaats_id AS woonplaats, place FROM work.former_place JOIN (${last}) USING (object_id)
      WHERE place IS NOT NULL AND object_id NOT IN (SELECT object_id FROM work.place)`,
  );
  for (const { id, woonplaats, place } of unplaced.all()) {
    if (isInFile(place)) {
      insert.run(id, woonplaats);
    }
  }
}

/** Finds the woonplaats in which the last footprint of each ended pand lies, or the nearest. */
function placeEndedPanden(db: Database, of: WaysOf, locator: () => WoonplaatsLocator): void {
  const panden = voorkomensOf(of, "PND");
  const insert = db.query("INSERT INTO work.place VALUES (?, ?)");
  const findLast = db.query<{ geom: Uint8Array }, [number]>(`SELECT geom FROM ${panden}
    WHERE object_id = ? AND retired = 0 AND geom IS NOT NULL ORDER BY nr DESC LIMIT 1`);
  const unplaced = db.query(`SELECT DISTINCT object_id FROM ${panden} v WHERE retired = 0
    AND NOT EXISTS (SELECT 1 FROM work.place p WHERE p.object_id = v.object_id)`);
  // Collected first: the query reads the table that is written.
  for (const id of unplaced.values().flat() as number[]) {
    const last = findLast.get(id);
    if (last !== null) {
      const { x, y } = representativePoint(decodeMillimetres(last.geom));
      const found = locator().locate(x, y);
      if (found !== undefined) {
        insert.run(id, found.id);
      }
    }
  }
}

/** Fills `change_month` and `timeline`: most voorkomens are read once for both. */
function deriveMonths(db: Database, of: WaysOf, isKnownStreet: WaysOptions["isKnownStreet"]): void {
  const lists = new MonthLists(db);
  const { voorkomens } = SCHEMAS[of];
  const onRow = (woonplaats: number, day: number, id: number) => lists.add(woonplaats, day, id);
  addToTimeline(db, { of, voorkomens, sign: 1, isKnownStreet, onRow });
  for (const code of TYPE_CODES.filter((code) => !(TIMELINE_CODES as readonly TypeCode[]).includes(code))) {
    const begins = db.query<{ woonplaats: number; day: number; id: number }, []>(
      `SELECT p.woonplaats_id AS woonplaats, v.begin_day AS day, v.object_id AS id
        FROM ${voorkomensOf(of, code)} v CROSS JOIN work.place p ON p.object_id = v.object_id
        WHERE v.retired = 0`,
    );
    for (const { woonplaats, day, id } of begins.iterate()) {
      lists.add(woonplaats, day, id);
    }
  }
  const table = sideTable("change_month", of);
  const find = db.query<{ ids: Uint8Array }, [number, number]>(
    `SELECT object_ids AS ids FROM ${table} WHERE woonplaats_id = ? AND month = ?`,
  );
  const insert = db.query(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`);
  lists.finish((woonplaats, month, ids) => {
    // Recent objects of earlier updates stay.
    const known = of === "recent" ? find.get(woonplaats, month) : null;
    insert.run(woonplaats, month, encodeIds(known === null ? ids : ids.union(new Set(decodeIds(known.ids)))));
  });
}
