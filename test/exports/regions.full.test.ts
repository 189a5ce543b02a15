/** Compares boxes, polygons and conditions of exports with full scans that use other algorithms, and with GDAL. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { countRows, type ExportRequest } from "../../src/exports/export-request.ts";
import { writeExport } from "../../src/exports/write-export.ts";
import { openRegistry, type Registry } from "../../src/registry/file/open-registry.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import type { RegionSpec } from "../../src/registry/index/region.ts";
import { makeDemoFolder } from "../support/countries/import-data-folders.ts";
import { BAKEN } from "../support/processes/baken-process.ts";
import { hasProgram } from "../support/processes/find-program.ts";
import { testRandom } from "../support/seed.ts";

const ADDRESSES = 20_000;
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 12);

type Row = Record<string, string | number>;

let dataDir: string;
let registry: Registry;
let snapshot: Snapshot;
let addresses: Row[];
beforeAll(async () => {
  dataDir = await makeDemoFolder(ADDRESSES);
  registry = openRegistry(dataDir);
  snapshot = registry.current()!;
  addresses = await read({ filter: {}, format: "json" });
}, 60_000);
afterAll(() => {
  registry.close();
  rmSync(dataDir, { recursive: true });
});

async function read(request: ExportRequest): Promise<Row[]> {
  const pieces: Uint8Array[] = [];
  await writeExport(snapshot, request, {
    write: async (bytes) => pieces.push(bytes.slice()),
    makeScratchFolder: () => mkdtempSync(join(dataDir, "scratch-")),
  });
  return JSON.parse(Buffer.concat(pieces).toString());
}

const readIn = (region: RegionSpec, request: Partial<ExportRequest> = {}) =>
  read({ filter: {}, format: "json", ...request, region });
const idsOf = (rows: readonly Row[], name = "nummeraanduiding_id") =>
  rows.map((row) => String(row[name])).sort();

type Position = readonly [lon: number, lat: number];

/** Decides by the winding number, with edges as inside; the code under test counts crossings. */
function isIn(rings: readonly (readonly Position[])[], [x, y]: Position): boolean {
  let winding = 0;
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i++) {
      const [[x1, y1], [x2, y2]] = [ring[i]!, ring[i + 1]!];
      const side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1);
      const isBeside =
        x < Math.min(x1, x2) || x > Math.max(x1, x2) || y < Math.min(y1, y2) || y > Math.max(y1, y2);
      if (side === 0 && !isBeside) {
        return true;
      }
      if (y1 <= y && y2 > y && side > 0) {
        winding++;
      } else if (y1 > y && y2 <= y && side < 0) {
        winding--;
      }
    }
  }
  return winding !== 0;
}

const positionOf = (row: Row): Position => [Number(row.longitude), Number(row.latitude)];
const specOf = (...polygons: Position[][][]): RegionSpec => ({
  polygons: polygons.map((rings) => rings.map((ring) => ring.flat())),
});

/** A star around an address, counterclockwise, sometimes with a clockwise hole. */
function drawStar(random: () => number): Position[][] {
  const [lon, lat] = positionOf(addresses[Math.floor(random() * addresses.length)]!);
  const size = 0.002 + random() ** 3 * 0.5;
  const corners = 3 + Math.floor(random() * 30);
  const ringOf = (radius: () => number): Position[] => {
    const ring = Array.from({ length: corners }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / corners;
      return [lon + radius() * Math.cos(angle), lat + radius() * Math.sin(angle)];
    });
    return [...ring, ring[0]!];
  };
  const exterior = ringOf(() => size * (0.5 + random() / 2));
  return random() < 0.5 ? [exterior] : [exterior, ringOf(() => size * 0.2).reverse()];
}

