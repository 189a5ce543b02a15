/**
 * Writes the objects that an update changed into the registry's `recent_` tables, whole, so that the history file never
 * changes (registry/schema/history-schema.ts).
 */
import { toDayNumber } from "../../base/day-number.ts";
import { computeOnce, memoize } from "../../base/memoize.ts";
import type { Database } from "../../base/sqlite.ts";
import { isTimelineCode, TIMELINE_CODES } from "../../registry/history/life-counts.ts";
import { isRecentObject, type StatementSource } from "../../registry/index/life-reader.ts";
import { monthOf } from "../../registry/schema/change-months.ts";
import {
  createVoorkomenTables,
  lookupTable,
  voorkomenColumnNames,
  voorkomenTable,
} from "../../registry/schema/history-schema.ts";
import { hasGeometry, OBJECT_TYPES, TYPE_CODES, typeCodeOf } from "../../registry/schema/object-types.ts";
import { type HistoryVoorkomen, toRows } from "../../registry/schema/voorkomen-life.ts";
import { readLives } from "../derive/history/counting-lives.ts";
import { deriveLookupTables } from "../derive/history/lookup-tables.ts";
import { type Reference, readLocator } from "../derive/history/places.ts";
import { Timeline } from "../derive/history/timeline.ts";
import { differencesSql } from "../derive/touched.ts";
import { refuseImport } from "../refuse.ts";
import type { StagedInOnderzoek } from "./staged-in-onderzoek.ts";
import type { StagedLives } from "./staged-lives.ts";

/** Contents of the deliveries for a history. */
export interface StagedHistory {
  readonly lives: StagedLives;
  readonly inOnderzoek: StagedInOnderzoek;
}

/** Numbers and objects whose addresses have changed: lookup tables leave out keys and links of today's addresses. */
const OF_CHANGED_ADRESSEN = `WITH changed AS (
    SELECT fid, o.adresseerbaar_object_id AS was, a.adresseerbaar_object_id AS now,
      o.fid IS NULL OR a.fid IS NULL OR o.huisnummer <> a.huisnummer OR o.postcode IS NOT a.postcode
        OR o.openbare_ruimte_id <> a.openbare_ruimte_id AS has_other_key
    FROM work.touched_adres LEFT JOIN work.old_adres o USING (fid) LEFT JOIN main.adres a USING (fid))
  SELECT fid FROM changed WHERE has_other_key
  UNION SELECT was FROM changed WHERE was IS NOT now AND was IS NOT NULL
  UNION SELECT now FROM changed WHERE was IS NOT now AND now IS NOT NULL`;

/** Present objects whose woonplaats has changed, even without a new voorkomen: a street that moves takes them along. */
const MOVED_OBJECTS = `WITH moved AS (
    SELECT a.fid AS number, a.adresseerbaar_object_id AS object FROM main.adres a JOIN work.old_adres o USING (fid)
    WHERE a.woonplaats_id <> o.woonplaats_id)
  SELECT number FROM moved UNION SELECT object FROM moved
  UNION SELECT p.fid FROM main.pand p JOIN work.old_pand o USING (fid) WHERE p.woonplaats_id IS NOT o.woonplaats_id`;
const MOVED_STREETS = `SELECT s.fid FROM main.openbare_ruimte s JOIN work.old_openbare_ruimte o USING (fid)
  WHERE s.woonplaats_id <> o.woonplaats_id`;
const MOVED_BORDERS = `SELECT DISTINCT fid FROM ${differencesSql("woonplaats")} GROUP BY fid, geom HAVING sum(weight) <> 0`;

/** Columns of the lookup tables that name the object to which a row belongs. */
const OWNERS = [
  ["in_onderzoek", "object_id"],
  ["old_key", "nummeraanduiding_id"],
  ["old_link", "object_id"],
  ["former_name", "object_id"],
] as const;

