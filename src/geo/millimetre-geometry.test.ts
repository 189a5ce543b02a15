import { expect, test } from "bun:test";
import type { Geometry, Ring } from "./geometry.ts";
import { decodeMillimetres, encodeMillimetres, VarintReader, writeVarint } from "./millimetre-geometry.ts";

function ring(...ordinates: number[]): Ring {
  return Float64Array.from([...ordinates, ordinates[0]!, ordinates[1]!]);
}

const SQUARE = ring(
  131_000.001,
  480_000.5,
  131_010,
  480_000.5,
  131_010,
  480_010.999,
  131_000.001,
  480_010.999,
);
const HOLE = ring(131_002, 480_002, 131_004.123, 480_002, 131_003, 480_004);

test.each<[string, Geometry, number]>([
  ["a point", { type: "Point", x: 131_000.001, y: 480_000.5 }, 10],
  ["a point left of zero", { type: "Point", x: -7_000.125, y: -0.001 }, 6],
  ["a polygon", { type: "Polygon", rings: [SQUARE] }, 24],
  ["a polygon with a hole", { type: "Polygon", rings: [SQUARE, HOLE] }, 39],
  ["several polygons", { type: "MultiPolygon", polygons: [[SQUARE], [HOLE, SQUARE]] }, 60],
  ["no polygon", { type: "MultiPolygon", polygons: [] }, 2],
  ["a fourth decimal", { type: "Polygon", rings: [ring(1.0001, 2, 3, 4, 5, 6)] }, 118],
])("%s comes back as it was, in few bytes", (_, geometry, bytes) => {
  const encoded = encodeMillimetres(geometry);
  expect(decodeMillimetres(encoded)).toEqual(geometry);
  expect(encoded.length).toBeLessThanOrEqual(bytes);
});

test("coordinates of every size come back bit by bit", () => {
  for (let i = 0; i < 20_000; i++) {
    const scale = 10 ** (i % 7);
    const at = (n: number) => Math.round(Math.sin(i * 7.3 + n) * scale * 1_000) / 1_000;
    const geometry: Geometry = { type: "Polygon", rings: [ring(at(1), at(2), at(3), at(4), at(5), at(6))] };
    const decoded = decodeMillimetres(encodeMillimetres(geometry)) as typeof geometry;
    if (decoded.rings[0]!.some((value, n) => value !== geometry.rings[0]![n])) {
      throw new Error(JSON.stringify(geometry));
    }
  }
});

test("bytes that end too early, or of an unknown kind, are refused", () => {
  const bytes = encodeMillimetres({ type: "Polygon", rings: [SQUARE] });
  expect(() => decodeMillimetres(bytes.subarray(0, -1))).toThrow("ends too early");
  expect(() => decodeMillimetres(Uint8Array.of(9, 1))).toThrow("unknown kind 9");
});

test("varints hold whole numbers up to 2^53 - 1", () => {
  const bytes = new Uint8Array(64);
  const numbers = [0, 127, 128, 16_384, 2 ** 31, 457_200_000_522_517, Number.MAX_SAFE_INTEGER];
  const end = numbers.reduce((at, value) => writeVarint(bytes, at, value), 0);
  const reader = new VarintReader(bytes.subarray(0, end));
  expect(numbers.map(() => reader.next())).toEqual(numbers);
  expect(reader.isAtEnd).toBe(true);
});
