/** Checks that after any changes of objects, an update derives the same addresses and panden as an import of them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  adressenByDefinition,
  pandAdressenByDefinition,
  unresolvedReferencesByDefinition,
} from "../../../../test/support/oracles/links-by-definition.ts";
import {
  BASE_TABLES,
  BaseChanges,
  type BaseTable,
  DeliveredTables,
  type Row,
} from "../../../../test/support/registries/base-changes.ts";
import { importBases } from "../../../../test/support/registries/import-bases.ts";
import { generateDemo } from "../../../../tools/country/generate-demo.ts";
import { hashSeed } from "../../../../tools/country/random.ts";
import { Database, openScratch } from "../../../base/sqlite.ts";
import { envelopeOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { dropIndexTriggers } from "../../../registry/schema/geopackage.ts";
import { typeCodeOf } from "../../../registry/schema/object-types.ts";
import { silentProgress } from "../../progress.ts";
import { ImportReport } from "../../report.ts";
import { runImport } from "../../run-import.ts";
import { collectTouchedRows } from "../touched.ts";
import { updateAdressen } from "./link-adressen.ts";
import { updatePanden } from "./link-panden.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-update-adressen-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let registry: string;

beforeAll(async () => {
  const { files } = await generateDemo({
    addresses: 300,
    seed: 3,
    history: false,
    out: join(folder, "demo.zip"),
  });
  const given = { paths: [files.extract], gemeenten: [files.gemeenten], boundaries: [] };
  const imported = await runImport({ ...given, dataDir: folder, isDemo: true }, silentProgress);
  registry = join(folder, imported.registry);
}, 60_000);

/** Tables derived from the objects. Woonplaatsen and streets have only derived counts, which other steps update. */
const COMPARED = ["adres", "pand_adres", "unresolved_reference", "verblijfsobject", "pand"] as const;
const KEPT = ["adres", "verblijfsobject", "pand"] as const;

/** The slow tests use 8. */
const SEEDS = Number(process.env.TEST_ROUNDS ?? 2);

test.each(Array.from({ length: SEEDS }, (_, i) => i + 1))(
  "25 updates one after another, seed %d",
  (seed) => {
    const path = join(folder, `updated-${seed}.gpkg`);
    copyFileSync(registry, path);
    const deliveredTables = readBases(path);
    const removedRows = Object.fromEntries(BASE_TABLES.map((table) => [table, []])) as unknown as Record<
      BaseTable,
      Row[]
    >;
    const random = randomOf(seed);
    for (let round = 1; round <= 25; round++) {
      using db = openUpdate(path);
      collectTouchedRows(db);
      for (const table of KEPT) {
        db.run(`CREATE TABLE work.before_${table} AS SELECT * FROM ${table}`);
      }
      const changes = new BaseChanges(db, { deliveredTables, removedRows, random });
      const count = 1 + Math.floor(random() ** 3 * 40);
      for (let i = 0; i < count; i++) {
        changes.change();
      }
      updateAdressen(db, new ImportReport());
      updatePanden(db);
      using imported = importBases(deliveredTables);
      const name = `seed ${seed}, round ${round}:\n${changes.log.join("\n")}`;
      for (const table of COMPARED) {
        expectSame(rowsOf(db, table), rowsOf(imported, table), `${table}, ${name}`);
      }
      for (const table of KEPT) {
        expectTouched(db, table, name);
      }
      expectByDefinition(db, deliveredTables, name);
      updateBoxes(db);
      db.run("COMMIT");
    }
  },
  60_000,
);

function readBases(path: string): DeliveredTables {
  using db = new Database(path, { readonly: true });
  return new DeliveredTables(db);
}

function openUpdate(path: string): Database {
  const db = openScratch(path);
  db.run("ATTACH ':memory:' AS work");
  dropIndexTriggers(db);
  db.run("BEGIN");
  return db;
}

