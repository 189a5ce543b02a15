/** Derives the ways into a history that the registry lacks (registry/schema/history-schema.ts). */
import { fromDayNumber, toDayNumber } from "../../base/day-number.ts";
import { attachFinished, type Database } from "../../base/sqlite.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { decodeMillimetres, writeVarint } from "../../geo/millimetre-geometry.ts";
import { representativePoint } from "../../geo/representative-point.ts";
import { OLD_KEY_INDEX_DDL, voorkomenTable } from "../../registry/schema/history-schema.ts";
import { nameKey } from "../../registry/schema/name-key.ts";
import { OBJECT_TYPES, TYPE_CODES, type TypeCode } from "../../registry/schema/object-types.ts";
import { WoonplaatsLocator } from "../objects/woonplaats-locator.ts";

/** Facts of the draft that the ways need, besides its tables `adres` and `pand`, which are complete. */
export interface WaysInput {
  readonly locator: WoonplaatsLocator;
}

const WOONPLAATSEN = "SELECT fid AS id, geom FROM draft.woonplaats WHERE geom IS NOT NULL";

/** Attaches the draft, of which no table but those that change no more is read after this call. */
export function readDraft(db: Database, draft: string): WaysInput {
  db.run("COMMIT");
  attachFinished(db, "draft", draft);
  db.run("BEGIN");
  const rows = db.query<{ id: number; geom: Uint8Array }, []>(WOONPLAATSEN).all();
  const areas = rows.map(({ id, geom }) => ({ id, geometry: decodeGpkgGeometry(geom) }));
  return { locator: new WoonplaatsLocator(areas) };
}

/** Fills the tables; `referenceDate` is YYYYMMDD. */
export function deriveHistoryWays(db: Database, { locator }: WaysInput, referenceDate: number): void {
  const today = toDayNumber(referenceDate);
  deriveOldKeys(db);
  deriveOldLinks(db);
  deriveOldNames(db, today);
  derivePlaces(db, today, locator);
  deriveChangeMonths(db);
}

/** A key of which street and number, or postcode and number, are not those of the number's address today. */
function deriveOldKeys(db: Database): void {
  db.run(`INSERT INTO old_key
    SELECT v.openbare_ruimte_id, v.huisnummer, v.object_id, min(v.nr), v.postcode
    FROM nummeraanduiding_voorkomen v LEFT JOIN draft.adres a ON a.fid = v.object_id
    WHERE v.retired = 0 AND v.status IS NOT NULL AND (a.fid IS NULL
      OR v.huisnummer <> a.huisnummer OR v.openbare_ruimte_id <> a.openbare_ruimte_id
      OR (v.postcode IS NOT NULL AND v.postcode IS NOT a.postcode))
    GROUP BY v.object_id, v.postcode, v.huisnummer, v.openbare_ruimte_id`);
  db.run(OLD_KEY_INDEX_DDL);
}

const WITH_NUMBERS = ["VBO", "LIG", "STA"] as const satisfies TypeCode[];

