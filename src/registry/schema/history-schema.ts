/**
 * The history file of a registry: every voorkomen of the extract that it was imported from, ended, retired and in force
 * alike, and lookup tables that the registry lacks. An import writes it once. Tables of the same form in the registry,
 * whose names begin with `recent_`, hold all rows of each object that updates changed since; `recent_object`
 * lists these objects, whose rows in the file are outdated.
 *
 * Days, moments: base/day-number.ts. Ids are the integer keys of the registry (object-types.ts).
 */
import type { Database } from "../../base/sqlite.ts";
import {
  byTypeCode,
  GEBRUIKSDOELEN,
  hasGeometry,
  OBJECT_TYPES,
  type ObjectField,
  TYPE_CODES,
  type TypeCode,
} from "./object-types.ts";
import { MEASURES } from "./timeline-measures.ts";

/** Schema version of the history file; a file of any other version is not opened. */
export const HISTORY_SCHEMA_VERSION = 6;

/** Value of a column of a table of voorkomens. */
export type HistoryValue = number | string | Uint8Array | null;

/**
 * Columns of every table of voorkomens, before the fields of the type. A voorkomen that cannot be used has null in all
 * fields: it is in force on its days, and its object has no record then.
 *
 * - `retired`: 0 for a voorkomen that counts, else the moment at which it was marked inactief or niet-BAG
 * - `registered_ms`: `tijdstipRegistratie`; `lv_lag_ms`: from then to `tijdstipRegistratieLV`
 * - `geconstateerd`: null for N; `document_day`: null when it is the begin, and without a document
 * - `extra`: JSON of `LifeExceptions` (voorkomen-life.ts), null for nearly all
 */
const COMMON_COLUMNS = [
  "object_id INTEGER NOT NULL",
  "nr INTEGER NOT NULL",
  "retired INTEGER NOT NULL DEFAULT 0",
  "begin_day INTEGER NOT NULL",
  "registered_ms INTEGER",
  "lv_lag_ms INTEGER",
  "geconstateerd INTEGER",
  "document_day INTEGER",
  "document TEXT",
  "extra TEXT",
] as const;

/** Number of columns before the fields of the type in a row of a table of voorkomens. */
export const COMMON_COLUMN_COUNT = COMMON_COLUMNS.length;

/** Declared field of a type that is a column of its table of voorkomens. */
export type HistoryField<C extends TypeCode = TypeCode> = Exclude<
  (typeof OBJECT_TYPES)[C]["fields"][number],
  { readonly common: true }
>;

const HISTORY_FIELDS = byTypeCode((code) =>
  (OBJECT_TYPES[code].fields as readonly ObjectField[]).filter(({ common }) => !common),
);

/** Returns the declared fields of a type that are columns of its table of voorkomens, in order. */
export function historyFields(code: TypeCode): readonly ObjectField[] {
  return HISTORY_FIELDS[code];
}

/** Name of the table of a type's voorkomens: in the history file, or of the recent ones in the registry. */
export function voorkomenTable(code: TypeCode, of: "history" | "recent"): string {
  return `${of === "recent" ? "recent_" : ""}${OBJECT_TYPES[code].table}_voorkomen`;
}

/** Returns the names of the columns of a type's tables of voorkomens, in order. */
export function voorkomenColumnNames(code: TypeCode): string[] {
  return columnsOf(code).map((column) => column.split(" ", 1)[0]!);
}

function columnsOf(code: TypeCode): string[] {
  const fields = HISTORY_FIELDS[code].map(({ column, kind, repeated }) => {
    // One value of a repeated field becomes an integer by the column's affinity, several stay text.
    const isInteger = kind !== "text" || repeated;
    return `${column} ${isInteger ? "INTEGER" : "TEXT"}`;
  });
  // Null when it equals the geometry of the voorkomen before it that counts; always given for a retired one.
  return [...COMMON_COLUMNS, ...fields, ...(hasGeometry(code) ? ["geom BLOB"] : [])];
}

function voorkomenTableDdl(code: TypeCode, name: string): string {
  const columns = [...columnsOf(code), "PRIMARY KEY (object_id, nr, retired)"];
  return `CREATE TABLE ${name} (\n  ${columns.join(",\n  ")}\n) WITHOUT ROWID;`;
}

