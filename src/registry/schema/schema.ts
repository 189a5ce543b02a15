/**
 * The tables of a registry: one GeoPackage 1.3 (SQLite, EPSG:28992) per data version, written once by import/ and
 * read-only afterwards.
 *
 * Objects are keyed by `fid` = identificatie as an integer. Base tables have the extract's data on objects that are in
 * force and not ended on the reference date; `adres`, `postcode`, `postcodegebied`, `pand_adres`, `area_outline`, all
 * columns ending in `_count` and the tables of counting-schema.ts are derived from them by import/derive/.
 *
 * First come the tables that only updates read and the history, then the records.
 */
import type { Database } from "../../base/sqlite.ts";
import { COUNTING_TABLES } from "./counting-schema.ts";
import { partsOf } from "./field-types.ts";
import { RECENT_TABLES } from "./history-schema.ts";
import { OBJECT_TYPES, type ObjectField, TYPE_CODES, type TypeCode } from "./object-types.ts";
import { ADDRESS } from "./record-fields.ts";
import { hasTextStatus } from "./status-sql.ts";

/**
 * Tables that no request reads: the state that an update (import/update/) needs to bring a registry to a later date
 * without the extract it was made from. An import fills them, an update maintains them, and both end with the same
 * rows.
 *
 * A registry keeps every voorkomen that is in force on its reference date or begins later: those without an end or
 * with an end after the reference date, except inactive and niet-BAG ones (import/objects/voorkomen.ts). The
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

const UPDATE_INDEXES_DDL = [
  "CREATE INDEX voorkomen_review_date ON voorkomen (review_date) WHERE review_date IS NOT NULL",
  "CREATE INDEX unresolved_reference_source ON unresolved_reference (source_id)",
] as const;

/**
 * Tables of how a registry came about. They are the only ones that depend on its history: an import and the updates
 * that lead to the same state have different rows here.
 *
 * `import_log` has one row for each import and update that was published in the data folder, and each publish copies
 * it. `data_version` names the registry that resulted (data-versions.ts); it is null for one of schema 7 or older.
 *
 * `record_change` has the records (read/record-changes.ts) that differ between the registry of one row of the log
 * (`import_id`) and the registry before it: addresses (`kind` NUM), verblijfsobjecten (VBO) and panden (PND). `existed`
 * is 0 for a record that came, 1 for one that changed or went. `record_changes` of that row of the log is their number,
 * or null where none are kept: the registry before it cannot be compared with it, or too many changes have come since.
 * It is null for all rows before such a row too.
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
  record_changes INTEGER
);
CREATE TABLE record_change (
  import_id INTEGER NOT NULL REFERENCES import_log(id),
  kind TEXT NOT NULL,
  record_id INTEGER NOT NULL,
  existed INTEGER NOT NULL,
  PRIMARY KEY (import_id, kind, record_id)
) WITHOUT ROWID;`;

/** Value of key `schema_version` in table `registry`; a registry of any other version is not opened. */
export const SCHEMA_VERSION = 15;

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

