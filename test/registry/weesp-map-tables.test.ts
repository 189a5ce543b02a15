/** Compares the tables for tiles of low zooms with all panden and borders: Weesp. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { areaOf, type Box, envelopeOf, polygonsOf } from "../../src/geo/geometry.ts";
import { decodeGpkgGeometry } from "../../src/geo/gpkg-geometry.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import { cellSizeM, listPandCells, pandCellLevel } from "../../src/registry/index/pand-cells.ts";
import { type AreaKind, listAreaOutlines } from "../../src/registry/read/area-outlines.ts";
import {
  BOUWJAAR_CLASSES,
  bouwjaarClassOf,
  UNKNOWN_CLASS,
} from "../../src/registry/schema/bouwjaar-classes.ts";
import { readWeesp, type Weesp } from "../support/countries/weesp-in-memory.ts";

/** Area and centre of gravity of a pand, from its vertices; computed here a second time. */
interface Footprint {
  readonly bouwjaar: number | null;
  readonly isPlanned: boolean;
  readonly x: number;
  readonly y: number;
  readonly area: number;
}

let weesp: Weesp;
let s: Snapshot;
let footprints: readonly Footprint[];
/** Those that stand, as squares have them. */
let standing: readonly Footprint[];

beforeAll(async () => {
  weesp = await readWeesp();
  s = weesp.snapshot;
  footprints = s.db
    .query<{ geom: Uint8Array; bouwjaar: number | null; isPlanned: number }, []>(
      "SELECT geom, bouwjaar, status IN ('Bouwvergunning verleend', 'Bouw gestart') AS isPlanned FROM pand",
    )
    .all()
    .map(({ geom, bouwjaar, isPlanned }) => ({ bouwjaar, isPlanned: isPlanned === 1, ...weigh(geom) }));
  standing = footprints.filter(({ isPlanned }) => !isPlanned);
}, 120_000);
afterAll(() => weesp?.close());

/** Sums trapezoids under the sides, from the south-west corner of the footprint. */
function weigh(geom: Uint8Array): { x: number; y: number; area: number } {
  const geometry = decodeGpkgGeometry(geom);
  const { minX, minY } = envelopeOf(geometry);
  const total = { area: 0, x: 0, y: 0 };
  for (const rings of polygonsOf(geometry)) {
    for (const [i, ring] of rings.entries()) {
      const own = { area: 0, x: 0, y: 0 };
      for (let at = 0; at + 3 < ring.length; at += 2) {
        const [x1, y1, x2, y2] = [
          ring[at]! - minX,
          ring[at + 1]! - minY,
          ring[at + 2]! - minX,
          ring[at + 3]! - minY,
        ];
        own.area += ((x1 - x2) * (y1 + y2)) / 2;
        own.x += ((x1 - x2) * (x1 * (2 * y1 + y2) + x2 * (y1 + 2 * y2))) / 6;
        own.y += ((x1 - x2) * (y1 * y1 + y1 * y2 + y2 * y2)) / 6;
      }
      const sign = own.area > 0 === (i === 0) ? 1 : -1;
      total.area += sign * own.area;
      total.x += sign * own.x;
      total.y += sign * own.y;
    }
  }
  return { area: total.area, x: minX + total.x / total.area, y: minY + total.y / total.area };
}

test("panden by class of bouwjaar", () => {
  const counts = BOUWJAAR_CLASSES.map(() => 0);
  for (const { bouwjaar } of footprints) {
    counts[bouwjaarClassOf(bouwjaar)]! += 1;
  }
  // Counted with GDAL in the same extract.
  expect(counts).toEqual([53, 176, 416, 333, 562, 2265, 739, 3107, 972, 622, 2982, 0]);
});

test("a tenth of the panden is planned", () => {
  expect(footprints.length - standing.length).toBe(1390);
});

