import type { Database } from "../../base/sqlite.ts";
import { ADDED_COLUMNS, type AddedColumn } from "./added-columns.ts";
import { COUNTING_TABLES } from "./counting-schema.ts";
import { type Field, OBJECT_TYPES, TYPE_CODES, type TypeCode } from "./object-types.ts";
import { UPDATE_INDEXES_DDL, UPDATE_TABLES } from "./update-schema.ts";

/**
 * Tables of how a registry came about. They are the only ones that depend on its history: an import and the updates
 * that lead to the same state have different rows here.
 *
 * `import_log` has one row for each import and update that was published in the data folder, and each publish copies
 * it. `data_version` names the registry that resulted (data-versions.ts); it is null for one of schema 7 or older.
 *
 * `address_change` has the addresses whose record (adres-record.ts) differs between the registry of one row of the
 * log (`import_id`) and the registry before it; `existed` is 0 for an address that came, 1 for one that changed or
 * went. `address_changes` of that row of the log is their number, or null where none are kept: the registry before it
 * cannot be compared with it, or too many changes have come since. It is null for all rows before such a row too.
 */
export const HISTORY_TABLES = `
CREATE TABLE import_log (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  completed_at TEXT NOT NULL,
  reference_date TEXT NOT NULL,
  records_processed INTEGER NOT NULL,
  report TEXT NOT NULL,
  data_version TEXT,
  address_changes INTEGER
);
CREATE TABLE address_change (
  import_id INTEGER NOT NULL REFERENCES import_log(id),
  adres_id INTEGER NOT NULL,
  existed INTEGER NOT NULL,
  PRIMARY KEY (import_id, adres_id)
) WITHOUT ROWID;`;

/**
 * The tables of a registry: one GeoPackage 1.3 (SQLite, EPSG:28992) per data version, written once by
 * import/ and read-only afterwards.
 *
 * Objects are keyed by `fid` = identificatie as an integer. Base tables hold the extract's data on objects that are
 * in force and not ended on the reference date; `adres`, `postcode`, `postcodegebied`, `pand_adres`, `area_outline`,
 * all columns ending in `_count` and the tables of counting-schema.ts are derived from them by import/derive/.
 */

/** Value of key `schema_version` in table `registry`; a registry of any other version is not opened. */
export const SCHEMA_VERSION = 9;

/** `PRAGMA application_id` of every GeoPackage: "GPKG". */
export const GEOPACKAGE_APPLICATION_ID = 0x47504b47;

const SQL_TYPES = {
  id: "INTEGER",
  integer: "INTEGER",
  text: "TEXT",
  flag: "INTEGER",
  status: "INTEGER",
} as const;

/** Layers shown by a GIS, with their GeoPackage geometry types, which are the types of their columns. */
export const FEATURE_TABLES = {
  adres: "POINT",
  pand: "GEOMETRY",
  woonplaats: "GEOMETRY",
  gemeente: "GEOMETRY",
  postcodegebied: "GEOMETRY",
} as const;

export type FeatureTable = keyof typeof FEATURE_TABLES;

function isFeatureTable(table: string): table is FeatureTable {
  return table in FEATURE_TABLES;
}

/**
 * Returns true when the status column of a type holds text: in the layers, for users of a GIS. In the tables that only
 * baken reads it holds the position in the type's `statuses`, which saves 20 bytes on each of 20 million rows.
 */
export function hasTextStatus(code: TypeCode): boolean {
  return isFeatureTable(OBJECT_TYPES[code].table);
}

/** Returns the columns for the declared fields of an object type; repeated fields hold values joined by `|`. */
export function fieldColumns(code: TypeCode): { name: string; sqlType: string; nullable: boolean }[] {
  return (OBJECT_TYPES[code].fields as readonly Field[]).map((field) => ({
    name: field.column,
    sqlType:
      field.repeated || (field.kind === "status" && hasTextStatus(code)) ? "TEXT" : SQL_TYPES[field.kind],
    nullable: Boolean(field.optional ?? field.isDummy),
  }));
}

/**
 * Returns the DDL of an object type's table. Later mutation deliveries are matched by `voorkomen_identificatie` and
 * `eind_geldigheid` (a date after the reference date, or null).
 */
export function objectTableDdl(code: TypeCode): string {
  const type = OBJECT_TYPES[code];
  const digits = code === "WPL" ? 4 : 16;
  const columns = [
    "fid INTEGER PRIMARY KEY",
    `identificatie TEXT GENERATED ALWAYS AS (printf('%0${digits}d', fid)) VIRTUAL`,
    ...fieldColumns(code).map((c) => `${c.name} ${c.sqlType}${c.nullable ? "" : " NOT NULL"}`),
    "voorkomen_identificatie INTEGER NOT NULL",
    "eind_geldigheid DATE",
    ...(ADDED_COLUMNS[code] as readonly AddedColumn[]).map(addedColumnDdl),
    ...("geometryPath" in type
      ? [`geom ${isFeatureTable(type.table) ? FEATURE_TABLES[type.table] : "BLOB"}`]
      : []),
  ];
  return `CREATE TABLE ${type.table} (\n  ${columns.join(",\n  ")}\n)`;
}

function addedColumnDdl({ name, sqlType, constraint }: AddedColumn): string {
  return constraint === undefined ? `${name} ${sqlType}` : `${name} ${sqlType} ${constraint}`;
}

