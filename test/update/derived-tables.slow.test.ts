/** Verifies that an update derives the same data from changed rows as an import from all rows, bit by bit. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database, openScratch } from "../../src/base/sqlite.ts";
import { setGemeenten } from "../../src/import/derive/areas-derive.ts";
import { ALL, type Columns, type DeriveContext } from "../../src/import/derive/derived-step.ts";
import { collectTouchedRows } from "../../src/import/derive/touched.ts";
import { silentProgress } from "../../src/import/progress.ts";
import { ImportReport } from "../../src/import/report.ts";
import { runImport } from "../../src/import/run-import.ts";
import { ADDRESS_HULL_SOURCE } from "../../src/registry/schema/boundary-sources.ts";
import { dropIndexTriggers, rtreeName } from "../../src/registry/schema/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../src/registry/schema/schema.ts";
import { generateDemo } from "../../tools/country/generate-demo.ts";
import {
  differencesBetween,
  dumpTables,
  ORACLE_STEPS,
  rederiveTables,
} from "../support/oracles/derived-tables.ts";
import { DerivedChanges } from "../support/registries/derived-changes.ts";

/** The slow tests use 12. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 4);
const CHANGES_IN_A_ROUND = 6;
const KINDS = Object.getOwnPropertyNames(DerivedChanges.prototype).filter(
  (name) => name !== "constructor",
) as Kind[];
type Kind = Exclude<keyof DerivedChanges, "constructor">;

const folder = mkdtempSync(join(tmpdir(), "baken-update-derived-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each([
  { name: "with borders of PC4 areas", hasBoundaries: true },
  { name: "without boundary files", hasBoundaries: false },
])("$name", ({ hasBoundaries }) => {
  const imported = join(folder, `imported-${hasBoundaries}.gpkg`);
  beforeAll(async () => {
    const out = join(folder, "demo.zip");
    const { files } = await generateDemo({ addresses: 2_000, seed: 5, history: false, out });
    const given = {
      paths: [files.extract],
      gemeenten: [files.gemeenten],
      boundaries: hasBoundaries ? [`demo=${files.pc4}`] : [],
    };
    const dataDir = join(folder, `data-${hasBoundaries}`);
    const { registry } = await runImport(
      { ...given, dataDir, isDemo: true, history: "none" },
      silentProgress,
    );
    copyFileSync(join(dataDir, registry), imported);
    {
      using db = new Database(imported);
      addRareCases(db);
    }
    rederiveTables(imported, newMembership());
  });

  /** Returns the membership as imported; the changes modify it. */
  function newMembership() {
    using db = new Database(imported, { readonly: true });
    const rows = db.query("SELECT fid, gemeente_code FROM woonplaats").values() as [number, number][];
    return { gemeenteByWoonplaats: new Map(rows), referenceDate: 2026_11_08 };
  }

  interface Changes {
    readonly membership: ReturnType<typeof newMembership>;
    readonly random: () => number;
    readonly kinds: readonly Kind[];
  }

  /**
   * Makes changes, runs the steps of an update on a registry, and returns the differences from the result of an
   * import's steps.
   */
  function faultsOf(path: string, { membership, random, kinds }: Changes): string[] {
    const report = new ImportReport();
    let areasBefore: number[];
    {
      using db = openScratch(path);
      areasBefore = listAreas(db);
      db.run("ATTACH '' AS work");
      dropIndexTriggers(db);
      collectTouchedRows(db);
      db.run("BEGIN");
      const changes = new DerivedChanges(db, { random, gemeenten: membership.gemeenteByWoonplaats });
      for (const kind of kinds) {
        changes[kind]();
      }
      const written = recordWrites(db);
      for (const { name, update, writes } of ORACLE_STEPS) {
        update(db, { report, gemeenten: membership });
        expect({ name, undeclared: written().filter((column) => !isDeclared(writes, column)) }).toEqual({
          name,
          undeclared: [],
        });
      }
      db.run("COMMIT");
    }
    const rederivedPath = `${path}.again`;
    copyFileSync(path, rederivedPath);
    rederiveTables(rederivedPath, membership);
    using updated = new Database(path, { readonly: true });
    using derived = new Database(rederivedPath, { readonly: true });
    const newHullAreas = listAreas(updated, ADDRESS_HULL_SOURCE).filter(
      (area) => !areasBefore.includes(area),
    );
    const withoutBorder = report.problems.filter(({ about }) => about === "postcodegebied");
    expect(withoutBorder.flatMap(({ examples }) => examples.map(Number))).toEqual(
      hasBoundaries ? newHullAreas.slice(0, 5) : [],
    );
    for (const layer of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
      expect(updated.query(`SELECT rtreecheck('${rtreeName(layer)}')`).values()).toEqual([["ok"]]);
    }
    return differencesBetween(dumpTables(updated), dumpTables(derived));
  }

  test.each(hasBoundaries ? [] : KINDS)("%s alone", (kind) => {
    const path = join(folder, "one.gpkg");
    copyFileSync(imported, path);
    const random = randomOf(KINDS.indexOf(kind) + 1);
    expect(faultsOf(path, { membership: newMembership(), random, kinds: [kind] })).toEqual([]);
  });

  /** Updates to a date; returns the name of the gemeente of the first woonplaats. */
  function gemeenteNameOn(path: string, membership: DeriveContext["gemeenten"]): string {
    using db = openScratch(path);
    db.run("ATTACH '' AS work");
    dropIndexTriggers(db);
    setGemeenten(db, membership);
    const code = membership.gemeenteByWoonplaats.values().next().value!;
    return db.query<{ naam: string }, [number]>("SELECT naam FROM gemeente WHERE fid = ?").get(code)!.naam;
  }

  test("a gemeente has the name of the date", () => {
    const path = join(folder, "names.gpkg");
    copyFileSync(imported, path);
    const membership = newMembership();
    const code = membership.gemeenteByWoonplaats.values().next().value!;
    {
      using db = openScratch(path);
      db.query(
        "UPDATE gemeentenaam SET begin_date = 0, end_date = 20261201, naam = 'Oud' WHERE code = ?",
      ).run(code);
      db.query(
        `INSERT INTO gemeentenaam (file_number, code, naam, provincie_id, begin_date, end_date)
          VALUES (0, ?, 'Nieuw', 20, 20261201, 99999999)`,
      ).run(code);
    }
    expect(gemeenteNameOn(path, { ...membership, referenceDate: 2026_11_30 })).toBe("Oud");
    expect(gemeenteNameOn(path, { ...membership, referenceDate: 2026_12_01 })).toBe("Nieuw");
  });

  test("a gemeente that no names file had is refused", () => {
    const path = join(folder, "nameless.gpkg");
    copyFileSync(imported, path);
    const membership = newMembership();
    membership.gemeenteByWoonplaats.set(membership.gemeenteByWoonplaats.keys().next().value!, 9009);
    expect(() => gemeenteNameOn(path, membership)).toThrow(/^gemeente 9009 .* import an extract with a file/);
  });

  test(`${ROUNDS} rounds of ${CHANGES_IN_A_ROUND} changes, each on what the one before left`, () => {
    const path = join(folder, "rounds.gpkg");
    copyFileSync(imported, path);
    const random = randomOf(20);
    const membership = newMembership();
    for (let round = 0; round < ROUNDS; round++) {
      const kinds = Array.from(
        { length: CHANGES_IN_A_ROUND },
        () => KINDS[Math.floor(random() * KINDS.length)]!,
      );
      const faults = faultsOf(path, { membership, random, kinds });
      expect({ round, kinds, faults }).toEqual({ round, kinds, faults: [] });
    }
  }, 60_000);
});

