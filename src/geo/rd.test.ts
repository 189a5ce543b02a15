import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { RD_GRID, RD_POINTS } from "../../test/support/extracts/reference-files.ts";
import {
  correctionInto,
  isInRdArea,
  rdToWgs84,
  rdToWgs84Into,
  roundDegrees,
  roundMetres,
  wgs84ToRd,
  wgs84ToRdInto,
} from "./rd.ts";

/** Five of the points that NSGI publishes for self-validation, (c) NSGI; degrees and metres. */
const HAND_POINTS = [
  { id: "30010000", lat: 51.728601274, lon: 4.712120126, x: 108360.879, y: 415757.2745 },
  { id: "30010001", lat: 52.115330444, lon: 7.684748554, x: 312352.6004, y: 461058.5812 },
  { id: "30010002", lat: 53.001308983, lon: 3.360296728, x: 18940.4448, y: 559061.2153 },
  { id: "30010008", lat: 51.593897609, lon: 3.927663147, x: 53868.5138, y: 401568.0165 },
  { id: "30014290", lat: 52.39344607, lon: 4.913738955, x: 122772.1358, y: 489616.237 },
];

interface TestPoint {
  lat: number;
  lon: number;
  x: number;
  y: number;
}

/** Reads NSGI's points: id, latitude, longitude, height, rd_x, rd_y, NAP. */
function readOfficialPoints(): TestPoint[] {
  const lines = readFileSync(RD_POINTS, "latin1").split(/\r?\n/);
  return lines
    .map((line) => line.split("\t").map(Number))
    .map(([, lat = Number.NaN, lon = Number.NaN, , x = Number.NaN, y = Number.NaN]) => ({ lat, lon, x, y }))
    .filter((point) => Number.isFinite(point.x + point.y + point.lat + point.lon));
}

/** Returns the distance in metres between two positions that are close together. */
function degreesApartM(a: { lat: number; lon: number }, b: { lat: number; lon: number }): number {
  const metresPerDegree = 111_300;
  const parallel = Math.cos((a.lat * Math.PI) / 180);
  return Math.hypot((a.lat - b.lat) * metresPerDegree, (a.lon - b.lon) * metresPerDegree * parallel);
}

function worstErrorsM(points: TestPoint[]): { forward: number; inverse: number } {
  let forward = 0;
  let inverse = 0;
  for (const point of points) {
    const rd = wgs84ToRd(point.lat, point.lon);
    forward = Math.max(forward, Math.hypot(rd.x - point.x, rd.y - point.y));
    inverse = Math.max(inverse, degreesApartM(rdToWgs84(point.x, point.y), point));
  }
  return { forward, inverse };
}

describe("against published coordinates", () => {
  test.each(HAND_POINTS)("point $id within 0.5 mm", (point) => {
    const { forward, inverse } = worstErrorsM([point]);
    expect(forward).toBeLessThan(0.0005);
    expect(inverse).toBeLessThan(0.0005);
  });

  test("the projection centre agrees with the published approximation formulas within their 0.5 m", () => {
    // Schreutelkamp and Strang van Hees, "Benaderingsformules voor de transformatie tussen RD- en
    // WGS84-kaartcoördinaten".
    expect(degreesApartM(rdToWgs84(155000, 463000), { lat: 52.1551744, lon: 5.38720621 })).toBeLessThan(0.5);
  });

  test("4,131 points in the Dutch box within 0.5 mm", () => {
    const points = readOfficialPoints().filter(
      ({ x, y }) => x >= 10_000 && x <= 280_000 && y >= 305_000 && y <= 620_000,
    );
    expect(points).toHaveLength(4131);
    const { forward, inverse } = worstErrorsM(points);
    expect(forward).toBeLessThan(0.0005);
    expect(inverse).toBeLessThan(0.0005);
  });

  test("7,959 points in the grid within 1 mm, all 10,000 within 5 mm", () => {
    const all = readOfficialPoints();
    const inGrid = all.filter((point) => isInRdArea(point.lat, point.lon));
    expect([all.length, inGrid.length]).toEqual([10000, 7959]);
    const near = worstErrorsM(inGrid);
    expect(near.forward).toBeLessThan(0.001);
    expect(near.inverse).toBeLessThan(0.001);
    const anywhere = worstErrorsM(all);
    expect(anywhere.forward).toBeLessThan(0.005);
    expect(anywhere.inverse).toBeLessThan(0.005);
  });
});