/** Tables of areas from companion files or derived; a gemeente's geometry is null when no source provides it. */
const AREA_TABLES = `
CREATE TABLE provincie (
  fid INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  naam TEXT NOT NULL,
  gemeente_count INTEGER NOT NULL DEFAULT 0,
  woonplaats_count INTEGER NOT NULL DEFAULT 0,
  adres_count INTEGER NOT NULL DEFAULT 0,
  pand_count INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE gemeente (
  fid INTEGER PRIMARY KEY,
  code TEXT GENERATED ALWAYS AS (printf('%04d', fid)) VIRTUAL,
  naam TEXT NOT NULL,
  name_key TEXT NOT NULL,
  provincie_id INTEGER NOT NULL REFERENCES provincie(fid),
  boundary_source TEXT,
  adres_count INTEGER NOT NULL DEFAULT 0,
  pand_count INTEGER NOT NULL DEFAULT 0,
  woonplaats_count INTEGER NOT NULL DEFAULT 0,
  openbare_ruimte_count INTEGER NOT NULL DEFAULT 0,
  geom ${FEATURE_TABLES.gemeente}
);
CREATE TABLE postcodegebied (
  fid INTEGER PRIMARY KEY,
  code TEXT GENERATED ALWAYS AS (printf('%04d', fid)) VIRTUAL,
  adres_count INTEGER NOT NULL,
  woonplaats_naam TEXT NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  boundary_source TEXT NOT NULL,
  geom ${FEATURE_TABLES.postcodegebied} NOT NULL
);`;

const DERIVED_TABLES = `
CREATE TABLE adres (
  fid INTEGER PRIMARY KEY,
  identificatie TEXT GENERATED ALWAYS AS (printf('%016d', fid)) VIRTUAL,
  type TEXT NOT NULL,
  huisnummer INTEGER NOT NULL,
  huisletter TEXT,
  huisnummertoevoeging TEXT,
  postcode TEXT,
  straatnaam TEXT NOT NULL,
  verkorte_straatnaam TEXT,
  openbare_ruimte_id INTEGER NOT NULL REFERENCES openbare_ruimte(fid),
  woonplaats_id INTEGER NOT NULL REFERENCES woonplaats(fid),
  is_nevenadres INTEGER NOT NULL,
  adresseerbaar_object_id INTEGER NOT NULL,
  gebruiksdoel TEXT,
  oppervlakte INTEGER,
  pand_id INTEGER,
  bouwjaar INTEGER,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  rd_x REAL NOT NULL,
  rd_y REAL NOT NULL,
  sort_key TEXT NOT NULL,
  geom ${FEATURE_TABLES.adres} NOT NULL
);
CREATE TABLE pand_adres (
  pand_id INTEGER NOT NULL,
  adres_id INTEGER NOT NULL,
  PRIMARY KEY (pand_id, adres_id)
) WITHOUT ROWID;
CREATE TABLE postcode (
  postcode TEXT PRIMARY KEY,
  straatnaam TEXT NOT NULL,
  woonplaats_id INTEGER NOT NULL REFERENCES woonplaats(fid),
  min_huisnummer INTEGER NOT NULL,
  max_huisnummer INTEGER NOT NULL,
  adres_count INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  x REAL NOT NULL,
  y REAL NOT NULL,
  cell INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE area_outline (
  kind TEXT NOT NULL,
  band INTEGER NOT NULL,
  area_id INTEGER NOT NULL,
  geom BLOB NOT NULL,
  PRIMARY KEY (kind, band, area_id)
) WITHOUT ROWID;`;

/** Search index: one row per array, keyed by its name in search/index/street-index.ts. */
const SEARCH_TABLE = "CREATE TABLE search_index (name TEXT PRIMARY KEY, data BLOB NOT NULL);";

/** Metadata of the registry: one row per key, text values. Keys: see registry-meta.ts. */
const META_TABLE = "CREATE TABLE registry (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;";

export const TABLES_DDL = [
  META_TABLE,
  AREA_TABLES,
  DERIVED_TABLES,
  COUNTING_TABLES,
  SEARCH_TABLE,
  UPDATE_TABLES,
  HISTORY_TABLES,
].join("\n");

/**
 * Index of addresses by street, which counts and the search index are read from. The last column identifies, from the
 * index alone, streets whose addresses lie in several woonplaatsen.
 */
export const STREET_INDEX_DDL =
  "CREATE INDEX adres_openbare_ruimte ON adres (openbare_ruimte_id, sort_key, woonplaats_id)";

/** Indexes created after the tables are filled: one sorted pass each costs far less than maintenance row by row. */
export const INDEXES_DDL = [
  STREET_INDEX_DDL,
  // With letter and addition, so that a lookup in a tower of a hundred additions reads one row of the table.
  `CREATE INDEX adres_postcode ON adres (postcode, huisnummer, huisletter, huisnummertoevoeging)
    WHERE postcode IS NOT NULL`,
  // Covering index, in order, for the full scan in openbare-ruimten.ts.
  "CREATE INDEX openbare_ruimte_naam ON openbare_ruimte (name_key, fid, woonplaats_id, type)",
  "CREATE INDEX postcode_cell ON postcode (cell, x, y)",
  ...UPDATE_INDEXES_DDL,
] as const;

/** Creates every table of a registry, empty, without indexes. */
export function createTables(db: Database): void {
  db.run(TABLES_DDL);
  for (const code of TYPE_CODES) {
    db.run(objectTableDdl(code));
  }
}