/** Returns the columns for the declared fields of an object type; repeated fields have values joined by `|`. */
export function fieldColumns(code: TypeCode): { name: string; sqlType: string; nullable: boolean }[] {
  return (OBJECT_TYPES[code].fields as readonly ObjectField[]).map((field) => ({
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

/**
 * Tables of areas from companion files or derived; a gemeente's geometry is null when no source provides it.
 *
 * `wijk`, `buurt` and `veiligheidsregio` have all areas of CBS's files, in use or not, so that an update finds the
 * areas of new addresses (import/companions/cbs-areas.ts); `fid` counts in order of code. Their `gemeente_code` is of
 * the year of the file, whose gemeenten may differ from the registry's.
 */
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
);
CREATE TABLE wijk (
  fid INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  naam TEXT NOT NULL,
  gemeente_code INTEGER NOT NULL,
  geom BLOB
);
CREATE TABLE buurt (
  fid INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  naam TEXT NOT NULL,
  wijk_id INTEGER NOT NULL REFERENCES wijk(fid),
  gemeente_code INTEGER NOT NULL,
  adres_count INTEGER NOT NULL DEFAULT 0,
  geom BLOB NOT NULL
);
CREATE TABLE veiligheidsregio (
  gemeente_code INTEGER PRIMARY KEY,
  code TEXT NOT NULL,
  naam TEXT NOT NULL
);`;

const DERIVED_TABLES = `
CREATE TABLE adres (
  fid INTEGER PRIMARY KEY,
  identificatie TEXT GENERATED ALWAYS AS (printf('%016d', fid)) VIRTUAL,
  ${partsOf(ADDRESS, "table")
    .map((column) => column.join(" "))
    .join(",\n  ")},
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
  RECENT_TABLES,
].join("\n");

/** Indexes of `adres`, in their order in the file after the table: first the index that a lookup reads. */
export const ADRES_INDEXES_DDL = [
  // With letter and addition, so that a lookup in a tower of a hundred additions reads one row of the table.
  `CREATE INDEX adres_postcode ON adres (postcode, huisnummer, huisletter, huisnummertoevoeging)
    WHERE postcode IS NOT NULL`,
  // Counts and the search index are read from it. The last column identifies, from the index alone, streets whose
  // addresses lie in several woonplaatsen.
  "CREATE INDEX adres_openbare_ruimte ON adres (openbare_ruimte_id, sort_key, woonplaats_id)",
] as const;

/** Indexes created after the tables are filled: one sorted pass each costs far less than maintenance row by row. */
export const INDEXES_DDL = [
  ...ADRES_INDEXES_DDL,
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

/** Column of an object type's table that is not a declared field. */
export interface AddedColumn {
  readonly name: string;
  readonly sqlType: "INTEGER" | "REAL" | "TEXT" | "DATE";
  /** Rest of the column's DDL; without it the column is nullable. */
  readonly constraint?: string;
  /** True when an import computes the value from the object alone; other columns are derived from several objects. */
  readonly isComputed?: true;
}

const nameKey = { name: "name_key", sqlType: "TEXT", constraint: "NOT NULL", isComputed: true } as const;
const adresCount = { name: "adres_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" } as const;
/**
 * Position of an addressable object in WGS84 degrees and RD metres: its point as delivered, or its polygon's
 * representative point to the millimetre.
 */
const position = [
  { name: "latitude", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
  { name: "longitude", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
  { name: "rd_x", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
  { name: "rd_y", sqlType: "REAL", constraint: "NOT NULL", isComputed: true },
] as const;

/** Columns of the object types' tables besides their declared fields, in order. */
export const ADDED_COLUMNS = {
  WPL: [
    { name: "gemeente_code", sqlType: "INTEGER", constraint: "REFERENCES gemeente(fid)" },
    nameKey,
    adresCount,
    { name: "pand_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" },
    { name: "openbare_ruimte_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" },
  ],
  OPR: [nameKey, adresCount],
  NUM: [{ name: "sort_key", sqlType: "TEXT", constraint: "NOT NULL", isComputed: true }],
  // `pand_id` is the pand in the API's records; `pand_ids` is null unless the object names several panden, or one that
  // does not exist.
  VBO: [{ name: "pand_id", sqlType: "INTEGER", isComputed: true }, ...position],
  LIG: position,
  STA: position,
  PND: [
    { name: "begin_geldigheid", sqlType: "DATE", constraint: "NOT NULL", isComputed: true },
    // Computed: the woonplaats in which the pand lies. The pand's addresses overrule it (import/objects/base-table.ts).
    { name: "woonplaats_id", sqlType: "INTEGER", constraint: "REFERENCES woonplaats(fid)", isComputed: true },
    adresCount,
    { name: "verblijfsobject_count", sqlType: "INTEGER", constraint: "NOT NULL DEFAULT 0" },
  ],
} as const satisfies Record<TypeCode, readonly AddedColumn[]>;
