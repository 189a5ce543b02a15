/** Tests that a corrupt updated registry is refused: the small country, broken in one place at a time. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../src/base/sqlite.ts";
import { collectTouchedRows, type TouchedTable } from "../../src/import/derive/touched.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { runImport } from "../../src/import/run-import.ts";
import { verifyUpdate } from "../../src/import/update/verify-update.ts";
import { openWithWorkDatabase } from "../../src/import/work-database.ts";
import { dropIndexTriggers } from "../../src/registry/schema/geopackage.ts";
import { NAMES_CSV, NATIONAL } from "../support/countries/small-country.ts";
import { writeExtractTo } from "../support/extracts/extract-builder.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-update-verify-"));
const draft = join(folder, "draft.gpkg");
let registry: string;

beforeAll(async () => {
  const names = join(folder, "names.csv");
  writeFileSync(names, NAMES_CSV);
  const extract = writeExtractTo(join(folder, "extract.zip"), NATIONAL);
  const sources = { paths: [extract], gemeenten: [names], boundaries: [], dataDir: join(folder, "data") };
  registry = join(
    folder,
    "data",
    (await runImport({ ...sources, history: "none" }, silentProgress)).registry,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Changes a copy by SQL, after touching one row, and verifies it. */
function verifyAfter(table: TouchedTable, fid: number, sql: string): void {
  rmSync(join(folder, "work.db"), { force: true });
  copyFileSync(registry, draft);
  using db = openWithWorkDatabase(draft, folder);
  dropIndexTriggers(db);
  collectTouchedRows(db);
  db.run(`UPDATE ${table} SET fid = fid WHERE fid = ${fid}`);
  // A row that an update adds and removes is touched too, but has no row here whose trigger would run.
  db.run(`INSERT OR IGNORE INTO work.touched_${table} VALUES (${fid})`);
  db.run(sql);
  verifyUpdate(db, countsOf(db));
}

function countsOf(db: Database) {
  const { value } = db.query<{ value: string }, []>("SELECT value FROM registry WHERE key = 'counts'").get()!;
  return JSON.parse(value);
}

const ADRES = 901200000000001;
const STREET = 901300000000001;
const PAND = 901100000000001;
const NO_CHANGE = "SELECT 1";

test.each<[TouchedTable, number]>([
  ["adres", ADRES],
  ["nummeraanduiding", ADRES],
  ["openbare_ruimte", STREET],
  ["pand", PAND],
  ["verblijfsobject", 901010000000001],
  ["woonplaats", 9001],
  ["gemeente", 901],
  ["postcodegebied", 1111],
])("a registry whose touched %s is as it should be passes", (table, fid) => {
  verifyAfter(table, fid, NO_CHANGE);
});

test.each<[string, TouchedTable, number, string]>([
  [
    "each adres refers to an existing openbare_ruimte",
    "adres",
    ADRES,
    "UPDATE adres SET openbare_ruimte_id = 5",
  ],
  ["each adres refers to an existing woonplaats", "adres", ADRES, "UPDATE adres SET woonplaats_id = 5"],
  ["each adres refers to an existing pand", "adres", ADRES, "UPDATE adres SET pand_id = 5"],
  ["each adres refers to an existing nummeraanduiding", "adres", ADRES, "DELETE FROM nummeraanduiding"],
  [
    "each adres of a verblijfsobject refers to an existing one",
    "adres",
    ADRES,
    "DELETE FROM verblijfsobject",
  ],
  [
    "each verblijfsobject refers to an existing pand",
    "verblijfsobject",
    901010000000001,
    "UPDATE verblijfsobject SET pand_id = 5",
  ],
  ["each pand refers to an existing woonplaats", "pand", PAND, "UPDATE pand SET woonplaats_id = 5"],
  [
    "each woonplaats refers to an existing gemeente",
    "woonplaats",
    9001,
    "UPDATE woonplaats SET gemeente_code = 5",
  ],
  [
    "nothing refers to a removed openbare_ruimte",
    "openbare_ruimte",
    STREET,
    `DELETE FROM openbare_ruimte WHERE fid = ${STREET}`,
  ],
  ["nothing refers to a removed pand", "pand", PAND, `DELETE FROM pand WHERE fid = ${PAND}`],
  [
    "nothing refers to a removed nummeraanduiding",
    "nummeraanduiding",
    ADRES,
    `DELETE FROM nummeraanduiding WHERE fid = ${ADRES}`,
  ],
  ["nothing refers to a removed gemeente", "gemeente", 901, "DELETE FROM gemeente WHERE fid = 901"],
  [
    "no nummeraanduiding is both in force and ended",
    "nummeraanduiding",
    ADRES,
    `INSERT INTO ended_object VALUES (${ADRES}, 1)`,
  ],
  ["each adres's postcode exists", "adres", ADRES, "DELETE FROM postcode"],
  ["each adres's postcode exists", "adres", ADRES, "DELETE FROM postcodegebied"],
  ["no postcode is without adressen", "adres", ADRES, "UPDATE adres SET postcode = NULL"],
  [
    "each adres is exactly once in its spatial index",
    "adres",
    ADRES,
    `DELETE FROM rtree_adres_geom WHERE id = ${ADRES}`,
  ],
  [
    "each pand is exactly once in its spatial index",
    "pand",
    PAND,
    `DELETE FROM rtree_pand_geom WHERE id = ${PAND}`,
  ],
  [
    "each adres is exactly once in its spatial index",
    "adres",
    7,
    "INSERT INTO rtree_adres_geom VALUES (7, 0, 0, 0, 0)",
  ],
  [
    "adres_count of woonplaats adds up to 22, not 21",
    "adres",
    ADRES,
    "UPDATE woonplaats SET adres_count = adres_count + 1 WHERE fid = 9001",
  ],
  [
    "pand_count of gemeente adds up to 11, not 10",
    "pand",
    PAND,
    "UPDATE gemeente SET pand_count = pand_count + 1 WHERE fid = 901",
  ],
  [
    "it counts 3 woonplaatsen and contains 2",
    "adres",
    ADRES,
    `UPDATE registry SET value = json_set(value, '$.woonplaatsen', 3) WHERE key = 'counts'`,
  ],
])("refused: %s (%s %d)", (rule, table, fid, sql) => {
  expect(() => verifyAfter(table, fid, sql)).toThrow(`the updated registry is not valid: ${rule}`);
});
