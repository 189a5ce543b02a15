import { expect, test } from "bun:test";
import fc from "fast-check";
import { sortKeyOf } from "../../registry/schema/sort-key.ts";
import { designationKey } from "./designation-key.ts";

test.each([
  [null, null, ""],
  ["a", null, "A"],
  ["A", null, "A"],
  [null, "A", "a"],
  [null, "1000", "1000"],
  ["b", "2hg", "B2hg"],
  [null, "A-bov", "abov"],
  [null, "01", "01"],
  [null, "-", "~"],
])("letter %p and addition %p are kept as %p", (letter, toevoeging, key) => {
  expect(designationKey(sortKeyOf(12, letter, toevoeging))).toBe(key);
});

test("every letter and addition that the BAG allows is kept, except for case", () => {
  const letter = fc.option(fc.stringMatching(/^[a-zA-Z]$/));
  const toevoeging = fc.option(fc.stringMatching(/^[a-zA-Z0-9]{1,4}$/));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), letter, toevoeging, (number, l, t) => {
      expect(designationKey(sortKeyOf(number, l, t))).toBe((l ?? "").toUpperCase() + (t ?? "").toLowerCase());
    }),
    { numRuns: 2_000 },
  );
});