describe("a polygon", () => {
  test(`selects the addresses of a full scan, in ${ROUNDS} stars`, async () => {
    const random = testRandom();
    let total = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const star = drawStar(random);
      const expected = addresses.filter((row) => isIn(star, positionOf(row)));
      expect(idsOf(await readIn(specOf(star)))).toEqual(idsOf(expected));
      total += expected.length;
    }
    expect(total).toBeGreaterThan(100);
  });

  test("holds addresses on its corners and sides, and none in its hole", async () => {
    const [a, b, c] = [addresses[0]!, addresses[7_000]!, addresses[14_000]!].map(positionOf) as [
      Position,
      Position,
      Position,
    ];
    const triangle = [a, b, c, a];
    const found = new Set(idsOf(await readIn(specOf([triangle]))));
    for (const corner of [addresses[0]!, addresses[7_000]!, addresses[14_000]!]) {
      expect(found.has(String(corner.nummeraanduiding_id))).toBe(true);
    }
    const [lon, lat] = a;
    const around: Position[] = [
      [lon - 0.01, lat - 0.01],
      [lon + 0.01, lat - 0.01],
      [lon + 0.01, lat + 0.01],
      [lon - 0.01, lat + 0.01],
      [lon - 0.01, lat - 0.01],
    ];
    const hole = around.map(([x, y]): Position => [lon + (x - lon) / 1e4, lat + (y - lat) / 1e4]).reverse();
    const holed = idsOf(await readIn(specOf([around, hole])));
    expect(holed).not.toContain(String(addresses[0]!.nummeraanduiding_id));
    expect(holed).toEqual(idsOf(addresses.filter((row) => isIn([around, hole], positionOf(row)))));
  });

  test("of several parts that overlap holds each address once; one outside the country holds nothing", async () => {
    const star = drawStar(testRandom());
    const once = idsOf(await readIn(specOf(star)));
    expect(idsOf(await readIn(specOf(star, star)))).toEqual(once);
    const sea: Position[] = [
      [2.1, 55.1],
      [2.2, 55.1],
      [2.2, 55.2],
      [2.1, 55.1],
    ];
    expect(await readIn(specOf([sea]))).toEqual([]);
    expect(countRows(snapshot, { filter: {}, format: "csv", region: specOf([sea]) })).toBe(0);
  });
});

describe("a box", () => {
  /** Box around some addresses, its sides exactly on the outermost of them. */
  function boxAround(rows: readonly Row[], [x, y]: readonly [string, string]) {
    const xs = rows.map((row) => Number(row[x]));
    const ys = rows.map((row) => Number(row[y]));
    return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
  }
  const within = (row: Row, [x, y]: readonly [string, string], box: ReturnType<typeof boxAround>) =>
    Number(row[x]) >= box.minX &&
    Number(row[x]) <= box.maxX &&
    Number(row[y]) >= box.minY &&
    Number(row[y]) <= box.maxY;

  test.each([
    ["degrees", ["longitude", "latitude"]],
    ["RD metres", ["rd_x", "rd_y"]],
  ] as const)("in %s holds what lies on its sides, and nothing beyond", async (frame, names) => {
    for (const from of [0, 3_000, 12_345]) {
      const box = boxAround(addresses.slice(from, from + 5), names);
      const { minX: west, minY: south, maxX: east, maxY: north } = box;
      const region = frame === "degrees" ? { wgs84Box: { west, south, east, north } } : { rdBox: box };
      const expected = addresses.filter((row) => within(row, names, box));
      expect(idsOf(await readIn(region))).toEqual(idsOf(expected));
      const count = countRows(snapshot, { filter: {}, format: "csv", region });
      expect(Math.abs(count - expected.length)).toBeLessThanOrEqual(expected.length * 0.3 + 100);
    }
  });

  test.skipIf(!hasProgram("ogrinfo", "gdal-bin"))(
    "selects the buildings that GDAL says it touches",
    async () => {
      const [x, y] = [Number(addresses[500]!.rd_x), Number(addresses[500]!.rd_y)];
      for (const size of [5, 60, 700]) {
        const box = { minX: x - size, minY: y - size, maxX: x + size, maxY: y + size };
        const sides = [box.minX, box.minY, box.maxX, box.maxY].map(String);
        const text = Bun.spawnSync(["ogrinfo", "-q", "-spat", ...sides, "-geom=NO", snapshot.path, "pand"]);
        const expected = [...text.stdout.toString().matchAll(/identificatie \(String\) = (\d+)/g)];
        const found = await readIn({ rdBox: box }, { what: "buildings" });
        expect(idsOf(found, "identificatie")).toEqual(expected.map(([, id]) => id!).sort());
        expect(found.length).toBeGreaterThan(0);
      }
    },
  );
});

