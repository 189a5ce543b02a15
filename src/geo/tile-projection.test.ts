import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { RD_POINTS } from "../../test/support/extracts/reference-files.ts";
import { wgs84ToRd } from "./rd.ts";
import {
  createTileProjection,
  exactProjection,
  type TileId,
  wgs84BoxOfTile,
  wgs84ToTileInto,
} from "./web-mercator.ts";

/** Corners of the country and its middle: latitude and longitude. */
const PLACES = [
  [50.77, 5.7],
  [51.37, 3.4],
  [53.45, 6.05],
  [52.23, 7.05],
  [52.31, 5.04],
] as const;
const position = new Float64Array(2);

function tileAt(z: number, lat: number, lon: number): TileId {
  const northing = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / Math.PI;
  return { z, x: Math.floor(((lon + 180) / 360) * 2 ** z), y: Math.floor(((1 - northing) / 2) * 2 ** z) };
}

/** Returns the RD box around the corners of a tile. */
function rdBoxOf(tile: TileId) {
  const { south, north, west, east } = wgs84BoxOfTile(tile);
  const corners = [south, north].flatMap((lat) => [west, east].map((lon) => wgs84ToRd(lat, lon)));
  return {
    minX: Math.min(...corners.map(({ x }) => x)),
    maxX: Math.max(...corners.map(({ x }) => x)),
    minY: Math.min(...corners.map(({ y }) => y)),
    maxY: Math.max(...corners.map(({ y }) => y)),
  };
}

function largestError(tile: TileId): number {
  const box = rdBoxOf(tile);
  const project = createTileProjection(tile, box);
  const exact = exactProjection(tile);
  const expected = new Float64Array(2);
  let largest = 0;
  for (let i = 0; i <= 20; i++) {
    for (let j = 0; j <= 20; j++) {
      const x = box.minX + ((box.maxX - box.minX) * i) / 20;
      const y = box.minY + ((box.maxY - box.minY) * j) / 20;
      project(x, y, position);
      exact(x, y, expected);
      largest = Math.max(largest, Math.hypot(position[0]! - expected[0]!, position[1]! - expected[1]!));
    }
  }
  return largest;
}

describe("the polynomial stays near the formulas, anywhere in the country", () => {
  test.each([
    [5, 0],
    [6, 0],
    [7, 0.4],
    [8, 0.06],
    [9, 0.03],
    [10, 0.015],
    [11, 0.006],
    [12, 0.003],
    [14, 0.003],
    [16, 0.003],
  ])("zoom %d: at most %d units", (z, tolerance) => {
    for (const [lat, lon] of PLACES) {
      expect(largestError(tileAt(z, lat, lon))).toBeLessThanOrEqual(tolerance);
    }
  });
});

test("the official points lie where the map projection of their degrees puts them, within 1 cm", () => {
  const lines = readFileSync(RD_POINTS, "latin1").split(/\r?\n/);
  const points = lines.map((line) => line.split("\t").map(Number)).filter(([, lat]) => Number.isFinite(lat));
  const expected = new Float64Array(2);
  let tested = 0;
  for (const [, lat = 0, lon = 0, , x = 0, y = 0] of points) {
    // Outside the correction grid the official file has no RD position.
    if (!Number.isFinite(x + y) || lat < 50.5 || lat > 54 || lon < 3 || lon > 7.5) {
      continue;
    }
    const tile = tileAt(16, lat, lon);
    createTileProjection(tile, rdBoxOf(tile))(x, y, position);
    wgs84ToTileInto(tile, lat, lon, expected);
    // A unit of zoom 16 is 9 cm.
    expect(Math.hypot(position[0]! - expected[0]!, position[1]! - expected[1]!)).toBeLessThan(0.11);
    tested++;
  }
  expect(tested).toBeGreaterThan(500);
});