/** Writes the objects; the base tables and `adres` are of the new date, `referenceDate`, YYYYMMDD. */
export function writeRecentObjects(
  db: Database,
  { lives, inOnderzoek }: StagedHistory,
  referenceDate: number,
): void {
  db.run("CREATE TABLE work.changed_object (object_id INTEGER PRIMARY KEY)");
  for (const select of ["SELECT object_id FROM work.to_review", OF_CHANGED_ADRESSEN, MOVED_OBJECTS]) {
    db.run(`INSERT OR IGNORE INTO work.changed_object ${select}`);
  }
  const insertMoved = db.query("INSERT OR IGNORE INTO work.changed_object VALUES (?)");
  const listIds = (sql: string) => db.query(sql).values().flat() as number[];
  for (const id of [
    ...lives.listFormerOn(listIds(MOVED_STREETS)),
    ...lives.listEndedPanden(listIds(MOVED_BORDERS)),
  ]) {
    insertMoved.run(id);
  }
  addKnown(db, lives);
  createVoorkomenTables(db, "work");
  const ids = db.query("SELECT object_id FROM work.changed_object").values().flat() as number[];
  takeFromTimeline(db, lives, ids);
  for (const id of ids) {
    writeLife(db, id, lives.readAfter(id));
  }
  const inOnderzoekRows = ids.flatMap((id) => inOnderzoek.readAfter(id));
  for (const code of TYPE_CODES) {
    const recent = voorkomenTable(code, "recent");
    removeChanged(db, recent, "object_id");
    db.run(`INSERT INTO ${recent} SELECT * FROM work.${voorkomenTable(code, "history")}`);
  }
  for (const [table, owner] of OWNERS) {
    removeChanged(db, lookupTable(table, "recent"), owner);
  }
  const insert = db.query("INSERT INTO recent_in_onderzoek VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const row of inOnderzoekRows) {
    insert.run(...row);
  }
  db.run("INSERT OR REPLACE INTO recent_object SELECT object_id, NULL FROM work.changed_object");
  const setPlace = db.query("UPDATE recent_object SET woonplaats_id = ? WHERE object_id = ?");
  const isKnownStreet = knownStreets(lives);
  deriveLookupTables(db, {
    of: "recent",
    file: lives.history,
    today: toDayNumber(referenceDate),
    locator: computeOnce(() => readLocator(db, "recent")),
    isKnownStreet,
    findElsewhere: placeFinder(db, isKnownStreet),
    onPlace: (id, woonplaats) => setPlace.run(woonplaats, id),
  });
}

/**
 * Returns a function that finds the woonplaats of a street or number that this update does not change: in the registry,
 * or as an earlier update stored it. Else, when only the history file has the street or number, returns the former
 * place of the object that refers to it.
 */
function placeFinder(db: Database, isKnownStreet: (id: number) => boolean) {
  const find = (sql: string) => {
    const statement = db.query<{ woonplaats: number | null }, [number]>(sql);
    return (id: number) => statement.get(id)?.woonplaats;
  };
  const findStreet = find("SELECT woonplaats_id AS woonplaats FROM openbare_ruimte WHERE fid = ?");
  const findRecent = find(`SELECT woonplaats_id AS woonplaats FROM recent_object
    WHERE object_id = ? AND object_id NOT IN (SELECT object_id FROM work.changed_object)`);
  const findFormer = find("SELECT woonplaats_id AS woonplaats FROM work.former_place WHERE object_id = ?");
  const registry = { statement: (sql: string) => db.query(sql) } as StatementSource;
  return ({ to, id, from }: Reference): number | null | undefined => {
    const isInFile = () => (to === "OPR" ? isKnownStreet(id) : !isRecentObject(registry, id));
    const place = (to === "OPR" ? findStreet(id) : undefined) ?? findRecent(id);
    return place ?? (isInFile() ? findFormer(from) : undefined);
  };
}

/**
 * Adds objects of the deliveries that the history knows although the registry's own rows do not change, for example
 * when a kenmerk came in onderzoek or a former voorkomen was marked.
 */