describe("conditions", () => {
  test("with a box or in a format by place give the addresses of a full scan", async () => {
    const { gemeente_code: gemeenteCode, postcode, provincie_naam: provincieNaam } = addresses[3_210]!;
    const postcodegebied = String(postcode).slice(0, 4);
    const everywhere: RegionSpec = { wgs84Box: { west: 2, south: 50, east: 8, north: 56 } };
    const cases: [ExportRequest["filter"], (row: Row) => boolean][] = [
      [{ gemeenteCode: String(gemeenteCode) }, (row) => row.gemeente_code === gemeenteCode],
      [{ provincieNaam: String(provincieNaam) }, (row) => row.provincie_naam === provincieNaam],
      [{ postcodegebied }, (row) => String(row.postcode).startsWith(postcodegebied)],
      [{ type: "ligplaats" }, (row) => row.type === "ligplaats"],
      [
        { gemeenteCode: String(gemeenteCode), postcodegebied, type: "verblijfsobject" },
        (row) =>
          row.gemeente_code === gemeenteCode &&
          String(row.postcode).startsWith(postcodegebied) &&
          row.type === "verblijfsobject",
      ],
    ];
    for (const [filter, accepts] of cases) {
      const expected = idsOf(addresses.filter(accepts));
      expect(idsOf(await read({ filter, format: "json", region: everywhere }))).toEqual(expected);
      expect(await geoJsonIds({ filter, format: "geojson" })).toEqual(expected);
      const residences = addresses.filter(
        (row) =>
          accepts(row) && row.type === "verblijfsobject" && isMain.has(String(row.nummeraanduiding_id)),
      );
      if (filter.type === undefined) {
        const found = await read({ what: "residences", filter, format: "json" });
        expect(idsOf(found, "hoofdadres_nummeraanduiding_id")).toEqual(idsOf(residences));
      }
    }
  });

  /** Addresses that are the main one of their object. */
  let isMain: Set<string>;
  beforeAll(() => {
    const rows = snapshot.db
      .query<{ id: number }, []>("SELECT hoofdadres_id AS id FROM verblijfsobject")
      .all();
    isMain = new Set(rows.map(({ id }) => String(id).padStart(16, "0")));
  });

  async function geoJsonIds(request: ExportRequest): Promise<string[]> {
    const pieces: Uint8Array[] = [];
    await writeExport(snapshot, request, {
      write: async (bytes) => pieces.push(bytes.slice()),
      makeScratchFolder: () => mkdtempSync(join(dataDir, "scratch-")),
    });
    const lines = Buffer.concat(pieces).toString().trim().split("\n");
    return idsOf(lines.filter(Boolean).map((line) => JSON.parse(line).properties));
  }

  test("buildings and streets of a gemeente are those of its woonplaatsen", async () => {
    const gemeenteCode = String(addresses[0]!.gemeente_code);
    for (const [what, table] of [
      ["buildings", "pand"],
      ["streets", "openbare_ruimte"],
    ] as const) {
      const expected = snapshot.db
        .query<{ id: string }, [number]>(
          `SELECT identificatie AS id FROM ${table}
           WHERE woonplaats_id IN (SELECT fid FROM woonplaats WHERE gemeente_code = ?)`,
        )
        .all(Number(gemeenteCode));
      const found = await read({ what, filter: { gemeenteCode }, format: "json" });
      expect(idsOf(found, "identificatie")).toEqual(expected.map(({ id }) => id).sort());
      expect(countRows(snapshot, { what, filter: { gemeenteCode }, format: "json" })).toBe(expected.length);
    }
  });
});

test("streets and areas of a polygon are those with an address in it, and those it touches", async () => {
  const star = drawStar(testRandom());
  const inside = new Set(idsOf(addresses.filter((row) => isIn(star, positionOf(row)))));
  const rows = snapshot.db
    .query<{ id: string; street: string; area: number }, []>(
      `SELECT identificatie AS id, printf('%016d', openbare_ruimte_id) AS street, substr(postcode, 1, 4) AS area FROM adres`,
    )
    .all()
    .filter(({ id }) => inside.has(id));
  const streets = await readIn(specOf(star), { what: "streets" });
  expect(idsOf(streets, "identificatie")).toEqual([...new Set(rows.map(({ street }) => street))].sort());
  const areas = idsOf(await readIn(specOf(star), { what: "cities" }), "naam");
  const cities = new Set(
    addresses.filter((row) => inside.has(String(row.nummeraanduiding_id))).map((row) => row.woonplaats_naam),
  );
  expect(areas.length).toBeGreaterThanOrEqual(1);
  expect(areas.some((name) => cities.has(name))).toBe(true);
});

test("./baken export takes a polygon file and a box, and the format from the name of the file", () => {
  const star = drawStar(testRandom());
  const [polygon, out] = [join(dataDir, "star.geojson"), join(dataDir, "star.json")];
  writeFileSync(polygon, JSON.stringify({ type: "Polygon", coordinates: star }));
  const flags = ["--data", dataDir, "--polygon", polygon, "--box", "2,50,8,56", "--out", out];
  expect(Bun.spawnSync([BAKEN, "export", ...flags]).exitCode).toBe(0);
  const rows: Row[] = JSON.parse(readFileSync(out, "utf8"));
  expect(idsOf(rows)).toEqual(idsOf(addresses.filter((row) => isIn(star, positionOf(row)))));
});
