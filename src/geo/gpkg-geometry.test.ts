import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Geometry } from "./geometry.ts";
import {
  decodeGpkgGeometry,
  encodeGpkgGeometry,
  encodeGpkgPoint,
  readGpkgEnvelope,
} from "./gpkg-geometry.ts";

// IEEE 754 doubles by hand, little-endian and big-endian.
const LE = {
  zero: "0000000000000000",
  one: "000000000000f03f",
  two: "0000000000000040",
  four: "0000000000001040",
};
const BE = {
  zero: "0000000000000000",
  one: "3ff0000000000000",
  two: "4000000000000000",
  four: "4010000000000000",
};

/** GP, version 0, flags, srs_id 28992 = 0x7140. */
const LE_HEADER = (flags: string) => `475000${flags}40710000`;
const BE_HEADER = (flags: string) => `475000${flags}00007140`;

/** POLYGON((0 0,0 1,1 1,1 0,0 0)), the example of PostGIS's ST_AsBinary. */
const SQUARE_RING = Float64Array.of(0, 0, 0, 1, 1, 1, 1, 0, 0, 0);
const SQUARE: Geometry = { type: "Polygon", rings: [SQUARE_RING] };
const SQUARE_WKB = [
  ...["01", "03000000", "01000000", "05000000"],
  ...[LE.zero, LE.zero, LE.zero, LE.one, LE.one, LE.one, LE.one, LE.zero, LE.zero, LE.zero],
].join("");
const SQUARE_ENVELOPE = [LE.zero, LE.one, LE.zero, LE.one].join("");
const POINT_WKB = `0101000000${LE.two}${LE.four}`;

function fromHex(...parts: string[]): Uint8Array {
  return Uint8Array.fromHex(parts.join(""));
}

describe("encoding, byte for byte", () => {
  test("a point has no envelope and takes 29 bytes", () => {
    expect(encodeGpkgPoint(2, 4).toHex()).toBe(LE_HEADER("01") + POINT_WKB);
    expect(encodeGpkgGeometry({ type: "Point", x: 2, y: 4 })).toEqual(encodeGpkgPoint(2, 4));
    expect(encodeGpkgPoint(2, 4, 4326).toHex()).toStartWith("47500001e6100000");
  });

  test("a polygon has its envelope as minx, maxx, miny, maxy", () => {
    expect(encodeGpkgGeometry(SQUARE).toHex()).toBe(LE_HEADER("03") + SQUARE_ENVELOPE + SQUARE_WKB);
    const oblong: Geometry = { type: "Polygon", rings: [Float64Array.of(1, 2, 4, 2, 4, 4, 1, 2)] };
    const envelope = encodeGpkgGeometry(oblong, 7).subarray(8, 40);
    expect(envelope.toHex()).toBe([LE.one, LE.four, LE.two, LE.four].join(""));
  });

  test("a multipolygon nests whole polygons", () => {
    const blob = encodeGpkgGeometry({ type: "MultiPolygon", polygons: [[SQUARE_RING], [SQUARE_RING]] });
    const wkb = `0106000000${"02000000"}${SQUARE_WKB}${SQUARE_WKB}`;
    expect(blob.toHex()).toBe(LE_HEADER("03") + SQUARE_ENVELOPE + wkb);
  });

  test("no vertices: flagged empty, without an envelope", () => {
    expect(encodeGpkgGeometry({ type: "Polygon", rings: [] }).toHex()).toBe(
      `${LE_HEADER("11")}010300000000000000`,
    );
  });
});

