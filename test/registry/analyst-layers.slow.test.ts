/** Layers for analysts: their rows against the records of the interface, and GDAL's view of them. Weesp. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type ExportWhat, KINDS } from "../../src/exports/kinds/index.ts";
import { openSnapshot, type Snapshot } from "../../src/registry/file/snapshot.ts";
import { listAdressenById } from "../../src/registry/read/adressen.ts";
import { findVerblijfsobject } from "../../src/registry/read/verblijfsobjecten.ts";
import { ANALYST_LAYERS } from "../../src/registry/schema/analyst-layers.ts";
import { GEBRUIKSDOELEN, OBJECT_TYPES } from "../../src/registry/schema/object-types.ts";
import { SCHEMA_VERSION } from "../../src/registry/schema/schema.ts";
import { makeWeespFolder } from "../support/countries/import-data-folders.ts";
import { canRun, hasProgram } from "../support/processes/find-program.ts";
import { testRandom } from "../support/seed.ts";

setDefaultTimeout(120_000);

const HAS_GDAL = hasProgram("ogrinfo", "gdal-bin");
/** Counts of the extract (docs/bag-format.md, "The extract of Weesp"), and one row of each area. */
const FEATURES = { address: 12_034, building: 12_227, city: 1, municipality: 1, area: 4 };
const ATTRIBUTES = { street: 320, data_version: 1, import_log: 1 };

