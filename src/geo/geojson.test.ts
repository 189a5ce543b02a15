import { describe, expect, test } from "bun:test";
import { type GeoJsonGeometry, parseGeoJsonGeometry, toGeoJson } from "./geojson.ts";
import { type Geometry, signedRingArea } from "./geometry.ts";

const CLOCKWISE = Float64Array.of(
  121000,
  487000,
  121000,
  488000,
  122000,
  488000,
  122000,
  487000,
  121000,
  487000,
);
const INNER = Float64Array.of(121200, 487200, 121800, 487200, 121800, 487800, 121200, 487800, 121200, 487200);

/** Returns the shoelace sum over [lon, lat]: positive when counterclockwise. */
function doubledArea(positions: [number, number][]): number {
  return positions.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = positions[(i + 1) % positions.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
}

describe("toGeoJson", () => {
  test("a point as longitude, latitude with eight decimals", () => {
    // The NSGI self-validation point 30010000: 51.728601274 N, 4.712120126 E.
    expect(toGeoJson({ type: "Point", x: 108360.879, y: 415757.2745 })).toEqual({
      type: "Point",
      coordinates: [4.71212013, 51.72860127],
    });
  });

  test("exteriors counterclockwise and holes clockwise, whichever way they ran", () => {
    for (const rings of [
      [CLOCKWISE, INNER],
      [INNER, CLOCKWISE],
    ]) {
      const json = toGeoJson({ type: "MultiPolygon", polygons: [rings, rings] });
      if (json.type !== "MultiPolygon") {
        throw new Error(json.type);
      }
      for (const [exterior, hole] of json.coordinates) {
        expect(doubledArea(exterior!)).toBeGreaterThan(0);
        expect(doubledArea(hole!)).toBeLessThan(0);
        expect(exterior!.at(-1)).toEqual(exterior![0]!);
      }
    }
  });
});

describe("parseGeoJsonGeometry", () => {
  test("there and back stays within the eight decimals", () => {
    const counterclockwise = toGeoJson({ type: "Polygon", rings: [CLOCKWISE] });
    const back = parseGeoJsonGeometry(JSON.parse(JSON.stringify(counterclockwise)));
    if (back?.type !== "Polygon") {
      throw new Error("not a polygon");
    }
    // Half a unit of the eighth decimal, 0.5 mm, along each side of a kilometre.
    expect(Math.abs(signedRingArea(back.rings[0]!) - 1e6)).toBeLessThan(2);
    expect(back.rings[0]).toHaveLength(10);
    expect(back.rings[0]![0]).toBeCloseTo(121000, 2);
    expect(back.rings[0]![1]).toBeCloseTo(487000, 2);
    expect(toGeoJson(back)).toEqual(counterclockwise);
  });

  test("points and multipolygons, heights dropped", () => {
    const point = parseGeoJsonGeometry({ type: "Point", coordinates: [4.712120126, 51.728601274, 12.5] });
    if (point?.type !== "Point") {
      throw new Error("not a point");
    }
    expect(Math.hypot(point.x - 108360.879, point.y - 415757.2745)).toBeLessThan(0.001);
    const ring = [
      [5, 52, 1],
      [5.1, 52, 1],
      [5.1, 52.1, 1],
      [5, 52, 1],
    ];
    const multi = parseGeoJsonGeometry({ type: "MultiPolygon", coordinates: [[ring], [ring]] });
    expect(multi?.type === "MultiPolygon" && multi.polygons.map((rings) => rings[0]!.length)).toEqual([8, 8]);
  });

  const ring = [
    [5, 52],
    [5.1, 52],
    [5.1, 52.1],
    [5, 52],
  ];
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "POINT(5 52)"],
    ["an array", [5, 52]],
    ["no coordinates", { type: "Point" }],
    ["another type", { type: "LineString", coordinates: ring }],
    ["a collection", { type: "GeometryCollection", geometries: [] }],
    ["a feature", { type: "Feature", geometry: { type: "Point", coordinates: [5, 52] } }],
    ["one ordinate", { type: "Point", coordinates: [5] }],
    ["four ordinates", { type: "Point", coordinates: [5, 52, 0, 0] }],
    ["text for a number", { type: "Point", coordinates: ["5", "52"] }],
    ["text for a height", { type: "Point", coordinates: [5, 52, "high"] }],
    ["not a number", { type: "Point", coordinates: [Number.NaN, 52] }],
    ["infinity", { type: "Point", coordinates: [5, Infinity] }],
    ["a latitude off the Earth", { type: "Point", coordinates: [5, 90.1] }],
    ["a longitude off the Earth", { type: "Point", coordinates: [-180.1, 52] }],
    ["no ring", { type: "Polygon", coordinates: [] }],
    ["no polygon", { type: "MultiPolygon", coordinates: [] }],
    ["an empty ring", { type: "Polygon", coordinates: [[]] }],
    [
      "three positions",
      {
        type: "Polygon",
        coordinates: [
          [
            [5, 52],
            [5.1, 52],
            [5, 52],
          ],
        ],
      },
    ],
    ["an open ring", { type: "Polygon", coordinates: [[...ring.slice(0, 3), [5, 52.01]]] }],
    ["a bad position in a ring", { type: "Polygon", coordinates: [[...ring.slice(0, 3), null, [5, 52]]] }],
    ["a bad second ring", { type: "Polygon", coordinates: [ring, 7] }],
    ["a polygon's depth in a multipolygon", { type: "MultiPolygon", coordinates: [ring] }],
    ["a multipolygon's depth in a polygon", { type: "Polygon", coordinates: [[ring]] }],
  ])("refuses %s", (_, value) => {
    expect(parseGeoJsonGeometry(value)).toBeUndefined();
  });
});

test("a geometry without parts stays one", () => {
  const nothing: Geometry = { type: "MultiPolygon", polygons: [] };
  expect(toGeoJson(nothing)).toEqual({ type: "MultiPolygon", coordinates: [] } satisfies GeoJsonGeometry);
});
