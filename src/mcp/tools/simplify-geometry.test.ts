import { describe, expect, test } from "bun:test";
import type { GeoJsonGeometry } from "../../geo/geojson.ts";
import { MAX_POSITIONS, simplifyGeometry, withSimplifiedGeometry } from "./simplify-geometry.ts";

type Position = [number, number];

/** Returns a closed ring with this number of corners around a point, its radius varying by 20 %. */
function ring(corners: number, [lon, lat]: Position, radius: number): Position[] {
  const positions = Array.from({ length: corners }, (_, i): Position => {
    const angle = (i / corners) * 2 * Math.PI;
    const r = radius * (1 + 0.2 * Math.sin(angle * 7));
    return [lon + r * Math.cos(angle), lat + r * Math.sin(angle)];
  });
  return [...positions, positions[0]!];
}

function ringsOf(geometry: GeoJsonGeometry): Position[][] {
  if (geometry.type === "Point") {
    return [];
  }
  return (geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat()) as Position[][];
}

const area = (positions: Position[]) =>
  Math.abs(
    positions.slice(1).reduce((sum, [x, y], i) => sum + positions[i]![0] * y - x * positions[i]![1], 0),
  ) / 2;

test("a small geometry is returned unchanged", () => {
  const small: GeoJsonGeometry = { type: "Polygon", coordinates: [ring(20, [5, 52], 0.01)] };
  expect(simplifyGeometry(small)).toBe(small);
  expect(withSimplifiedGeometry({ geometry: small })).toEqual([{ geometry: small }, {}]);
  expect(withSimplifiedGeometry({ geometry: null })).toEqual([{ geometry: null }, {}]);
});

describe("a large geometry keeps its shape in few positions", () => {
  const border = ring(20_000, [5, 52], 0.05);
  const hole = ring(500, [5, 52], 0.01);
  const islands = Array.from({ length: 300 }, (_, i) => [ring(12, [5.2 + i / 1000, 52], 0.0001)]);
  const cases: [string, GeoJsonGeometry][] = [
    ["a border", { type: "Polygon", coordinates: [border] }],
    ["a border with a hole", { type: "Polygon", coordinates: [border, hole] }],
    ["a border with islands", { type: "MultiPolygon", coordinates: [[border], ...islands] }],
    ["islands alone", { type: "MultiPolygon", coordinates: islands }],
  ];

  test.each(cases)("%s", (_, geometry) => {
    const [record, note] = withSimplifiedGeometry({ geometry });
    const rings = ringsOf(record.geometry);
    expect(note.note).toContain("simplified");
    expect(rings.flat().length).toBeLessThanOrEqual(MAX_POSITIONS);
    for (const positions of rings) {
      expect(positions.length).toBeGreaterThanOrEqual(4);
      expect(positions.at(-1)).toEqual(positions[0]!);
    }
  });

  test("its area changes little", () => {
    const [simplified] = ringsOf(simplifyGeometry({ type: "Polygon", coordinates: [border] }));
    expect(area(simplified!) / area(border)).toBeCloseTo(1, 1);
  });
});
