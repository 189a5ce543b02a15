import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { areaOf, envelopeOf, type Geometry, polygonsOf, type Ring, signedRingArea } from "./geometry.ts";
import { wgs84ToRd } from "./rd.ts";
import { fromGrid, GRID, SharedBorders, toGrid, withoutSpikes } from "./shared-borders.ts";
import { simplifyLine } from "./simplify-line.ts";

function polygon(...corners: [number, number][]): Geometry {
  return { type: "Polygon", rings: [Float64Array.from([...corners, corners[0]!].flat())] };
}

/** Returns the corners of a geometry's only ring as a set of texts. */
function cornersOf(geometry: Geometry | undefined): Set<string> {
  const ring = polygonsOf(geometry!)[0]![0]!;
  return new Set(Array.from({ length: ring.length / 2 }, (_, i) => `${ring[2 * i]},${ring[2 * i + 1]}`));
}

describe("neighbours", () => {
  // Two areas with a winding border from (10, 0) to (10, 9), read in opposite directions.
  const west = polygon([0, 0], [10, 0], [11, 3], [9, 6], [10, 9], [0, 9]);
  const east = polygon([10, 9], [9, 6], [11, 3], [10, 0], [20, 0], [20, 9]);
  const third = polygon([10, 0], [0, 0], [0, -9], [20, -9], [20, 0]);

  test("a border is straight for both, and ends at its junctions", () => {
    const shared = new SharedBorders([west, east, third], 1);
    expect(cornersOf(shared.generalise(west, 2))).toEqual(new Set(["0,0", "10,0", "10,9", "0,9"]));
    expect(cornersOf(shared.generalise(east, 2))).toEqual(new Set(["10,0", "20,0", "20,9", "10,9"]));
    // The corner on its straight side is a junction of its neighbours.
    expect(cornersOf(shared.generalise(third, 2))).toContain("10,0");
  });

  test("a border that deviates by more than the tolerance keeps its bends for both", () => {
    const shared = new SharedBorders([west, east], 1);
    for (const side of [west, east]) {
      expect(cornersOf(shared.generalise(side, 0.5)).intersection(new Set(["11,3", "9,6"])).size).toBe(2);
    }
  });

  test("a hole and the area that fills it stay the same ring", () => {
    const lake = [
      [3, 3],
      [6, 2],
      [7, 6],
      [5, 6.4],
      [3, 7],
    ] as [number, number][];
    const land: Geometry = {
      type: "Polygon",
      rings: [...polygonsOf(west)[0]!, ...polygonsOf(polygon(...lake.toReversed()))[0]!],
    };
    const shared = new SharedBorders([land, polygon(...lake)], 1);
    const hole = polygonsOf(shared.generalise(land, 1)!)[0]![1]!;
    expect(cornersOf({ type: "Polygon", rings: [hole] })).toEqual(
      cornersOf(shared.generalise(polygon(...lake), 1)),
    );
  });

  test("what is smaller than the grid vanishes: areas, parts and holes", () => {
    const speck = polygon([4.1, 4.1], [4.3, 4.1], [4.3, 4.3]);
    expect(new SharedBorders([speck], 1).generalise(speck, 1)).toBeUndefined();
    const [ring] = polygonsOf(speck)[0]!;
    const parts: Geometry = { type: "MultiPolygon", polygons: [[ring!], ...polygonsOf(east)] };
    expect(new SharedBorders([parts], 1).generalise(parts, 1)?.type).toBe("Polygon");
    const holed: Geometry = { type: "Polygon", rings: [...polygonsOf(west)[0]!, ring!] };
    expect(polygonsOf(new SharedBorders([holed], 1).generalise(holed, 1)!)[0]).toHaveLength(1);
  });
});

describe("345 gemeenten", () => {
  const gemeenten = readGemeenten();
  const original = measure(gemeenten);

  test.each([4, 16, 64, 256])(
    "on a grid of %d m: fewer vertices, the same shared borders and areas",
    (gridM) => {
      const shared = new SharedBorders(gemeenten, gridM);
      const outlines = gemeenten.map((gemeente) => shared.generalise(gemeente, gridM)!);
      const measured = measure(outlines);
      // If neighbours no longer shared a part of a border, that part would count twice as a free side.
      expect(measured.freeM).toBeLessThan(original.freeM);
      expect(measured.vertices).toBeLessThan(original.vertices * VERTEX_SHARES[gridM]!);
      for (const [i, outline] of outlines.entries()) {
        const before = envelopeOf(gemeenten[i]!);
        const after = envelopeOf(outline);
        // A side moves by at most half a cell and the tolerance, unless an island vanishes.
        expect(after.minX).toBeGreaterThan(before.minX - 1.6 * gridM);
        expect(after.maxY).toBeLessThan(before.maxY + 1.6 * gridM);
        const perimeterM = measure([outline]).freeM;
        expect(Math.abs(areaOf(outline) - areaOf(gemeenten[i]!))).toBeLessThan(perimeterM * gridM);
      }
    },
  );

  test("a neighbourhood alone gives the same outline as the country", () => {
    const country = new SharedBorders(gemeenten, 256);
    for (const gemeente of gemeenten.slice(0, 40)) {
      const box = envelopeOf(gemeente);
      const near = gemeenten.filter((other) => {
        const { minX, minY, maxX, maxY } = envelopeOf(other);
        return (
          minX <= box.maxX + 256 && maxX >= box.minX - 256 && minY <= box.maxY + 256 && maxY >= box.minY - 256
        );
      });
      expect(new SharedBorders(near, 256).generalise(gemeente, 256)).toEqual(
        country.generalise(gemeente, 256),
      );
    }
  });
});