describe("decoding", () => {
  test.each([
    ["a big-endian point", fromHex(BE_HEADER("00"), "00", "00000001", BE.two, BE.four)],
    [
      "big-endian WKB under a little-endian header",
      fromHex(LE_HEADER("01"), "00", "00000001", BE.two, BE.four),
    ],
    ["ISO Z", fromHex(LE_HEADER("01"), "01", "e9030000", LE.two, LE.four, LE.one)],
    ["ISO M", fromHex(LE_HEADER("01"), "01", "d1070000", LE.two, LE.four, LE.one)],
    ["ISO ZM", fromHex(LE_HEADER("01"), "01", "b90b0000", LE.two, LE.four, LE.one, LE.one)],
    ["EWKB Z", fromHex(LE_HEADER("01"), "01", "01000080", LE.two, LE.four, LE.one)],
    ["EWKB M", fromHex(LE_HEADER("01"), "01", "01000040", LE.two, LE.four, LE.one)],
    [
      "EWKB ZM with SRID",
      fromHex(LE_HEADER("01"), "01", "010000e0", "40710000", LE.two, LE.four, LE.one, LE.one),
    ],
    ["an envelope on a point", fromHex(LE_HEADER("03"), LE.two, LE.two, LE.four, LE.four, POINT_WKB)],
    ["an xyz envelope", fromHex(LE_HEADER("05"), LE.zero.repeat(6), POINT_WKB)],
    ["an xym envelope", fromHex(LE_HEADER("07"), LE.zero.repeat(6), POINT_WKB)],
    ["an xyzm envelope", fromHex(LE_HEADER("09"), LE.zero.repeat(8), POINT_WKB)],
  ])("%s", (_, blob) => {
    expect(decodeGpkgGeometry(blob)).toEqual({ type: "Point", x: 2, y: 4 });
  });

  test("polygons with z, whose parts may have their own byte order", () => {
    const corners: [string, string][] = [
      ["zero", "zero"],
      ["four", "zero"],
      ["four", "two"],
      ["zero", "zero"],
    ];
    const vertices = (order: Record<string, string>) =>
      corners.map(([x, y]) => order[x]! + order[y]! + order.one!);
    const little = ["01", "eb030000", "01000000", "04000000", ...vertices(LE)].join("");
    const big = ["00", "000003eb", "00000001", "00000004", ...vertices(BE)].join("");
    const ring = Float64Array.of(0, 0, 4, 0, 4, 2, 0, 0);
    expect(decodeGpkgGeometry(fromHex(LE_HEADER("01"), little))).toEqual({ type: "Polygon", rings: [ring] });
    const multi = fromHex(LE_HEADER("01"), "01", "ee030000", "02000000", little, big);
    expect(decodeGpkgGeometry(multi)).toEqual({ type: "MultiPolygon", polygons: [[ring], [ring]] });
  });

  test("a blob that is a view into a larger buffer", () => {
    const padded = fromHex("ffffff", LE_HEADER("01"), POINT_WKB, "ff").subarray(3, -1);
    expect(decodeGpkgGeometry(padded)).toEqual({ type: "Point", x: 2, y: 4 });
  });

  test.each([
    [
      "a line string",
      fromHex(LE_HEADER("01"), "01", "02000000", "00000000"),
      "a LineString is not supported",
    ],
    [
      "a collection",
      fromHex(LE_HEADER("01"), "01", "07000000", "00000000"),
      "a GeometryCollection is not supported",
    ],
    ["an unknown type", fromHex(LE_HEADER("01"), "01", "63000000"), "a geometry of type 99 is not supported"],
    [
      "an impossible type",
      fromHex(LE_HEADER("01"), "01", "a30f0000"),
      "a geometry of type 4003 is not supported",
    ],
    [
      "a point in a multipolygon",
      fromHex(LE_HEADER("01"), "01", "06000000", "01000000", POINT_WKB),
      "other than polygons",
    ],
    [
      "an empty point",
      fromHex(LE_HEADER("11"), "01", "01000000", "000000000000f87f".repeat(2)),
      "an empty point",
    ],
    ["an odd byte order", fromHex(LE_HEADER("01"), "02", "01000000", LE.two, LE.four), "byte order 2"],
    ["bare WKB", fromHex(POINT_WKB), "does not start with GP"],
    ["no bytes", new Uint8Array(), "does not start with GP"],
    ["an extended blob", fromHex(LE_HEADER("21"), POINT_WKB), "extended types"],
    [
      "an unknown envelope",
      fromHex(LE_HEADER("0b"), LE.zero.repeat(8), POINT_WKB),
      "unknown kind of envelope",
    ],
    ["a cut envelope", fromHex(LE_HEADER("03"), LE.zero), "ends too early"],
    ["four billion rings", fromHex(LE_HEADER("01"), "01", "03000000", "ffffffff"), "ends too early"],
    [
      "four billion vertices",
      fromHex(LE_HEADER("01"), "01", "03000000", "01000000", "ffffffff"),
      "ends too early",
    ],
  ])("refuses %s", (_, blob, message) => {
    expect(() => decodeGpkgGeometry(blob)).toThrow(message);
  });

  test("a blob cut anywhere is refused with an Error of ours", () => {
    const blob = encodeGpkgGeometry({ type: "MultiPolygon", polygons: [[SQUARE_RING], [SQUARE_RING]] });
    for (let length = 0; length < blob.length; length++) {
      expect(() => decodeGpkgGeometry(blob.subarray(0, length))).toThrow(/^(WKB|GeoPackage geometry): /);
    }
  });
});

test("there and back changes nothing", () => {
  const ordinate = fc.double({ noNaN: true });
  const ring = fc
    .array(ordinate, { minLength: 8, maxLength: 40 })
    .map((values) => Float64Array.from(values.slice(0, values.length & ~1)));
  const rings = fc.array(ring, { minLength: 1, maxLength: 3 });
  const geometries: fc.Arbitrary<Geometry> = fc.oneof(
    fc.record({ type: fc.constant("Point" as const), x: ordinate, y: ordinate }),
    fc.record({ type: fc.constant("Polygon" as const), rings }),
    fc.record({ type: fc.constant("MultiPolygon" as const), polygons: fc.array(rings, { maxLength: 3 }) }),
  );
  fc.assert(
    fc.property(geometries, (geometry) => {
      expect(decodeGpkgGeometry(encodeGpkgGeometry(geometry))).toEqual(geometry);
    }),
  );
});

describe("readGpkgEnvelope", () => {
  test("reads what was written, in either byte order", () => {
    const oblong: Geometry = { type: "Polygon", rings: [Float64Array.of(1, 2, 4, 2, 4, 4, 1, 2)] };
    const box = { minX: 1, minY: 2, maxX: 4, maxY: 4 };
    expect(readGpkgEnvelope(encodeGpkgGeometry(oblong))).toEqual(box);
    expect(readGpkgEnvelope(fromHex(BE_HEADER("02"), BE.one, BE.four, BE.two, BE.four))).toEqual(box);
  });

  test("is undefined without an envelope and for an empty one", () => {
    expect(readGpkgEnvelope(encodeGpkgPoint(2, 4))).toBeUndefined();
    expect(readGpkgEnvelope(fromHex(LE_HEADER("13"), "000000000000f87f".repeat(4)))).toBeUndefined();
  });
});