/**
 * Lookup tables of the voorkomens. Objects belong to the woonplaats that they have today or had last.
 *
 * - `old_key`: keys that a number had and its address does not have today, by voorkomen: another street, number,
 *   letter, addition, postcode or woonplaats of its own
 * - `old_link`: objects that named a nummeraanduiding, except the object whose address it is today
 * - `former_name`: names of streets, as runs (`nameRun` of the search), with the woonplaats where the street or a
 *   number of it lay: of streets with old keys, and of streets with another name or woonplaats today. Also all names
 *   that woonplaatsen have or had, with `object_id` the woonplaats itself
 * - `former_filter`: one row, the filter of the keys that addresses had (registry/history/former-filter.ts)
 * - `change_month`: objects with a voorkomen that counts and begins in that month, year × 12 + month from 0; their ids
 *   ascend and are stored as varints of differences (geo/millimetre-geometry.ts)
 * - `in_onderzoek`: kenmerken under investigation (in-onderzoek.ts), one row for an object, a period and the set of
 *   kenmerken; `end_day` is null when open
 * - `timeline`: sums of measures (timeline-measures.ts) by the month in which voorkomens begin; months before
 *   `FIRST_TIMELINE_MONTH` count in that one. The table of recent objects has differences from the sums in the file
 */
const LOOKUP_TABLES = {
  old_key: `
  openbare_ruimte_id INTEGER NOT NULL,
  huisnummer INTEGER NOT NULL,
  nummeraanduiding_id INTEGER NOT NULL,
  nr INTEGER NOT NULL,
  postcode TEXT,
  PRIMARY KEY (openbare_ruimte_id, huisnummer, nummeraanduiding_id, nr)`,
  old_link: `
  nummeraanduiding_id INTEGER NOT NULL,
  object_id INTEGER NOT NULL,
  PRIMARY KEY (nummeraanduiding_id, object_id)`,
  former_name: `
  run TEXT NOT NULL,
  woonplaats_id INTEGER NOT NULL,
  object_id INTEGER NOT NULL,
  PRIMARY KEY (run, woonplaats_id, object_id)`,
  former_filter: `
  nr INTEGER PRIMARY KEY,
  bits BLOB NOT NULL`,
  change_month: `
  woonplaats_id INTEGER NOT NULL,
  month INTEGER NOT NULL,
  object_ids BLOB NOT NULL,
  PRIMARY KEY (woonplaats_id, month)`,
  in_onderzoek: `
  object_id INTEGER NOT NULL,
  begin_day INTEGER NOT NULL,
  kenmerken INTEGER NOT NULL,
  registered_ms INTEGER NOT NULL,
  end_day INTEGER,
  document_day INTEGER,
  document TEXT,
  PRIMARY KEY (object_id, begin_day, kenmerken, registered_ms)`,
  timeline: `
  woonplaats_id INTEGER NOT NULL,
  month INTEGER NOT NULL,
${MEASURES.map((measure) => `  ${measure} INTEGER NOT NULL`).join(",\n")},
  PRIMARY KEY (woonplaats_id, month)`,
} as const;

/** First month with a row of its own in the table `timeline`: the first in which a woonplaats was registered. */
export const FIRST_TIMELINE_MONTH = 2009 * 12;

export type LookupTable = keyof typeof LOOKUP_TABLES;
const LOOKUP_TABLE_NAMES = Object.keys(LOOKUP_TABLES) as LookupTable[];

/** Name of a lookup table: in the history file, or of the recent ones in the registry. */
export function lookupTable(table: LookupTable, of: "history" | "recent"): string {
  return of === "recent" ? `recent_${table}` : table;
}

function lookupTableDdl(table: LookupTable, of: "history" | "recent"): string {
  return `CREATE TABLE ${lookupTable(table, of)} (${LOOKUP_TABLES[table]}\n) WITHOUT ROWID;`;
}

/** Index for former addresses by postcode; made when the table is full. */
export const OLD_KEY_INDEX_DDL =
  "CREATE INDEX old_key_postcode ON old_key (postcode, huisnummer) WHERE postcode IS NOT NULL";

