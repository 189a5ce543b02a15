/** Exports of the past over HTTP: every format read back by other programs, filters, refusals, the document. */
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { memoize } from "../../src/base/memoize.ts";
import { KINDS } from "../../src/exports/kinds/index.ts";
import { openRegistry } from "../../src/registry/file/open-registry.ts";
import type { AdresFilter } from "../../src/registry/read/adres-filter.ts";
import { makeDemoPastFolder } from "../support/countries/import-data-folders.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { openExportHarness } from "../support/servers/export-harness.ts";
import { parseDocument } from "../support/servers/openapi-document.ts";
import { createValidator, type Schema } from "../support/servers/openapi-validator.ts";

setDefaultTimeout(60_000);

const HISTORY_KINDS = ["address_history", "building_history", "residence_history"] as const;
type HistoryWhat = (typeof HISTORY_KINDS)[number];

const harness = openExportHarness({}, await makeDemoPastFolder(300));
const withoutPast = openExportHarness({});
const registry = openRegistry(harness.dataDir);
const { db: history } = registry.current()!.history!;
afterAll(async () => {
  registry.close();
  await Promise.all([harness.close(), withoutPast.close()]);
});

const document = parseDocument(await (await harness.ask("/openapi.yaml")).text());
const validate = createValidator(document);

type Row = Readonly<Record<string, unknown>>;

async function download(what: HistoryWhat, format: string): Promise<string> {
  const id = await harness.queue(`?what=${what}&format=${format}`);
  expect(await harness.finish(id)).toMatchObject({ status: "completed" });
  const path = join(harness.dataDir, `${id}.${format}`);
  await Bun.write(path, await harness.ask(`/export/${id}/download`));
  return path;
}

const files = new Map<HistoryWhat, Promise<Row[]>>();

/** Returns the rows of the file as JSON. */
function readRows(what: HistoryWhat): Promise<Row[]> {
  return memoize(files, what, async () => JSON.parse(await Bun.file(await download(what, "json")).text()));
}

async function queryDuckDb(sql: string): Promise<Row> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const [row] = (await connection.runAndReadAll(sql)).getRowObjectsJS();
  connection.closeSync();
  instance.closeSync();
  return row!;
}

/** Voorkomens that count and were valid for at least one day, because the next voorkomen begins later. */
const VALID = (table: string) => `SELECT count(*) AS n, count(DISTINCT object_id) AS objects FROM (
  SELECT object_id, begin_day, lead(begin_day) OVER (PARTITION BY object_id ORDER BY nr) AS end_day
  FROM ${table} WHERE retired = 0 AND status IS NOT NULL) WHERE end_day IS NULL OR end_day > begin_day`;
const TABLES = { building_history: "pand_voorkomen", residence_history: "verblijfsobject_voorkomen" };

describe.each([["building_history"], ["residence_history"]] as const)("%s", (what) => {
  test("has a row for each voorkomen, one after the other", async () => {
    const rows = await readRows(what);
    const counted = history.query<{ n: number; objects: number }, []>(VALID(TABLES[what])).get()!;
    expect({ n: rows.length, objects: new Set(rows.map((row) => row.identificatie)).size }).toEqual(counted);
    const gaps = rows.filter(
      (row, i) =>
        row.identificatie === rows[i + 1]?.identificatie &&
        row.eind_geldigheid !== rows[i + 1]!.begin_geldigheid,
    );
    expect(gaps).toEqual([]);
    expect(new Set(rows.map(({ stage }) => stage))).toEqual(new Set(["planned", "standing", "ended"]));
  });
});

test("address_history of today is the export of addresses", async () => {
  const id = await harness.queue("?format=json");
  await harness.finish(id);
  const today: Row[] = JSON.parse(await (await harness.ask(`/export/${id}/download`)).text());
  const { referenceDate: day } = registry.current()!.meta;
  const rows = await readRows("address_history");
  const inForce = rows.filter(
    ({ valid_from, valid_until }) =>
      String(valid_from) <= day && (valid_until === null || day < String(valid_until)),
  );
  const byId = (a: Row, b: Row) =>
    String(a.nummeraanduiding_id).localeCompare(String(b.nummeraanduiding_id), "en");
  const areas = ["buurt_code", "buurt_naam", "wijk_code", "wijk_naam", "veiligheidsregio"];
  const known = ({ valid_from: _, valid_until: __, ...row }: Row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !areas.includes(name)));
  expect(inForce.toSorted(byId).map(known)).toEqual(today.toSorted(byId).map(known));
  expect(rows.length).toBeGreaterThan(inForce.length);
});