describe("the correction grid", () => {
  const correction = new Float64Array(2);

  test("gives a node's published value at the node", () => {
    correctionInto(52.125, 5.36, correction);
    expect(correction[0]).toBeCloseTo(446e-9, 12);
    expect(correction[1]).toBeCloseTo(-69e-9, 12);
  });

  test("is zero outside, at its bounds and for NaN", () => {
    for (const [lat, lon] of [
      [49, 5],
      [57, 5],
      [52, 1],
      [52, 9],
      [50, 2],
      [56, 8],
      [Number.NaN, 5],
      [52, Infinity],
    ]) {
      correctionInto(lat!, lon!, correction);
      expect([...correction]).toEqual([0, 0]);
    }
  });

  test("equals the whole published grid at every node", () => {
    const bytes = readFileSync(RD_GRID);
    let worst = 0;
    for (let row = 0; row < 481; row++) {
      for (let column = 0; column < 301; column++) {
        correctionInto(50 + row / 80, 2 + column / 50, correction);
        const at = (row * 301 + column) * 4;
        const north = Math.abs(correction[0]! * 1e9 - bytes.readInt16LE(at));
        const east = Math.abs(correction[1]! * 1e9 - bytes.readInt16LE(at + 2));
        worst = Math.max(worst, north, east);
      }
    }
    expect(worst).toBeLessThan(1e-6);
  });
});

describe("properties", () => {
  const bounded = (min: number, max: number) => fc.double({ min, max, noNaN: true });

  test("there and back stays within 0.2 mm in and around the Netherlands", () => {
    fc.assert(
      fc.property(bounded(-50_000, 350_000), bounded(250_000, 700_000), (x, y) => {
        const { lat, lon } = rdToWgs84(x, y);
        const back = wgs84ToRd(lat, lon);
        return Math.hypot(back.x - x, back.y - y) < 0.0002;
      }),
    );
  });

  test("there and back stays within a metre in all of Europe", () => {
    fc.assert(
      fc.property(bounded(36, 71), bounded(-10, 30), (lat, lon) => {
        const { x, y } = wgs84ToRd(lat, lon);
        return degreesApartM(rdToWgs84(x, y), { lat, lon }) < 1;
      }),
    );
  });

  test("any finite input gives a finite answer", () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(any, any, (x, y) => {
        const { lat, lon } = rdToWgs84(x, y);
        return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
      }),
    );
    fc.assert(
      fc.property(bounded(-90, 90), bounded(-180, 180), (lat, lon) => {
        const { x, y } = wgs84ToRd(lat, lon);
        return Number.isFinite(x) && Number.isFinite(y);
      }),
    );
  });

  test("poles and the antimeridian are finite", () => {
    for (const [lat, lon] of [
      [90, 0],
      [-90, 0],
      [0, 180],
      [0, -180],
      [90, 180],
    ]) {
      const { x, y } = wgs84ToRd(lat!, lon!);
      expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
    }
  });

  test("the allocation-free variants agree, also when a caller reuses its array", () => {
    const out = new Float64Array(2);
    rdToWgs84Into(121_687, 487_326, out);
    expect(rdToWgs84(121_687, 487_326)).toEqual({ lat: out[0]!, lon: out[1]! });
    wgs84ToRdInto(out[0]!, out[1]!, out);
    expect([...out].map(Math.round)).toEqual([121_687, 487_326]);
  });
});

describe("area and rounding", () => {
  test.each([
    [52, 5, true],
    [50, 2, true],
    [56, 8, true],
    [49.999, 5, false],
    [52, 8.001, false],
    [Number.NaN, 5, false],
    [52, Number.NaN, false],
    [Infinity, 5, false],
    [52, -Infinity, false],
  ])("isInRdArea(%p, %p) is %p", (lat, lon, expected) => {
    expect(isInRdArea(lat, lon)).toBe(expected);
  });

  test("degrees to eight decimals, metres to three", () => {
    expect(roundDegrees(52.155172894999)).toBe(52.15517289);
    expect(roundDegrees(-0.123456785)).toBe(-0.12345678);
    expect(roundMetres(121687.12349)).toBe(121687.123);
    expect(roundMetres(-0.0006)).toBe(-0.001);
  });

  test("rounding degrees moves a point by less than a millimetre", () => {
    const { lat, lon } = rdToWgs84(121_687.123, 487_326.456);
    const { x, y } = wgs84ToRd(roundDegrees(lat), roundDegrees(lon));
    expect(Math.hypot(x - 121_687.123, y - 487_326.456)).toBeLessThan(0.001);
  });
});