function addKnown(db: Database, lives: StagedLives): void {
  const insert = db.query("INSERT INTO work.changed_object VALUES (?)");
  const ids = db.query(`SELECT object_id FROM work.staged UNION SELECT object_id FROM work.staged_in_onderzoek
    EXCEPT SELECT object_id FROM work.changed_object`);
  for (const id of ids.values().flat() as number[]) {
    if (lives.readBefore(id).length > 0) {
      insert.run(id);
    }
  }
}

/**
 * Subtracts these objects, with their rows before the update, from the timeline, and fills `work.former_place` with
 * the woonplaats that each had.
 */
function takeFromTimeline(db: Database, lives: StagedLives, ids: readonly number[]): void {
  db.run("CREATE TABLE work.former_place (object_id INTEGER PRIMARY KEY, woonplaats_id INTEGER NOT NULL)");
  db.run(`INSERT INTO work.former_place SELECT object_id, woonplaats_id FROM recent_object
    WHERE woonplaats_id IS NOT NULL AND object_id IN (SELECT object_id FROM work.changed_object)`);
  const insert = db.query("INSERT INTO work.former_place VALUES (?, ?)");
  const registry = { statement: (sql: string) => db.query(sql) } as StatementSource;
  const months = new Map<number, number>();
  for (const id of ids) {
    const life = lives.readBefore(id);
    if (isTimelineCode(typeCodeOf(id)!)) {
      writeLife(db, id, life);
    }
    const last = life.findLast(({ retired }) => retired === 0);
    if (last !== undefined && !isRecentObject(registry, id)) {
      months.set(id, monthOf(last.beginDay));
    }
  }
  for (const place of lives.findPlaces(months)) {
    insert.run(...place);
  }
  const findPlace = db.query<{ woonplaats: number }, [number]>(
    "SELECT woonplaats_id AS woonplaats FROM work.former_place WHERE object_id = ?",
  );
  const timeline = new Timeline(knownStreets(lives));
  for (const code of TIMELINE_CODES) {
    for (const life of readLives(db, "recent", code)) {
      const place = findPlace.get(life[0]!.id);
      if (place !== null) {
        timeline.add(code, life, place.woonplaats, -1);
      }
    }
    db.run(`DELETE FROM work.${voorkomenTable(code, "history")}`);
  }
  timeline.write(db, "recent");
}

/** Returns a function that tells whether the history has a street. It remembers the first result for each street. */
function knownStreets(lives: StagedLives): (id: number) => boolean {
  const known = new Map<number, boolean>();
  return (street) =>
    memoize(known, street, () => lives.readBefore(street).some(({ retired }) => retired === 0));
}

function writeLife(db: Database, id: number, life: readonly HistoryVoorkomen[]): void {
  const code = typeCodeOf(id);
  if (code === undefined) {
    return;
  }
  const values = voorkomenColumnNames(code).map(() => "?");
  const insert = db.query(
    `INSERT INTO work.${voorkomenTable(code, "history")} VALUES (${values.join(", ")})`,
  );
  for (const row of toRows(life, hasGeometry(code))) {
    insert.run(...row);
  }
}

function removeChanged(db: Database, table: string, owner: string): void {
  db.run(`DELETE FROM ${table} WHERE ${owner} IN (SELECT object_id FROM work.changed_object)`);
}

/** Throws `import_refused` unless the recent objects have the voorkomens that the registry serves. */
export function verifyRecentObjects(db: Database): void {
  for (const code of TYPE_CODES) {
    const { table } = OBJECT_TYPES[code];
    const found = db
      .query<{ fid: number }, []>(
        `SELECT o.fid FROM work.changed_object c JOIN ${table} o ON o.fid = c.object_id
          WHERE NOT EXISTS (SELECT 1 FROM ${voorkomenTable(code, "recent")} v WHERE v.object_id = o.fid
            AND v.nr = o.voorkomen_identificatie AND v.retired = 0) LIMIT 1`,
      )
      .get();
    if (found !== null) {
      refuseImport(
        `the updated registry is not valid: the history lacks the voorkomen of ${table} ${found.fid}`,
      );
    }
  }
}
