/**
 * Tables that no request reads: the state that an update (import/update/) needs to bring a registry to a later date
 * without the extract it was made from. An import fills them, an update maintains them, and both end with the same
 * rows.
 *
 * A registry keeps every voorkomen that is in force on its reference date or begins later: those without an end or
 * with an end after the reference date, except inactive and niet-BAG ones (import/objects/kept-voorkomens.ts). The
 * table depends on the object:
 * - Exactly one kept voorkomen, begun, without an end, and with no other change that depends on the date alone: it is
 *   the row of the base table. If it gives no row, because its status is an ended one or it is unusable, its number is
 *   in `ended_object`.
 * - Otherwise all kept voorkomens are in `voorkomen`. The base table has the row of the one in force with the highest
 *   number, if that one gives a row; `ended_object` has no row.
 * `voorkomen`: `begin_geldigheid` is null once it has begun, `eind_geldigheid` null when open, `row_json` a JSON
 * array of the values in the order of `voorkomenColumns` (import/objects/row-layout.ts), null when it gives no
 * row. The values do not depend on the date: a bouwjaar too far ahead to be plausible is in `row_json`, and null in
 * the base table. `review_date` is the first date after the reference date on which the effect of the voorkomen
 * changes: it begins, ends, or its bouwjaar becomes plausible.
 *
 * `unresolved_reference` has the dangling references (`target_id` ← `source_id`), so that an object that arrives
 * later finds the objects that refer to it. The types of both follow from their identificaties:
 * - a. nummeraanduiding ← verblijfsobject, ligplaats or standplaats that names it, but to which `adres` does not
 *   assign it;
 * - b. openbare ruimte ← nummeraanduiding that exists and is named, but is no address;
 * - c. woonplaats ← nummeraanduiding of b. whose openbare ruimte exists: the woonplaats is the object that is missing;
 * - d. pand ← verblijfsobject that names it, when the pand does not exist, or when the verblijfsobject has no address,
 *   so that `pand_adres` does not refer to it;
 * - e. woonplaats ← pand whose representative point lies in no woonplaats; this woonplaats is the nearest.
 *
 * `boundary` has every boundary of the import's boundary files (the first file with an area wins), in use or not:
 * `source` becomes the `boundary_source` of a gemeente or postcodegebied that comes into use later. `gemeentenaam`
 * has all rows of the names files in order of precedence (`file_number`), ended gemeenten included; a name is valid
 * from `begin_date` until the day before `end_date`, both YYYYMMDD.
 *
 * Tables WITHOUT ROWID begin with the columns of their key: in others, `integrity_check` of SQLite before 3.41 finds
 * NULL where there is none.
 */
export const UPDATE_TABLES = `
CREATE TABLE voorkomen (
  object_id INTEGER NOT NULL,
  voorkomen_identificatie INTEGER NOT NULL,
  begin_geldigheid TEXT,
  eind_geldigheid TEXT,
  review_date TEXT,
  row_json TEXT,
  geom BLOB,
  PRIMARY KEY (object_id, voorkomen_identificatie)
) WITHOUT ROWID;
CREATE TABLE ended_object (
  fid INTEGER PRIMARY KEY,
  voorkomen_identificatie INTEGER NOT NULL
);
CREATE TABLE unresolved_reference (
  target_id INTEGER NOT NULL,
  source_id INTEGER NOT NULL,
  PRIMARY KEY (target_id, source_id)
) WITHOUT ROWID;
CREATE TABLE boundary (
  kind TEXT NOT NULL,
  code INTEGER NOT NULL,
  source TEXT NOT NULL,
  geom BLOB NOT NULL,
  PRIMARY KEY (kind, code)
) WITHOUT ROWID;
CREATE TABLE gemeentenaam (
  file_number INTEGER NOT NULL,
  code INTEGER NOT NULL,
  begin_date INTEGER NOT NULL,
  end_date INTEGER NOT NULL,
  naam TEXT NOT NULL,
  provincie_id INTEGER NOT NULL,
  PRIMARY KEY (file_number, code, begin_date, end_date)
) WITHOUT ROWID;`;

export const UPDATE_INDEXES_DDL = [
  "CREATE INDEX voorkomen_review_date ON voorkomen (review_date) WHERE review_date IS NOT NULL",
  "CREATE INDEX unresolved_reference_source ON unresolved_reference (source_id)",
] as const;
