import { expect, test } from "bun:test";
import fc from "fast-check";
import { SmallestValues } from "./smallest-values.ts";

test("the largest of the smallest, at any time", () => {
  const values = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ noNaN: true })));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), values, (limit, added) => {
      const smallest = new SmallestValues(limit);
      added.forEach((value, i) => {
        expect(smallest.largest).toBe(
          added.slice(0, i).toSorted((a, b) => a - b)[limit - 1] ?? Number.POSITIVE_INFINITY,
        );
        smallest.add(value);
      });
    }),
  );
});