/** Returns a function that lists the columns which have been written since its last call, as `table.column`. */
function recordWrites(db: Database): () => string[] {
  db.run("CREATE TEMP TABLE written (column TEXT)");
  const tables = db
    .query("SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT GLOB 'rtree_*'")
    .values()
    .flat() as string[];
  for (const table of tables.filter((name) => !name.startsWith("sqlite_"))) {
    const record = (column: string) => `INSERT INTO written VALUES ('${table}.${column}');`;
    for (const event of ["INSERT", "DELETE"]) {
      db.run(`CREATE TEMP TRIGGER written_${table}_${event} AFTER ${event} ON main.${table}
        BEGIN ${record("fid")} END`);
    }
    const columns = db.query(`SELECT name FROM pragma_table_info('${table}')`).values().flat() as string[];
    for (const column of columns) {
      db.run(`CREATE TEMP TRIGGER written_${table}_${column} AFTER UPDATE OF ${column} ON main.${table}
        WHEN OLD.${column} IS NOT NEW.${column} BEGIN ${record(column)} END`);
    }
  }
  return () => [...new Set(db.query("DELETE FROM written RETURNING column").values().flat() as string[])];
}

function isDeclared(writes: Columns, column: string): boolean {
  const [table, name] = column.split(".") as [string, string];
  return [name, ...ALL].some((each) => writes[table]?.includes(each));
}

function listAreas(db: Database, source = "%"): number[] {
  return db
    .query("SELECT fid FROM postcodegebied WHERE boundary_source LIKE ? ORDER BY fid")
    .values(source)
    .flat() as number[];
}

/**
 * Adds cases that a small country lacks: openbare ruimten that refer to a future woonplaats (the next new one),
 * gemeenten without woonplaatsen, and streets of the same name in one woonplaats.
 */
function addRareCases(db: Database): void {
  db.run(`UPDATE openbare_ruimte SET woonplaats_id = 9900 WHERE fid IN (
    SELECT fid FROM openbare_ruimte WHERE adres_count = 0 LIMIT 3)`);
  db.run(`INSERT INTO gemeentenaam (file_number, code, naam, provincie_id, begin_date, end_date) VALUES
    (0, 9001, 'Elders', 24, 0, 99999999), (0, 9002, 'Verder', 31, 0, 99999999)`);
  db.run(`UPDATE openbare_ruimte SET naam = 'Kerkstraat', name_key = 'kerkstraat' WHERE fid IN (
    SELECT fid FROM openbare_ruimte WHERE adres_count > 0 LIMIT 40)`);
  db.run(`UPDATE adres SET straatnaam = 'Kerkstraat' WHERE openbare_ruimte_id IN (
    SELECT fid FROM openbare_ruimte WHERE naam = 'Kerkstraat')`);
}