function randomOf(seed: number): () => number {
  let drawn = 0;
  return () => hashSeed(seed, ++drawn) / 2 ** 32;
}

function rowsOf(db: Database, table: string): unknown[][] {
  return db.query(`SELECT * FROM ${table} ORDER BY 1, 2`).values() as unknown[][];
}

/** Compares the tables as a whole first; lists the differing rows only if that fails. */
function expectSame(updated: unknown[][], imported: unknown[][], name: string): void {
  if (Bun.deepEquals(updated, imported)) {
    return;
  }
  const without = (rows: unknown[][], others: unknown[][]) => {
    const known = new Set(others.map((row) => JSON.stringify(row)));
    return rows.map((row) => JSON.stringify(row)).filter((row) => !known.has(row));
  };
  expect({ [name]: without(updated, imported) }).toEqual({ [name]: without(imported, updated) });
  expect(name).toBe("a table with equal rows in equal order");
}

/** Compares with the definitions, which share no code with the import or the update. */
function expectByDefinition(db: Database, bases: DeliveredTables, name: string): void {
  const adressen = db
    .query("SELECT fid, adresseerbaar_object_id, type, is_nevenadres FROM adres ORDER BY fid")
    .values();
  expectSame(adressen as unknown[][], adressenByDefinition(bases), `definition of adres, ${name}`);
  const linked = db.query("SELECT pand_id, adres_id FROM pand_adres ORDER BY 1, 2").values();
  expectSame(linked as unknown[][], pandAdressenByDefinition(bases), `definition of pand_adres, ${name}`);
  const unresolved = db
    .query("SELECT target_id, source_id FROM unresolved_reference ORDER BY 1, 2")
    .values() as number[][];
  const ofAdressen = unresolved.filter(([, from]) => typeCodeOf(from!) !== "PND");
  expectSame(
    ofAdressen,
    unresolvedReferencesByDefinition(bases),
    `definition of unresolved_reference, ${name}`,
  );
}

/**
 * Checks that every changed row is touched and was kept as it was before; for addresses, that no others are touched.
 */
function expectTouched(db: Database, table: (typeof KEPT)[number], name: string): void {
  const list = (sql: string) => db.query(sql).values();
  const changed = `SELECT fid FROM (SELECT * FROM ${table} EXCEPT SELECT * FROM work.before_${table}
    UNION ALL SELECT * FROM (SELECT * FROM work.before_${table} EXCEPT SELECT * FROM ${table}))`;
  const extra = `SELECT fid FROM work.touched_${table} EXCEPT ${changed}`;
  expect({ name, table, rows: list(`${changed} EXCEPT SELECT fid FROM work.touched_${table}`) }).toEqual({
    name,
    table,
    rows: [],
  });
  if (table === "adres") {
    expect({ name, rows: list(extra) }).toEqual({ name, rows: [] });
  }
  const kept = list(`SELECT * FROM work.old_${table} ORDER BY fid`);
  expect(kept).toEqual(
    list(`SELECT v.* FROM work.before_${table} v JOIN work.touched_${table} USING (fid) ORDER BY fid`),
  );
}

/** Updates the R-trees as a later step of an update does. */
function updateBoxes(db: Database): void {
  for (const table of ["pand", "woonplaats"]) {
    db.run(`DELETE FROM rtree_${table}_geom WHERE id IN (SELECT fid FROM work.touched_${table})`);
    const insert = db.query(`INSERT INTO rtree_${table}_geom VALUES (?, ?, ?, ?, ?)`);
    for (const { fid, geom } of db
      .query<{ fid: number; geom: Uint8Array }, []>(
        `SELECT fid, geom FROM ${table} JOIN work.touched_${table} USING (fid)`,
      )
      .all()) {
      const { minX, maxX, minY, maxY } = envelopeOf(decodeGpkgGeometry(geom));
      insert.run(fid, minX, maxX, minY, maxY);
    }
  }
}
