import { expect, test } from "bun:test";
import type { MapGeometry } from "./map-selection.ts";
import { selectionBounds, toFeatures } from "./selection-features.ts";

const SQUARE: MapGeometry = {
  type: "Polygon",
  coordinates: [
    [
      [5.1, 52.2],
      [5.3, 52.2],
      [5.3, 52.4],
      [5.1, 52.4],
      [5.1, 52.2],
    ],
  ],
};

const rolesOf = (features: ReturnType<typeof toFeatures>) =>
  features.map(({ properties }) => properties.role);

test("an address is drawn as its building, its other addresses, and above them its point", () => {
  const features = toFeatures({
    building: SQUARE,
    point: { lat: 52.3, lng: 5.2 },
    others: [{ id: "1", label: "12", lat: 52.31, lng: 5.2 }],
  });
  expect(rolesOf(features)).toEqual(["building", "other", "point"]);
  expect(features[1]!.geometry).toEqual({ type: "Point", coordinates: [5.2, 52.31] });
});

test("a point that was asked for is drawn above the nearest address", () => {
  const features = toFeatures({
    point: { lat: 52.3, lng: 5.2 },
    asked: { lat: 52.3001, lng: 5.2 },
  });
  expect(rolesOf(features)).toEqual(["point", "asked"]);
  expect(features[1]!.geometry).toEqual({ type: "Point", coordinates: [5.2, 52.3001] });
});

test("addresses at one position share a dot, and none is drawn under the chosen one", () => {
  const at = (id: string, label: string, lat: number) => ({ id, label, lat, lng: 5.2 });
  const features = toFeatures({
    point: { lat: 52.3, lng: 5.2 },
    others: [at("1", "2A", 52.3), at("2", "2B", 52.31), at("3", "2C", 52.31), at("4", "2D", 52.32)],
  });
  const dots = features.filter(({ properties }) => properties.role === "other");
  expect(dots.map(({ properties }) => [properties.id, properties.label])).toEqual([
    ["2", "2B +1"],
    ["4", "2D"],
  ]);
});

test("an area is set off from what lies outside: all but its exteriors", () => {
  const hole = [
    [5.15, 52.25],
    [5.15, 52.3],
    [5.2, 52.3],
    [5.15, 52.25],
  ];
  const [exterior] = SQUARE.coordinates;
  const features = toFeatures({
    area: { type: "MultiPolygon", coordinates: [[exterior!, hole], [exterior!]] },
  });
  expect(rolesOf(features)).toEqual(["outside", "area"]);
  const [, ...openings] = features[0]!.geometry.coordinates as number[][][];
  expect(openings).toEqual([exterior!, exterior!]);
});

test("nothing selected draws nothing and has no bounds", () => {
  expect(toFeatures({})).toEqual([]);
  expect(selectionBounds({})).toBeUndefined();
});

test("the bounds hold outlines, point and others", () => {
  const selection = {
    building: SQUARE,
    point: { lat: 52.5, lng: 5.2 },
    others: [{ id: "1", label: "1", lat: 52.3, lng: 5.0 }],
  } as const;
  expect(selectionBounds(selection)).toEqual([5.0, 52.2, 5.3, 52.5]);
  expect(selectionBounds({ area: SQUARE })).toEqual([5.1, 52.2, 5.3, 52.4]);
});