let dataDir: string;
let s: Snapshot;
beforeAll(async () => {
  dataDir = await makeWeespFolder();
  s = openSnapshot(join(dataDir, "registry-2021-10-15.gpkg"));
});
afterAll(() => {
  s?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

type Row = Record<string, string | number | null>;
const rowsOf = (sql: string) => s.db.query<Row, []>(sql).all();
const countOf = (from: string) => rowsOf(`SELECT count(*) AS n FROM ${from}`)[0]!.n;

describe("rows", () => {
  test("of addresses have the values of the records, under the same names", () => {
    const rows = rowsOf("SELECT * FROM address");
    const records = listAdressenById(
      s,
      rows.map((row) => String(row.nummeraanduiding_id)),
      { stage: true, areas: true },
    );
    expect(rows).toHaveLength(FEATURES.address);
    for (const [i, record] of records.entries()) {
      const { gebruiksdoel, ...values } = record;
      expect(rows[i]).toMatchObject({ ...values, gebruiksdoel: gebruiksdoel.join("|") || null });
    }
  });

  test("of residences have the status in words, and the ids and positions of the records", () => {
    const rows = rowsOf("SELECT * FROM residence");
    expect(rows.length).toBe(Number(countOf("verblijfsobject")));
    for (const row of rows) {
      const record = findVerblijfsobject(s, String(row.identificatie), { stage: true })!;
      const lists = {
        gebruiksdoel: record.gebruiksdoel.join("|") || null,
        nevenadres_nummeraanduiding_ids: record.nevenadres_nummeraanduiding_ids.join("|") || null,
      };
      expect(row).toMatchObject({ ...record, ...lists });
    }
  });

  test("have no text but the registry's words where there is a list of these", () => {
    const distinct = (column: string, layer: string) =>
      rowsOf(`SELECT DISTINCT ${column} AS word FROM ${layer} WHERE ${column} IS NOT NULL`).map(
        ({ word }) => word,
      );
    expect(OBJECT_TYPES.PND.statuses).toEqual(expect.arrayContaining(distinct("status", "building")));
    expect(OBJECT_TYPES.OPR.statuses).toEqual(expect.arrayContaining(distinct("status", "street")));
    const doelen = distinct("gebruiksdoel", "residence").flatMap((joined) => String(joined).split("|"));
    expect(GEBRUIKSDOELEN).toEqual(expect.arrayContaining(doelen));
  });

  test("say what is planned, as often as the statuses in the XML do", () => {
    const planned = ["address", "residence", "building"].map((layer) =>
      Number(countOf(`${layer} WHERE stage = 'planned'`)),
    );
    expect(planned).toEqual([812, 812, 1_390]);
  });

  test("join by their text ids", () => {
    const joined = (layer: string, column: string, other: string) =>
      Number(countOf(`address a JOIN ${layer} l ON l.${other} = a.${column}`));
    expect(joined("building", "pand_id", "identificatie")).toBe(Number(countOf("adres WHERE pand_id > 0")));
    expect(joined("street", "openbare_ruimte_id", "identificatie")).toBe(FEATURES.address);
    expect(joined("city", "woonplaats_id", "identificatie")).toBe(FEATURES.address);
    expect(joined("municipality", "gemeente_code", "gemeente_code")).toBe(FEATURES.address);
    expect(joined("residence", "adresseerbaar_object_id", "identificatie")).toBe(
      Number(countOf("adres WHERE type = 'verblijfsobject'")),
    );
    expect(
      Number(
        countOf("residence r JOIN address a ON a.nummeraanduiding_id = r.hoofdadres_nummeraanduiding_id"),
      ),
    ).toBe(Number(countOf("adres WHERE type = 'verblijfsobject' AND NOT is_nevenadres")));
  });

  test("tell the reference date and the import", () => {
    expect(rowsOf("SELECT reference_date, is_demo, area, schema_version FROM data_version")).toEqual([
      { reference_date: "2021-10-15", is_demo: "0", area: "0457", schema_version: `${SCHEMA_VERSION}` },
    ]);
    expect(rowsOf("SELECT kind, reference_date FROM import_log")).toEqual([
      { kind: "import", reference_date: "2021-10-15" },
    ]);
  });
});

test("a key finds its row by the id of the table, and a postcode by its index", () => {
  const planOf = (where: string) =>
    rowsOf(`EXPLAIN QUERY PLAN SELECT full_address FROM address WHERE ${where}`).map(({ detail }) => detail);
  expect(planOf("OGC_FID = 457200000521750")[0]).toBe("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)");
  expect(planOf("postcode = '1382KT'")[0]).toStartWith("SEARCH t USING INDEX adres_postcode");
});

test("the numbers of rows that GDAL and QGIS read are those of the layers", () => {
  const layers = rowsOf("SELECT table_name AS name FROM gpkg_contents").map(({ name }) => String(name));
  const counted = layers.filter((name) => name !== "import_log");
  expect(counted).toEqual(expect.arrayContaining(ANALYST_LAYERS.map(({ name }) => name)));
  const stored = rowsOf("SELECT table_name AS name, feature_count AS n FROM gpkg_ogr_contents");
  expect(Object.fromEntries(stored.map(({ name, n }) => [name, n]))).toEqual(
    Object.fromEntries(counted.map((name) => [name, countOf(name)])),
  );
});

test.skipIf(!hasProgram("sqlite3", "sqlite3"))(
  "Debian's SQLite finds nothing wrong in the whole file",
  () => {
    const { stdout } = Bun.spawnSync(["sqlite3", "-readonly", s.path, "PRAGMA integrity_check"]);
    expect(stdout.toString()).toBe("ok\n");
  },
);

const VALIDATOR = ["/usr/bin/python3", "-m", "osgeo_utils.samples.validate_gpkg"];

test.skipIf(!canRun([VALIDATOR[0]!, "-c", "import osgeo_utils"], "python3-gdal"))(
  "GDAL's validator finds nothing, not even a warning",
  () => {
    const { exitCode, stdout, stderr } = Bun.spawnSync([
      ...VALIDATOR,
      "-k",
      "--extra",
      "--warning-as-error",
      s.path,
    ]);
    const output = stdout.toString() + stderr.toString();
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: "" });
  },
);

/** Runs a program of GDAL on the registry; returns what it prints, and what it logs about GeoPackages. */
function gdal(program: string, ...args: readonly string[]): { text: string; log: string } {
  const env = { ...process.env, CPL_DEBUG: "GPKG" };
  const run = Bun.spawnSync([program, ...args], { env });
  expect({ args, code: run.exitCode }).toEqual({ args, code: 0 });
  return { text: run.stdout.toString(), log: run.stderr.toString() };
}

