/**
 * Tables that no request reads: the state that an update (import/update/) needs to bring a registry to a later date
 * without the extract it was made from. An import fills them, an update maintains them, and both end with the same
 * rows.
 *
 * A registry keeps every voorkomen that is in force on its reference date or begins later: those without an end or with
 * an end after the reference date, except inactive and niet-BAG ones (import/kept-voorkomens.ts). The table depends on
 * the object:
 * - Exactly one kept voorkomen, begun, without an end, and with no other change that depends on the date alone: it is
 *   the row of the base table. If it gives no row, because its status is an ended one or it is unusable, its number is
 *   in `beeindigd`.
 * - Otherwise all kept voorkomens are in `voorkomen`. The base table has the row of the one in force with the highest
 *   number, if that one gives a row; `beeindigd` has no row.
 * `voorkomen`: `begin_geldigheid` is null once it has begun, `eind_geldigheid` null when open, `rij` a JSON array of
 * the values in the order of `voorkomenColumns` (import/object-columns.ts), null when it gives no row. The values do
 * not depend on the date: a bouwjaar too far ahead to be plausible is in `rij`, and null in the base table. `herzie_op`
 * is the first date after the reference date on which the effect of the voorkomen changes: it begins, ends, or its
 * bouwjaar becomes plausible.
 *
 * `losse_verwijzing` has the dangling references (`naar_id` ← `van_id`), so that an object that arrives later finds the
 * objects that refer to it. The types of both follow from their identificaties:
 * a. nummeraanduiding ← verblijfsobject, ligplaats or standplaats that names it, but to which `adres` does not assign
 *    it;
 * b. openbare ruimte ← nummeraanduiding that exists and is named, but is no address;
 * c. woonplaats ← nummeraanduiding of b. whose openbare ruimte exists: the woonplaats is the object that is missing;
 * d. pand ← verblijfsobject that names it, when the pand does not exist, or when the verblijfsobject has no address, so
 *    that `pand_adres` does not refer to it;
 * e. woonplaats ← pand whose representative point lies in no woonplaats; this woonplaats is the nearest.
 *
 * `grens` has every boundary of the import's boundary files (the first file with an area wins), in use or not: `bron`
 * becomes the `boundary_source` of a gemeente or postcodegebied that comes into use later. `gemeentenaam` has all rows
 * of the names files in order of precedence (`bestand`), ended gemeenten included; a name is valid from `begin` until
 * the day before `eind`, both YYYYMMDD.
 */
export const UPDATE_TABLES = `
CREATE TABLE voorkomen (
  object_id INTEGER NOT NULL,
  voorkomen_identificatie INTEGER NOT NULL,
  begin_geldigheid TEXT,
  eind_geldigheid TEXT,
  herzie_op TEXT,
  rij TEXT,
  geom BLOB,
  PRIMARY KEY (object_id, voorkomen_identificatie)
) WITHOUT ROWID;
CREATE TABLE beeindigd (
  fid INTEGER PRIMARY KEY,
  voorkomen_identificatie INTEGER NOT NULL
);
CREATE TABLE losse_verwijzing (
  naar_id INTEGER NOT NULL,
  van_id INTEGER NOT NULL,
  PRIMARY KEY (naar_id, van_id)
) WITHOUT ROWID;
CREATE TABLE grens (
  soort TEXT NOT NULL,
  code INTEGER NOT NULL,
  bron TEXT NOT NULL,
  geom BLOB NOT NULL,
  PRIMARY KEY (soort, code)
) WITHOUT ROWID;
CREATE TABLE gemeentenaam (
  bestand INTEGER NOT NULL,
  code INTEGER NOT NULL,
  naam TEXT NOT NULL,
  provincie_id INTEGER NOT NULL,
  begin INTEGER NOT NULL,
  eind INTEGER NOT NULL,
  PRIMARY KEY (bestand, code, begin, eind)
) WITHOUT ROWID;
CREATE TABLE importlog (
  id INTEGER PRIMARY KEY,
  soort TEXT NOT NULL,
  completed_at TEXT NOT NULL,
  reference_date TEXT NOT NULL,
  records_processed INTEGER NOT NULL,
  verslag TEXT NOT NULL
);`;

export const UPDATE_INDEXES_DDL = [
  "CREATE INDEX voorkomen_herzie_op ON voorkomen (herzie_op) WHERE herzie_op IS NOT NULL",
  "CREATE INDEX losse_verwijzing_van ON losse_verwijzing (van_id)",
] as const;
