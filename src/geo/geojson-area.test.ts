import { describe, expect, test } from "bun:test";
import { parseGeoJsonArea } from "./geojson-area.ts";

const RING = [
  [5, 52],
  [5.1, 52],
  [5.1, 52.1],
  [5, 52],
];
const POLYGON = { type: "Polygon", coordinates: [RING] };
const FEATURE = { type: "Feature", properties: {}, geometry: POLYGON };

describe("an area", () => {
  test.each<[string, unknown, number]>([
    ["Polygon", POLYGON, 1],
    ["MultiPolygon", { type: "MultiPolygon", coordinates: [[RING], [RING]] }, 2],
    ["Feature", FEATURE, 1],
    ["FeatureCollection", { type: "FeatureCollection", features: [FEATURE, FEATURE, FEATURE] }, 3],
    ["GeometryCollection", { type: "GeometryCollection", geometries: [POLYGON] }, 1],
    ["with heights", { type: "Polygon", coordinates: [RING.map((position) => [...position, 3])] }, 1],
  ])("%s", (_, value, polygons) => {
    const area = parseGeoJsonArea(value, 100);
    expect(area.polygons.length).toBe(polygons);
    expect([...area.polygons[0]![0]!]).toEqual(RING.flat());
  });

  test.each<[unknown, string]>([
    [null, "The polygon is null, not a GeoJSON object."],
    [[], "The polygon is a list, not a GeoJSON object."],
    [{}, "The polygon's type is missing, not Polygon, MultiPolygon, Feature or FeatureCollection."],
    [
      { type: "Point", coordinates: [5, 52] },
      `The polygon's type is "Point", not Polygon, MultiPolygon, Feature or FeatureCollection.`,
    ],
    [{ type: "FeatureCollection", features: [] }, "The polygon holds no polygon."],
    [{ type: "Feature", geometry: null }, "The polygon's geometry is null, not a GeoJSON object."],
    [{ type: "Polygon", coordinates: 5 }, "The polygon's coordinates is 5, not a list."],
    [{ type: "Polygon", coordinates: [] }, "The polygon's coordinates has no ring."],
    [
      { type: "Polygon", coordinates: [RING.slice(0, 3)] },
      "The polygon's coordinates[0] has 3 positions; a ring has at least four.",
    ],
    [
      { type: "Polygon", coordinates: [[...RING.slice(0, 3), [5, 52.01]]] },
      "The polygon's coordinates[0] is not closed: its last position must equal its first.",
    ],
    [
      { type: "Polygon", coordinates: [[[5, "52"]]] },
      `The polygon's coordinates[0][0] is [5,"52"], not [longitude, latitude].`,
    ],
    [
      { type: "Polygon", coordinates: [RING.map(([lon, lat]) => [lat, lon])] },
      "The polygon's coordinates[0][0] is [52,5]: the longitude comes first.",
    ],
    [
      { type: "Polygon", coordinates: [[[130_000, 480_000]]] },
      "The polygon's coordinates[0][0] is [130000,480000]: positions are degrees (WGS84), not metres.",
    ],
    [
      { type: "FeatureCollection", features: [FEATURE, { type: "Polygon", coordinates: [[[12, 52]]] }] },
      "The polygon's features[1].coordinates[0][0] is [12,52]: the Netherlands lie between 2 and 8 east, 50 and 56 north.",
    ],
  ])("%j is refused", (value, message) => {
    expect(() => parseGeoJsonArea(value, 100)).toThrow(message);
  });

  test("has at most as many positions as allowed, over all polygons", () => {
    const twice = { type: "MultiPolygon", coordinates: [[RING], [RING]] };
    expect(parseGeoJsonArea(twice, 8).polygons.length).toBe(2);
    expect(() => parseGeoJsonArea(twice, 7)).toThrow("The polygon has more than 7 positions; simplify it.");
  });

  test("nested without end is refused, not followed", () => {
    let value: unknown = POLYGON;
    for (let i = 0; i < 10_000; i++) {
      value = { type: "Feature", geometry: value };
    }
    expect(() => parseGeoJsonArea(value, 100)).toThrow("The polygon is nested too deeply.");
  });
});