describe.skipIf(!HAS_GDAL)("GDAL", () => {
  test("lists every layer with its description, geometry and number of features", () => {
    for (const { name, description, features } of ANALYST_LAYERS) {
      const { text } = gdal("ogrinfo", "-ro", "-so", s.path, name);
      expect(text).toContain(`DESCRIPTION=${description}\n`);
      const expected = { ...FEATURES, ...ATTRIBUTES, residence: Number(countOf("verblijfsobject")) }[name];
      expect([name, Number(/Feature Count: (\d+)/.exec(text)?.[1])]).toEqual([name, expected!]);
      expect(text.includes('ID["EPSG",28992]')).toBe(features !== undefined);
    }
    const building = gdal("ogrinfo", "-ro", "-so", s.path, "building").text;
    expect(building).toContain("begin_geldigheid: Date (0.0)\neind_geldigheid: Date (0.0)");
    const { text } = gdal("ogrinfo", "-ro", s.path);
    expect(text).toContain(": address (Point)\n");
    expect(text).toContain(": data_version (None)\n");
    expect(text).toContain(": import_log (None)\n");
  });

  test("reads the RD columns and the ids of an address as its geometry and text have them", () => {
    const options = ["-f", "CSV", "/vsistdout/", s.path, "address", "-lco", "GEOMETRY=AS_XY"];
    const { text } = gdal("ogr2ogr", ...options, "-select", "nummeraanduiding_id,rd_x,rd_y");
    const [header, ...lines] = text.trim().split("\n");
    expect(header).toBe("X,Y,nummeraanduiding_id,rd_x,rd_y");
    expect(lines).toHaveLength(FEATURES.address);
    for (const line of lines) {
      const [x, y, id, rdX, rdY] = line.split(",");
      expect([Number(x), Number(y)]).toEqual([Number(rdX), Number(rdY)]);
      expect(id).toMatch(/^"?0\d{15}"?$/);
    }
  });

  const random = testRandom();
  test.each(
    Array.from({ length: 5 }, () => [
      129_900 + random() * 5_000,
      476_900 + random() * 5_000,
      50 + random() * 900,
    ]),
  )(
    "filters by a box through the R*Tree of the table, with the result of a full scan: %d %d, %d m",
    (x, y, side) => {
      const box = [x!, y!, x! + side!, y! + side!].map((value) => value.toFixed(3));
      const { text, log } = gdal(
        ...(["ogr2ogr", "-f", "CSV", "/vsistdout/", s.path, "address", "-spat", ...box] as const),
        ...["-select", "nummeraanduiding_id"],
      );
      expect(log).toContain('"rtree_adres_geom"');
      const found: string[] = text.match(/\d{16}/g) ?? [];
      const [west, south, east, north] = box;
      const inside = rowsOf(`SELECT nummeraanduiding_id AS id FROM address
        WHERE rd_x BETWEEN ${west} AND ${east} AND rd_y BETWEEN ${south} AND ${north}`);
      expect(found.sort()).toEqual(inside.map(({ id }) => String(id)).sort());
      const buildings = gdal("ogrinfo", "-ro", "-so", "-spat", ...box, s.path, "building");
      expect(buildings.log).toContain('"rtree_pand_geom"');
    },
  );
});

test("a layer has the columns of the export of its kind, but for positions that no table holds", () => {
  const kindOf: Readonly<Record<string, ExportWhat>> = {
    ...{ address: "addresses", building: "buildings", residence: "residences", street: "streets" },
    ...{ city: "cities", municipality: "municipalities", area: "areas" },
  };
  for (const { name, columns } of ANALYST_LAYERS.filter((layer) => layer.name in kindOf)) {
    const exported = Object.keys(KINDS[kindOf[name]!].columns);
    const missing = exported.filter((column) => !(column in columns));
    expect([name, missing]).toEqual([
      name,
      name === "building" ? ["latitude", "longitude", "rd_x", "rd_y"] : [],
    ]);
  }
});

test("every column of a layer is described, and the extents are those of the tables", () => {
  for (const { name, columns, features } of ANALYST_LAYERS) {
    const described = rowsOf(`SELECT column_name, length(description) > 3 AS told FROM gpkg_data_columns
      WHERE table_name = '${name}'`);
    expect(described.filter(({ told }) => told).map(({ column_name }) => column_name)).toEqual(
      Object.keys(columns),
    );
    if (features !== undefined) {
      const extentOf = (table: string) =>
        rowsOf(`SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE table_name = '${table}'`);
      expect(extentOf(name)).toEqual(extentOf(features));
    }
  }
});