/** Maximum share of vertices that remain, by grid size in metres. The file itself is already generalised. */
const VERTEX_SHARES: Record<number, number> = { 4: 0.95, 16: 0.9, 64: 0.65, 256: 0.3 };

/** Returns the number of vertices, and the length of the sides that no other area has in reverse direction. */
function measure(geometries: readonly Geometry[]): { vertices: number; freeM: number } {
  const sides = new Map<string, number>();
  let vertices = 0;
  for (const rings of geometries.flatMap(polygonsOf)) {
    for (const [i, ring] of rings.entries()) {
      const isForward = signedRingArea(ring) > 0 === (i === 0);
      vertices += ring.length / 2 - 1;
      for (let at = 0; at + 3 < ring.length; at += 2) {
        const [x1, y1, x2, y2] = ring.subarray(at, at + 4) as Ring & [number, number, number, number];
        sides.set(
          isForward ? `${x1} ${y1},${x2} ${y2}` : `${x2} ${y2},${x1} ${y1}`,
          Math.hypot(x2 - x1, y2 - y1),
        );
      }
    }
  }
  const free = [...sides].filter(([side]) => !sides.has(side.split(",").reverse().join(",")));
  return { vertices, freeM: free.reduce((sum, [, lengthM]) => sum + lengthM, 0) };
}

interface GeoJsonFeature {
  readonly geometry: { readonly type: string; readonly coordinates: number[][][] | number[][][][] };
}

function readGemeenten(): Geometry[] {
  const file = join(import.meta.dir, "../../test/data/boundaries/gemeenten-2022.geojson");
  const { features } = JSON.parse(readFileSync(file, "utf8")) as { features: GeoJsonFeature[] };
  return features.map(({ geometry: { type, coordinates } }) => {
    const polygons = (type === "Polygon" ? [coordinates] : coordinates) as number[][][][];
    return { type: "MultiPolygon", polygons: polygons.map((rings) => rings.map(toRdRing)) };
  });
}

function toRdRing(positions: number[][]): Ring {
  return Float64Array.from(
    positions.flatMap(([lon, lat]) => {
      const { x, y } = wgs84ToRd(lat!, lon!);
      return [x, y];
    }),
  );
}

/** Returns vertices on a grid of 1 m, as `x,y x,y …`. */
function vertices(text: string): number[] {
  return toGrid(Float64Array.from(`${text} ${text.split(" ")[0]}`.split(/[ ,]/).map(Number)), 1);
}

function text(line: readonly number[]): string {
  return line.map((vertex) => `${GRID.x(vertex)},${GRID.y(vertex)}`).join(" ");
}

test("vertices move to the nearest crossing of the grid, and back to metres", () => {
  const ring = Float64Array.of(-9, 300_007, 13, 300_001, 5, 300_019, -9, 300_007);
  const moved = toGrid(ring, 8);
  expect(text(moved)).toBe("-1,37501 2,37500 1,37502");
  expect([...fromGrid(moved, 8)]).toEqual([-8, 300_008, 16, 300_000, 8, 300_016, -8, 300_008]);
});

test.each([
  ["a repeated vertex", "0,0 9,0 9,0 9,9", "0,0 9,0 9,9"],
  ["a spike", "0,0 5,0 5,4 5,0 9,0 9,9", "0,0 5,0 9,0 9,9"],
  ["a spike of several vertices", "0,0 5,0 5,4 6,7 5,4 5,0 9,0 9,9", "0,0 5,0 9,0 9,9"],
  ["a spike at the seam", "5,4 5,0 9,0 9,9 0,0 5,0", "5,0 9,0 9,9 0,0"],
  ["nothing but a spike", "0,0 5,0 7,0 5,0", ""],
])("withoutSpikes: %s", (_, ring, expected) => {
  expect(text(withoutSpikes(vertices(ring)))).toBe(expected);
});

test.each([
  ["what lies on the line goes", "0,0 1,0 2,0 9,0", 0, "0,0 9,0"],
  ["what deviates by the tolerance goes", "0,0 4,2 9,0", 2, "0,0 9,0"],
  ["what deviates by more stays", "0,0 4,3 9,0", 2, "0,0 4,3 9,0"],
  ["beyond an end, the distance to the end counts", "0,0 -3,0 9,0", 2, "0,0 -3,0 9,0"],
  ["a closed line bends at its farthest vertex", "0,0 9,1 9,9 1,9 0,0", 2, "0,0 9,1 9,9 1,9 0,0"],
])("simplifyLine: %s", (_, line, tolerance, expected) => {
  expect(text(simplifyLine(linesVertices(line), tolerance, GRID))).toBe(expected);
});

/** Like {@link vertices}, of a line that is not closed. */
function linesVertices(line: string): number[] {
  return line.split(" ").map((at) => vertices(`${at} 100,100 100,200`)[0]!);
}
