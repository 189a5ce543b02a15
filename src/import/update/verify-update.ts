/**
 * Verifies an updated registry before it may be served: every touched row, and the sums over areas. Reading the whole
 * file, as an import does, would cost time in proportion to the country.
 */
import type { Database } from "../../base/sqlite.ts";
import type { RegistryMeta } from "../../registry/file/registry-meta.ts";
import { rtreeName } from "../../registry/schema/geopackage.ts";
import { ADDRESSABLE_TYPES, OBJECT_TYPES, TYPE_CODES } from "../../registry/schema/object-types.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../registry/schema/schema.ts";
import type { TouchedTable } from "../derive/touched.ts";
import { refuseImport } from "../refuse.ts";
import { countTableRows } from "../verify.ts";

/** Rule for rows, and SQL that selects the fid of a row that breaks it. */
interface Check {
  readonly rule: string;
  readonly violationSql: string;
}

/** Throws `import_refused` when an update has left the registry inconsistent; that would be a bug in baken. */
export function verifyUpdate(db: Database, counts: RegistryMeta["counts"]): void {
  for (const { rule, violationSql } of CHECKS) {
    const found = db.query<{ fid: number | string }, []>(`${violationSql} LIMIT 1`).get();
    if (found !== null) {
      refuseImport(`the updated registry is not valid: ${rule}: broken by ${found.fid}`);
    }
  }
  verifySums(db, counts);
  verifyNotEmpty(db);
}

/** Returns the start of SQL that selects touched rows that exist, up to WHERE. */
function touchedRowsSql(table: TouchedTable): string {
  return `SELECT t.fid FROM work.touched_${table} touched CROSS JOIN ${table} t ON t.fid = touched.fid WHERE`;
}

/** Returns the start of SQL that selects touched rows that were removed, up to AND. */
function removedRowsSql(table: TouchedTable): string {
  return `SELECT touched.fid FROM work.touched_${table} touched WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.fid = touched.fid) AND`;
}

function isMissingSql(table: string, column: string): string {
  return `NOT EXISTS (SELECT 1 FROM ${table} x WHERE x.fid = t.${column})`;
}

const REFERENCES: readonly (readonly [TouchedTable, string, string])[] = [
  ["adres", "nummeraanduiding", "fid"],
  ["adres", "openbare_ruimte", "openbare_ruimte_id"],
  ["adres", "woonplaats", "woonplaats_id"],
  ["adres", "pand", "pand_id"],
  ["verblijfsobject", "pand", "pand_id"],
  ["pand", "woonplaats", "woonplaats_id"],
  ["woonplaats", "gemeente", "gemeente_code"],
  ["gemeente", "provincie", "provincie_id"],
];

/** Rows that refer to a touched row, found through an index. */
const REFERRERS: readonly (readonly [TouchedTable, string])[] = [
  ["openbare_ruimte", "adres INDEXED BY adres_openbare_ruimte WHERE openbare_ruimte_id = touched.fid"],
  ["pand", "pand_adres WHERE pand_id = touched.fid"],
  ["gemeente", "woonplaats WHERE gemeente_code = touched.fid"],
  ["nummeraanduiding", "adres WHERE fid = touched.fid"],
];

