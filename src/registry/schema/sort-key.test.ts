import { expect, test } from "bun:test";
import fc from "fast-check";
import { type HouseNumber, inNaturalOrder } from "../../../test/support/oracles/natural-order.ts";
import { sortKeyOf } from "./sort-key.ts";

/** House numbers in ascending order. */
const IN_ORDER: [number, string | null, string | null][] = [
  [1, null, null],
  [2, null, null],
  [2, null, "0"],
  [2, null, "1"],
  [2, null, "01"],
  [2, null, "001"],
  [2, null, "1-3"],
  [2, null, "1A"],
  [2, null, "2"],
  [2, null, "10"],
  [2, null, "19"],
  [2, null, "100"],
  [2, null, "0100"],
  [2, null, "109"],
  [2, null, "400"],
  [2, null, "1000"],
  [2, null, "1009"],
  [2, null, "a"],
  [2, null, "A"],
  [2, null, "A1"],
  [2, null, "A2"],
  [2, null, "A10"],
  [2, null, "ab"],
  [2, null, "bis"],
  [2, null, "biS"],
  [2, null, "Bis"],
  [2, null, "BIS"],
  [2, null, "bisa"],
  [2, "a", null],
  [2, "a", "1"],
  [2, "a", "10"],
  [2, "a", "109"],
  [2, "a", "111"],
  [2, "a", "400"],
  [2, "a", "II"],
  [2, "A", null],
  [2, "A", "1"],
  [2, "b", null],
  [2, "B", null],
  [10, null, null],
  [100, "z", "9999"],
  [99999, null, null],
];

test("keys sort in natural order", () => {
  const keys = IN_ORDER.map((parts) => sortKeyOf(...parts));
  const disorder = keys.findIndex((key, i) => i > 0 && key <= keys[i - 1]!);
  expect(disorder === -1 ? "in order" : `${keys[disorder - 1]} before ${keys[disorder]}`).toBe("in order");
});

test.each([
  [5, null, null, "00005"],
  [5, "a", null, "00005 a"],
  [5, "A", null, "00005 a~"],
  [12, "a", "10", "00012 a 210"],
  [16, "D", "K", "00016 d~ k k"],
  [3, "a", "13", "00003 a 213"],
  [12345, null, "bis", "12345  bis"],
  [30, "a", "109", "00030 a 3109"],
  [30, "a", "1001", "00030 a 41001"],
  [30, null, "b007", "00030  b17 B3007"],
])("%j %j %j is %j", (huisnummer, letter, toevoeging, key) => {
  expect(sortKeyOf(huisnummer, letter, toevoeging)).toBe(key);
});

test("an empty part is no part", () => {
  expect(sortKeyOf(5, "", "")).toBe(sortKeyOf(5, null, null));
});

const houseNumber: fc.Arbitrary<HouseNumber> = fc.record({
  huisnummer: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 99_999 })),
  huisletter: fc.option(fc.stringMatching(/^[a-cA-CzZ]$/)),
  huisnummertoevoeging: fc.option(
    // From few characters, so that two additions often begin alike; or from all that the registry accepts.
    fc.oneof(fc.stringMatching(/^[019aA]{1,4}$/), fc.stringMatching(/^[0-9a-zA-Z]{1,4}$/)),
  ),
});

test("keys of any two house numbers compare as natural order, with numbers as BigInt, says", () => {
  const key = ({ huisnummer, huisletter, huisnummertoevoeging }: HouseNumber) =>
    sortKeyOf(huisnummer, huisletter, huisnummertoevoeging);
  // In about half of the pairs the second differs from the first only in its addition.
  const pair = fc
    .tuple(houseNumber, houseNumber, fc.boolean())
    .map(
      ([a, b, isNear]) =>
        [a, isNear ? { ...b, huisnummer: a.huisnummer, huisletter: a.huisletter } : b] as const,
    );
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const order = key(a) < key(b) ? -1 : Number(key(a) > key(b));
      expect(order).toBe(Math.sign(inNaturalOrder(a, b)));
    }),
    { numRuns: 20_000 },
  );
});

test("no addition of four characters makes a key of more than 22 bytes", () => {
  expect(sortKeyOf(99_999, "Z", "0A0B")).toBe("99999 z~ 10a10b 10a10b");
  expect(sortKeyOf(99_999, "Z", "000A")).toBe("99999 z~ 10a 3000a");
});
