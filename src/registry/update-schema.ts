/**
 * Tables that no request reads: what an update (import/update/) needs to bring a registry to a later date without the
 * extract it was made from. An import fills them, an update keeps them, and both end with the same rows.
 *
 * A registry keeps every voorkomen that is in force on its reference date or has yet to begin: those without an end or
 * with one that lies ahead, inactive and niet-BAG ones excepted (import/kept-voorkomens.ts). Where, depends on the object:
 * - One kept voorkomen, begun, without an end, and nothing else that time alone changes. It is the row of the base table.
 *   Where it makes none, because its status is an ended one or it is unusable, its number is in `beeindigd`.
 * - Anything else: all that is kept is in `voorkomen`. The base table has the row of the one in force with the highest
 *   number, if that one makes a row; `beeindigd` has none.
 * `voorkomen`: `begin_geldigheid` is null once it has begun, `eind_geldigheid` null when open, `rij` the values as
 * `voorkomenColumns` (import/object-columns.ts) lists them, a JSON array, null where it makes no row. They are the same on
 * every date: a bouwjaar too far ahead to be believed is in `rij`, and null in the base table. `herzie_op` is the first
 * date after the reference date on which the voorkomen means something else: it begins, ends, or its bouwjaar is believed.
 *
 * `losse_verwijzing` has the references that lead nowhere, so that what arrives later finds who waits for it. The types of
 * the two follow from their identificaties:
 * a. nummeraanduiding ← verblijfsobject, ligplaats or standplaats that names it, but is not the one `adres` gives it to;
 * b. openbare ruimte ← nummeraanduiding that exists and is named, but is no address;
 * c. woonplaats ← nummeraanduiding of b. whose openbare ruimte exists: then it is the woonplaats that does not;
 * d. pand ← verblijfsobject that names it, where the pand does not exist, or where the verblijfsobject has no address, so
 *    that `pand_adres` does not lead to it;
 * e. woonplaats ← pand whose representative point lies in no woonplaats; this is the nearest.
 *
 * `grens` has every border that the import's boundary files gave (of files with the same area the first counts), in use or
 * not: `bron` becomes the `boundary_source` of a gemeente or postcodegebied that comes into use later. `gemeentenaam` has
 * all rows of the names files in order of precedence (`bestand`), ended gemeenten included; a name holds from `begin` until
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