/** Creates the tables of voorkomens and their lookup tables, empty. */
export function createHistoryTables(db: Database): void {
  db.run(historyTablesDdl("history"));
}

/** Creates tables of voorkomens, named as in the history file, in an attached database. */
export function createVoorkomenTables(db: Database, schema: string): void {
  for (const code of TYPE_CODES) {
    db.run(voorkomenTableDdl(code, `${schema}.${voorkomenTable(code, "history")}`));
  }
}

function historyTablesDdl(of: "history" | "recent"): string {
  return [
    ...TYPE_CODES.map((code) => voorkomenTableDdl(code, voorkomenTable(code, of))),
    ...LOOKUP_TABLE_NAMES.map((table) => lookupTableDdl(table, of)),
  ].join("\n");
}

/**
 * Tables of the registry for history: the gemeente of each woonplaats through time, whole, from the last extract or
 * delivery (`end_day` null when open), and the objects that updates changed since the history file was written, with
 * the woonplaats in which `timeline` counts each (null for none). All but the first are empty after an import, and in a
 * registry without history.
 */
export const RECENT_TABLES = `
CREATE TABLE gemeente_woonplaats (
  woonplaats_id INTEGER NOT NULL,
  begin_day INTEGER NOT NULL,
  gemeente_code INTEGER NOT NULL,
  end_day INTEGER,
  PRIMARY KEY (woonplaats_id, begin_day, gemeente_code)
) WITHOUT ROWID;
${historyTablesDdl("recent")}
CREATE INDEX recent_old_key_postcode ON recent_old_key (postcode, huisnummer) WHERE postcode IS NOT NULL;
CREATE TABLE recent_object (object_id INTEGER PRIMARY KEY, woonplaats_id INTEGER);`;

/** Returns the names of the tables with recent objects. */
export function recentTables(): string[] {
  return [
    ...TYPE_CODES.map((code) => voorkomenTable(code, "recent")),
    ...LOOKUP_TABLE_NAMES.map((table) => lookupTable(table, "recent")),
    "recent_object",
  ];
}

const SEPARATOR = "|";
/** Texts that a column of integers would not keep as text. */
const NUMERIC = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i;

/**
 * Returns the value that a column of voorkomens stores for a field's value in the registry's tables: the number of a
 * status and of a gebruiksdoel, one id as a number.
 */
export function toHistoryValue(
  code: TypeCode,
  field: ObjectField,
  value: string | number | null,
): HistoryValue {
  if (typeof value !== "string") {
    return value;
  }
  if (field.kind === "status") {
    return (OBJECT_TYPES[code].statuses as readonly string[]).indexOf(value);
  }
  if (!field.repeated) {
    return value;
  }
  if (field.kind === "id") {
    return value.includes(SEPARATOR) ? value : Number(value);
  }
  const parts = value.split(SEPARATOR).map((text) => {
    const number = (GEBRUIKSDOELEN as readonly string[]).indexOf(text);
    return number < 0 ? text : String(number);
  });
  return parts.length === 1 && NUMERIC.test(parts[0]!) ? Number(parts[0]) : parts.join(SEPARATOR);
}

/**
 * Returns the value of a field as the reader of extracts gives it (import/extract/field-reader.ts), but a status always
 * as its text: repeated ids with leading zeros, joined by `|`.
 */
export function fromHistoryValue(
  code: TypeCode,
  field: ObjectField,
  value: HistoryValue,
): string | number | null {
  if (value === null || value instanceof Uint8Array) {
    return null;
  }
  if (field.kind === "status") {
    return OBJECT_TYPES[code].statuses[Number(value)] ?? null;
  }
  if (!field.repeated) {
    return value;
  }
  if (field.kind === "id") {
    return typeof value === "number" ? value.toString().padStart(16, "0") : value;
  }
  return String(value)
    .split(SEPARATOR)
    .map((part) => (/^\d+$/.test(part) ? (GEBRUIKSDOELEN[Number(part)] ?? part) : part))
    .join(SEPARATOR);
}