const CHECKS: readonly Check[] = [
  ...REFERENCES.map(
    ([from, to, column]): Check => ({
      rule: `each ${from} refers to an existing ${to}`,
      violationSql: `${touchedRowsSql(from)} t.${column} IS NOT NULL AND ${isMissingSql(to, column)}`,
    }),
  ),
  ...ADDRESSABLE_TYPES.map(
    (type): Check => ({
      rule: `each adres of a ${type} refers to an existing one`,
      violationSql: `${touchedRowsSql("adres")} t.type = '${type}' AND ${isMissingSql(type, "adresseerbaar_object_id")}`,
    }),
  ),
  ...REFERRERS.map(
    ([table, referrer]): Check => ({
      rule: `nothing refers to a removed ${table}`,
      violationSql: `${removedRowsSql(table)} EXISTS (SELECT 1 FROM ${referrer})`,
    }),
  ),
  ...TYPE_CODES.map(
    (code): Check => ({
      rule: `no ${OBJECT_TYPES[code].table} is both in force and ended`,
      violationSql: `${touchedRowsSql(OBJECT_TYPES[code].table)} EXISTS (SELECT 1 FROM ended_object e WHERE e.fid = t.fid)`,
    }),
  ),
  {
    rule: "each adres is found by its postcode",
    violationSql: `${touchedRowsSql("adres")} t.postcode IS NOT NULL AND NOT EXISTS (SELECT 1 FROM adres x INDEXED BY adres_postcode
      WHERE x.postcode = t.postcode AND x.huisnummer = t.huisnummer AND x.fid = t.fid)`,
  },
  {
    rule: "each adres is found by its street",
    violationSql: `${touchedRowsSql("adres")} NOT EXISTS (SELECT 1 FROM adres x INDEXED BY adres_openbare_ruimte
      WHERE x.openbare_ruimte_id = t.openbare_ruimte_id AND x.sort_key = t.sort_key AND x.fid = t.fid)`,
  },
  {
    rule: "each adres's postcode exists",
    violationSql: `${touchedRowsSql("adres")} t.postcode IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM postcode p WHERE p.postcode = t.postcode)
      OR NOT EXISTS (SELECT 1 FROM postcodegebied a WHERE a.fid = substr(t.postcode, 1, 4)))`,
  },
  {
    rule: "no postcode is without adressen",
    violationSql: `SELECT p.postcode AS fid FROM work.old_adres o CROSS JOIN postcode p ON p.postcode = o.postcode
      WHERE NOT EXISTS (SELECT 1 FROM adres x INDEXED BY adres_postcode WHERE x.postcode = p.postcode)`,
  },
  ...(Object.keys(FEATURE_TABLES) as FeatureTable[]).map(
    (table): Check => ({
      rule: `each ${table} is exactly once in its spatial index`,
      violationSql: `SELECT touched.fid FROM work.touched_${table} touched LEFT JOIN ${table} t ON t.fid = touched.fid
        WHERE (t.geom IS NOT NULL) <> (SELECT count(*) FROM ${rtreeName(table)} r WHERE r.id = touched.fid)`,
    }),
  ),
];

/** Checks that adressen and panden add up over each kind of area, and that areas are counted right. */
function verifySums(db: Database, counts: RegistryMeta["counts"]): void {
  const expected = { adres_count: counts.adressen, pand_count: counts.panden };
  for (const table of ["woonplaats", "gemeente", "provincie"]) {
    for (const [column, count] of Object.entries(expected)) {
      const sum =
        db.query<{ n: number | null }, []>(`SELECT sum(${column}) AS n FROM ${table}`).get()!.n ?? 0;
      if (sum !== count) {
        refuseImport(
          `the updated registry is not valid: ${column} of ${table} adds up to ${sum}, not ${count}`,
        );
      }
    }
  }
  for (const [key, table] of [
    ["woonplaatsen", "woonplaats"],
    ["gemeenten", "gemeente"],
  ] as const) {
    if (counts[key] !== countTableRows(db, table)) {
      refuseImport(
        `the updated registry is not valid: it counts ${counts[key]} ${key} and contains ${countTableRows(db, table)}`,
      );
    }
  }
}

/** Checks that the tables that are never empty in a country have rows. */
function verifyNotEmpty(db: Database): void {
  const tables = [
    ...TYPE_CODES.filter((code) => OBJECT_TYPES[code].required).map((code) => OBJECT_TYPES[code].table),
    "adres",
  ];
  for (const table of tables) {
    if (db.query(`SELECT 1 FROM ${table} LIMIT 1`).get() === null) {
      refuseImport(`no ${table} would be left after this update`);
    }
  }
}
