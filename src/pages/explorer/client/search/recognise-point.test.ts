import { expect, test } from "bun:test";
import { rdToWgs84 } from "../../../../geo/rd.ts";
import { recognisePoint } from "./recognise-point.ts";

const METRE = 1 / 111_000;

test.each([
  ["52.3111, 5.0253", 52.3111, 5.0253],
  ["5.0253 52.3111", 52.3111, 5.0253],
  ["52,3111; 5,0253", 52.3111, 5.0253],
  ["N 52.3111 E 5.0253", 52.3111, 5.0253],
  ["52°18'40\"N 5°01'31\"E", 52.311111, 5.025278],
  ["52° 18′ 40″ N, 5° 1′ 31″ O", 52.311111, 5.025278],
  // The square of this code is 52.311 to 52.311125 north, 5.02525 to 5.025375 east.
  ["9F47826G+C4", 52.3110625, 5.0253125],
])("%p is a position", (text, lat, lng) => {
  const found = recognisePoint(text)!;
  expect(Math.abs(found.lat - lat)).toBeLessThan(METRE);
  expect(Math.abs(found.lng - lng)).toBeLessThan(METRE);
});

test("RD is a position, a metre off at most over the country", () => {
  for (const [x, y] of [
    [131_000, 480_500],
    [13_600, 371_000],
    [276_500, 581_000],
    [194_000, 308_000],
    [121_687.5, 487_484],
  ] as const) {
    const expected = rdToWgs84(x, y);
    const found = recognisePoint(`${x}, ${y}`)!;
    expect(Math.abs(found.lat - expected.lat)).toBeLessThan(METRE);
    expect(Math.abs(found.lng - expected.lon)).toBeLessThan(2 * METRE);
    expect(recognisePoint(`x=${x} y=${y}`)).toEqual(found);
  }
});

test.each(["1382 KT", "keurstraat 5", "1382", "3631", "48.85, 2.35", "12 13", "0457010000005191", "5a 12"])(
  "%p is none",
  (text) => {
    expect(recognisePoint(text)).toBeUndefined();
  },
);
