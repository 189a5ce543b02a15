import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parsePositions } from "./read-geometry.ts";

const parse = (text: string, dimension = 2) => {
  const positions = parsePositions(Buffer.from(text), 0, Buffer.byteLength(text), dimension);
  return positions && [...positions];
};

test.each([
  ["1 2", 2, [1, 2]],
  ["131009.0 481699.9", 2, [131009, 481699.9]],
  ["131009.123 481699.001 0.0", 3, [131009.123, 481699.001]],
  ["1 2 9 3 4 9", 3, [1, 2, 3, 4]],
  ["\n  1 2\n\t3 4\r\n", 2, [1, 2, 3, 4]],
  ["-1.5 -0.25", 2, [-1.5, -0.25]],
  ["1. .5", 2, [1, 0.5]],
  ["000001 2", 2, [1, 2]],
  ["0.123456789 1", 2, [0.123456789, 1]],
  ["123456789012345 1", 2, [123456789012345, 1]],
  // Ten or more decimals: millimetres.
  ["130318.2634999999 -0.1234567891", 2, [130318.263, -0.123]],
  ["130318.26350000000001 480427.84600000000000000001", 2, [130318.264, 480427.846]],
  ["130318.2630000000000000000000000000000000 1 0.0000000000", 3, [130318.263, 1]],
])("%p in %d dimensions is %p", (text, dimension, expected) => {
  expect(parse(text, dimension)).toEqual(expected);
});

describe("what is not a list of plain decimal numbers gives nothing:", () => {
  test.each([
    ["an empty text", "", 2],
    ["white space", " \n ", 2],
    ["half a point", "1", 2],
    ["a point too short", "1 2 3", 2],
    ["two dimensions where three are said", "1 2 3 4", 3],
    ["an exponent", "1e3 2", 2],
    ["a plus sign", "+1 2", 2],
    ["two points in a number", "1.2.3 4", 2],
    ["a comma", "1,2", 2],
    ["a lone minus", "- 2", 2],
    ["a lone point", ". 2", 2],
    ["not a number", "NaN 2", 2],
    ["more than 15 digits", "1234567890123456 2", 2],
    ["a number beyond all coordinates", "1e300 2", 2],
    ["more than 15 digits and decimals", "1234567890123456.1234567891 2", 2],
    ["a minus inside", "1-2 3", 2],
  ])("%s", (_what, text, dimension) => {
    expect(parse(text, dimension)).toBeUndefined();
  });
});

test("every coordinate of millimetres is the double nearest to what was written", () => {
  const millimetres = fc.integer({ min: -999_999_999, max: 999_999_999 });
  const property = fc.property(fc.array(fc.tuple(millimetres, millimetres), { minLength: 1 }), (points) => {
    const written = points.flat().map((value) => (value / 1000).toFixed(3));
    expect(parse(written.join(" "))).toEqual(written.map((text) => Number(text) + 0));
  });
  fc.assert(property, { numRuns: 300, seed: 28992 });
});

test("a ring longer than the buffer is read whole, and one read before keeps its points", () => {
  const first = parsePositions(Buffer.from("1 2 3 4"), 0, 7, 2)!;
  const long = Array.from({ length: 20_000 }, (_, i) => i);
  expect(parse(long.join(" "))).toEqual(long);
  expect([...first]).toEqual([1, 2, 3, 4]);
});

test("only the stretch that is asked for is read", () => {
  expect([...parsePositions(Buffer.from("x1 2y"), 1, 4, 2)!]).toEqual([1, 2]);
});