function deriveOldLinks(db: Database): void {
  const insert = db.query(`INSERT OR IGNORE INTO old_link
    SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM draft.adres WHERE fid = ?1)`);
  for (const code of WITH_NUMBERS) {
    const table = voorkomenTable(code, "history");
    db.run(`INSERT OR IGNORE INTO old_link SELECT hoofdadres_id, object_id FROM ${table} v
      WHERE retired = 0 AND hoofdadres_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM draft.adres WHERE fid = v.hoofdadres_id)`);
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

interface StreetName {
  id: number;
  naam: string;
  /** The voorkomen of today, 1 or 0. */
  isToday: number;
  status: number;
}

/** Names of voorkomens; the one of today is that of the highest number which has begun. */
const STREET_NAMES = `SELECT object_id AS id, naam, status,
    nr = (SELECT max(nr) FROM openbare_ruimte_voorkomen t
      WHERE t.object_id = v.object_id AND t.retired = 0 AND t.begin_day <= ?) AS isToday
  FROM openbare_ruimte_voorkomen v WHERE retired = 0 AND naam IS NOT NULL ORDER BY object_id, nr`;

function deriveOldNames(db: Database, today: number): void {
  const insert = db.query("INSERT OR IGNORE INTO old_name VALUES (?, ?)");
  const { statuses, endedStatuses } = OBJECT_TYPES.OPR;
  const isEnded = (status: number) => (endedStatuses as readonly string[]).includes(statuses[status]!);
  const flush = (names: readonly StreetName[]) => {
    const current = names.find(({ isToday, status }) => isToday === 1 && !isEnded(status));
    const currentKey = current && nameKey(current.naam);
    for (const { id, naam } of names) {
      const key = nameKey(naam);
      if (key !== currentKey) {
        insert.run(key, id);
      }
    }
  };
  let names: StreetName[] = [];
  for (const name of db.query<StreetName, [number]>(STREET_NAMES).iterate(today)) {
    if (names.length > 0 && names[0]!.id !== name.id) {
      flush(names);
      names = [];
    }
    names.push(name);
  }
  flush(names);
}

/** Fills `work.place` with the woonplaats of each object: the one it has today, else the one it had last. */
function derivePlaces(db: Database, today: number, locator: WoonplaatsLocator): void {
  db.run("CREATE TABLE work.place (object_id INTEGER PRIMARY KEY, woonplaats_id INTEGER NOT NULL)");
  // Of each object the row with the highest number of those that have begun, else of all: SQLite gives the other
  // columns of the row that has the maximum.
  const lastOf = (code: TypeCode, column: string) => `SELECT object_id, ${column} AS place,
      max(nr + (begin_day <= ${today}) * 1000000) FROM ${voorkomenTable(code, "history")}
    WHERE retired = 0 AND status IS NOT NULL GROUP BY object_id`;
  const placeOf = (id: string) => `(SELECT woonplaats_id FROM work.place p WHERE p.object_id = ${id})`;
  const add = (code: TypeCode, column: string, place: string) =>
    db.run(`INSERT INTO work.place SELECT object_id, ${place} AS found FROM (${lastOf(code, column)})
      WHERE found IS NOT NULL`);
  add("WPL", "object_id", "place");
  add("OPR", "woonplaats_id", "place");
  db.run(`INSERT INTO work.place SELECT object_id, coalesce(place, ${placeOf("street")}) AS found
    FROM (${lastOf("NUM", "openbare_ruimte_id AS street, woonplaats_id")}) WHERE found IS NOT NULL`);
  for (const code of WITH_NUMBERS) {
    add(code, "hoofdadres_id", placeOf("place"));
  }
  add("PND", "object_id", "(SELECT woonplaats_id FROM draft.pand WHERE fid = place)");
  placeEndedPanden(db, locator);
}

const PANDEN_WITHOUT_PLACE = `SELECT object_id AS id, geom, max(nr) FROM pand_voorkomen v
  WHERE retired = 0 AND geom IS NOT NULL AND NOT EXISTS (SELECT 1 FROM work.place p WHERE p.object_id = v.object_id)
  GROUP BY object_id`;

/** Finds the woonplaats in which the last footprint of each ended pand lies, or the nearest. */
function placeEndedPanden(db: Database, locator: WoonplaatsLocator): void {
  const insert = db.query("INSERT INTO work.place VALUES (?, ?)");
  const panden = db.query<{ id: number; geom: Uint8Array }, []>(PANDEN_WITHOUT_PLACE);
  // Collected first: the query reads the table that is written.
  const places: [number, number][] = [];
  for (const { id, geom } of panden.iterate()) {
    const { x, y } = representativePoint(decodeMillimetres(geom));
    const found = locator.locate(x, y);
    if (found !== undefined) {
      places.push([id, found.id]);
    }
  }
  for (const place of places) {
    insert.run(...place);
  }
}

function deriveChangeMonths(db: Database): void {
  const parts = TYPE_CODES.map(
    (code) => `SELECT p.woonplaats_id AS woonplaats, v.begin_day AS day, v.object_id AS id
      FROM ${voorkomenTable(code, "history")} v JOIN work.place p ON p.object_id = v.object_id
      WHERE v.retired = 0`,
  );
  const insert = db.query("INSERT INTO change_month VALUES (?, ?, ?)");
  const begins = db.query<{ woonplaats: number; day: number; id: number }, []>(
    `${parts.join(" UNION ALL ")} ORDER BY woonplaats, day`,
  );
  let current: { woonplaats: number; month: number; ids: Set<number> } | undefined;
  const flush = () => {
    if (current !== undefined) {
      insert.run(current.woonplaats, current.month, encodeIds(current.ids));
    }
  };
  for (const { woonplaats, day, id } of begins.iterate()) {
    const month = monthOf(day);
    if (current?.woonplaats !== woonplaats || current.month !== month) {
      flush();
      current = { woonplaats, month, ids: new Set() };
    }
    current.ids.add(id);
  }
  flush();
}

/** Returns year × 12 + month from 0. */
function monthOf(day: number): number {
  const date = fromDayNumber(day);
  return Math.floor(date / 10_000) * 12 + (Math.floor(date / 100) % 100) - 1;
}

const MAX_VARINT_BYTES = 8;

/** Returns ids in ascending order as varints of their differences. */
function encodeIds(ids: ReadonlySet<number>): Uint8Array {
  const sorted = Float64Array.from(ids).sort();
  const bytes = new Uint8Array(sorted.length * MAX_VARINT_BYTES);
  let at = 0;
  let before = 0;
  for (const id of sorted) {
    at = writeVarint(bytes, at, id - before);
    before = id;
  }
  return bytes.slice(0, at);
}