describe("built-up area", () => {
  const EVERYWHERE: Box = { minX: 0, minY: 300_000, maxX: 280_000, maxY: 625_000 };

  test.each([0, 1, 2, 3, 4, 5, 6, 7])(
    "level %d: sums and largest classes are those of the panden",
    (level) => {
      const sizeM = 32 * 2 ** level;
      expect(cellSizeM(level)).toBe(sizeM);
      const expected = new Map<string, number[]>();
      for (const { x, y, area, bouwjaar } of standing) {
        // The grid begins at the south-west corner of pand_raster's.
        const west = Math.floor((x + 131_072) / sizeM) * sizeM - 131_072;
        const south = Math.floor((y - 200_000) / sizeM) * sizeM + 200_000;
        const sums = expected.getOrInsertComputed(`${west} ${south}`, () => BOUWJAAR_CLASSES.map(() => 0));
        sums[bouwjaarClassOf(bouwjaar)]! += Math.max(1, Math.round(area));
      }
      const cells = [...listPandCells(s, level, EVERYWHERE)];
      expect(cells).toHaveLength(expected.size);
      for (const { x, y, bouwjaarClass, builtArea } of cells) {
        const sums = expected.get(`${x} ${y}`)!;
        expect(builtArea).toBe(sums.reduce((total, area) => total + area, 0));
        expect(bouwjaarClass).toBe(sums.indexOf(Math.max(...sums)));
      }
    },
  );

  test("all areas together are those of the footprints, but for rounding each to a square metre", () => {
    const total = standing.reduce((sum, { area }) => sum + area, 0);
    const listed = [...listPandCells(s, 7, EVERYWHERE)].reduce((sum, { builtArea }) => sum + builtArea, 0);
    expect(Math.abs(listed - total)).toBeLessThan(Math.sqrt(standing.length) * 3);
  });

  test("a box lists the squares that it overlaps", () => {
    for (const level of [0, 3, 6]) {
      const sizeM = cellSizeM(level);
      const all = [...listPandCells(s, level, EVERYWHERE)];
      for (let i = 0; i < 20; i++) {
        const minX = 129_000 + i * 331.7;
        const minY = 478_000 + i * 270.1;
        const box = { minX, minY, maxX: minX + 40 * i, maxY: minY + 90 * i };
        const overlaps = (x: number, y: number) =>
          x <= box.maxX && x + sizeM > box.minX && y <= box.maxY && y + sizeM > box.minY;
        expect([...listPandCells(s, level, box)].map(({ x, y }) => `${x} ${y}`).sort()).toEqual(
          all
            .filter(({ x, y }) => overlaps(x, y))
            .map(({ x, y }) => `${x} ${y}`)
            .sort(),
        );
      }
    }
    const nowhere = { minX: -900_000, minY: -900_000, maxX: -800_000, maxY: -800_000 };
    expect([...listPandCells(s, 0, nowhere)]).toEqual([]);
  });

  test("panden without a bouwjaar are a class of their own", () => {
    const unknown = s.db.query("SELECT count(*) FROM pand WHERE bouwjaar IS NULL").values().flat();
    expect(unknown).toEqual([footprints.filter(({ bouwjaar }) => bouwjaar === null).length]);
    expect(bouwjaarClassOf(null)).toBe(UNKNOWN_CLASS);
  });

  test("each zoom below 12 doubles the squares, up to those of zoom 5", () => {
    expect([16, 12, 11, 6, 5, 0].map((zoom) => cellSizeM(pandCellLevel(zoom)))).toEqual([
      32, 32, 64, 2048, 4096, 4096,
    ]);
  });
});

describe("outlines of areas", () => {
  const AROUND: Box = { minX: 120_000, minY: 470_000, maxX: 145_000, maxY: 490_000 };
  const ELSEWHERE: Box = { minX: 220_000, minY: 570_000, maxX: 245_000, maxY: 590_000 };

  function outlinesAt(kind: AreaKind, zoom: number) {
    expect([...listAreaOutlines(s, kind, { zoom, box: ELSEWHERE })]).toEqual([]);
    return [...listAreaOutlines(s, kind, { zoom, box: AROUND })];
  }

  function borderOf(table: string, fid: number) {
    const select = s.db.query<{ geom: Uint8Array }, [number]>(`SELECT geom FROM ${table} WHERE fid = ?`);
    return decodeGpkgGeometry(select.get(fid)!.geom);
  }

  test.each([
    ["provincie", "NH", "Noord-Holland"],
    ["gemeente", "0457", "Weesp"],
    ["woonplaats", "3631", "Weesp"],
  ] as const)("%s: fewer vertices at each lower band, about the same area", (kind, code, name) => {
    // Weesp is the only gemeente of its registry, and has one woonplaats.
    const weespBorder = borderOf("woonplaats", 3631);
    const vertices = [6, 8, 10, 12, 13].map((zoom) => {
      const [found, ...others] = outlinesAt(kind, zoom);
      expect(others).toEqual([]);
      expect({ code: found!.code, name: found!.name }).toEqual({ code, name });
      const share = areaOf(found!.geometry) / areaOf(weespBorder);
      expect(Math.abs(share - 1)).toBeLessThan(zoom < 8 ? 0.2 : 0.03);
      return polygonsOf(found!.geometry)
        .flat()
        .reduce((sum, ring) => sum + ring.length / 2, 0);
    });
    expect(vertices).toEqual(vertices.toSorted((a, b) => a - b));
    expect(vertices[0]!).toBeLessThan(vertices[4]! / 3);
  });

  test("postcodegebieden have their code as name; from zoom 13 the border itself is drawn", () => {
    const areas = outlinesAt("postcodegebied", 13);
    expect(areas.map(({ code, name }) => [code, name])).toEqual(
      ["1381", "1382", "1383", "1384"].map((pc4) => [pc4, pc4]),
    );
    for (const { id, geometry } of areas) {
      expect(geometry).toEqual(borderOf("postcodegebied", id));
    }
  });
});