describe.each(HISTORY_KINDS.map((what) => [what]))("%s", (what) => {
  const from = what === "address_history" ? "valid_from" : "begin_geldigheid";
  const sumsOf = (rows: readonly Row[]) => ({
    n: rows.length,
    first: rows.map((row) => String(row[from])).sort()[0]!,
    x: rows.reduce((sum, row) => sum + Number(row.rd_x), 0),
  });
  const expectSums = (found: Row, rows: readonly Row[]) => {
    const { n, first, x } = sumsOf(rows);
    expect([Number(found.n), String(found.first)]).toEqual([n, first]);
    expect(Number(found.x)).toBeCloseTo(x, 0);
  };

  test("is the same for DuckDB, as Parquet with its geometries", async () => {
    const rows = await readRows(what);
    const select = `SELECT count(*) AS n, CAST(min(CAST(${from} AS DATE)) AS VARCHAR) AS first,
      sum(CAST(rd_x AS DOUBLE)) AS x`;
    const csv = await download(what, "csv");
    expectSums(await queryDuckDb(`${select} FROM read_csv('${csv}', all_varchar = true)`), rows);
    const parquet = await download(what, "parquet");
    const found = await queryDuckDb(
      `${select}, count(geometry) AS geometries, min(bbox.xmin) AS west FROM '${parquet}'`,
    );
    expectSums(found, rows);
    expect(Number(found.geometries)).toBe(rows.length);
    expect(Number(found.west)).toBeGreaterThan(3);
  });

  test.skipIf(!hasProgram("ogr2ogr", "gdal-bin")).each(["geojson", "gpkg"])(
    "is the same for GDAL as %s",
    async (format) => {
      const rows = await readRows(what);
      const path = await download(what, format);
      const layer = format === "gpkg" ? what : path.slice(path.lastIndexOf("/") + 1, -".geojson".length);
      const sql = `SELECT count(*) AS n, min(${from}) AS first, sum(rd_x) AS x, count(geom) AS geometries`;
      const source = format === "gpkg" ? path : `GeoJSONSeq:${path}`;
      const argv = ["ogr2ogr", "-f", "CSV", "/vsistdout/", source, "-dialect", "SQLite"];
      const geometry = format === "gpkg" ? "geom" : "geometry";
      const statement = `${sql.replace("geom)", `${geometry})`)} FROM "${layer}"`;
      const { stdout, stderr } = Bun.spawnSync([...argv, "-sql", statement]);
      expect(stderr.toString()).toBe("");
      const [n, first, x, geometries] = stdout
        .toString()
        .trim()
        .split("\n")[1]!
        .replaceAll('"', "")
        .split(",");
      expectSums({ n, first: first!.slice(0, 10).replaceAll("/", "-"), x }, rows);
      expect(Number(geometries)).toBe(rows.length);
    },
  );

  test("fits the OpenAPI document", async () => {
    const operation = document.operations.find(({ path }) => path === "/export/{jobId}/download")!;
    const { content } = operation.responses[200] as { content: Record<string, { schema: Schema }> };
    const rows = await readRows(what);
    expect(validate(rows, content["application/json"]!.schema)).toEqual([]);
    expect(validate([{ ...rows[0], unknown: 1 }], content["application/json"]!.schema)).not.toEqual([]);
  });

  test("of each woonplaats together are those of its gemeente, and of all gemeenten all", async () => {
    const snapshot = registry.current()!;
    const { gemeenten, woonplaatsen } = snapshot.areas;
    const readOf = (filter: AdresFilter) =>
      [...KINDS[what].read(snapshot, { filter, region: undefined }, { order: "list" })]
        .flat()
        .map(({ record }) => JSON.stringify(record));
    const whole: string[] = [];
    for (const { code } of gemeenten.values()) {
      const ofGemeente = readOf({ gemeenteCode: code });
      const parts = [...woonplaatsen.values()].filter(({ gemeente }) => gemeente.code === code);
      const ofParts = parts.flatMap(({ identificatie }) => readOf({ woonplaatsId: identificatie }));
      expect(ofParts.sort()).toEqual(ofGemeente.toSorted());
      whole.push(...ofGemeente);
    }
    expect(whole.sort()).toEqual((await readRows(what)).map((row) => JSON.stringify(row)).sort());
  });

  test.each([
    ["stage", "&stage=planned"],
    ["type", "&type=ligplaats"],
    ["postcode_area", "&postcode_area=1382"],
    ["west", "&west=4&south=52&east=5&north=53"],
  ])("refuses %s by name", async (field, filter) => {
    const answer = await harness.post(`?what=${what}${filter}`);
    const { errors } = JSON.parse(await answer.text());
    expect(answer.status).toBe(422);
    expect(errors[field]).toEqual([
      `The ${field.replace("_", " ")} field does not apply to what=${what}, which takes provincie_naam, gemeente_code, woonplaats_id.`,
    ]);
  });

  test("is refused where the past is not kept", async () => {
    const answer = await withoutPast.post(`?what=${what}`);
    expect({ ...JSON.parse(await answer.text()) }).toMatchObject({
      status: 404,
      code: "history_not_kept",
      message: "This data has no history: import it with `--history full` to ask about history.",
    });
  });
});
