import { expect, test } from "bun:test";
import fc from "fast-check";
import { countsOfNumber, HouseNumberWriter, numbersOf } from "./house-numbers.ts";

const counts = fc.record({
  number: fc.integer({ min: 1, max: 99_999 }),
  plain: fc.integer({ min: 0, max: 3 }),
  others: fc.integer({ min: 0, max: 2_000 }),
});
const street = fc
  .uniqueArray(counts, { selector: ({ number }) => number, maxLength: 30 })
  .map((list) => list.filter(({ plain, others }) => plain + others > 0).sort((a, b) => a.number - b.number));

test("streets written one after the other are read back, number by number", () => {
  fc.assert(
    fc.property(fc.array(street, { maxLength: 5 }), fc.integer({ min: 1, max: 99_999 }), (streets, other) => {
      const writer = new HouseNumberWriter();
      const ranges = streets.map((numbers) => {
        const from = writer.size;
        writer.add(numbers);
        return { from, to: writer.size };
      });
      const bytes = writer.bytes();
      streets.forEach((numbers, i) => {
        expect([...numbersOf(bytes, ranges[i]!)]).toEqual(numbers);
        for (const { number, plain, others } of numbers) {
          expect(countsOfNumber(bytes, ranges[i]!, number)).toEqual({ plain, others });
        }
        const known = numbers.find(({ number }) => number === other);
        if (known === undefined) expect(countsOfNumber(bytes, ranges[i]!, other)).toBeUndefined();
      });
    }),
  );
});

test("a plain number near the one before takes one byte", () => {
  const writer = new HouseNumberWriter();
  writer.add([1, 3, 5, 7].map((number) => ({ number, plain: 1, others: 0 })));
  expect(writer.size).toBe(4);
});
