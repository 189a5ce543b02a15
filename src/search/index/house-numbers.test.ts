import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  designationsIn,
  findNumber,
  HouseNumberWriter,
  type NumberEntry,
  numbersOf,
} from "./house-numbers.ts";

const designations = fc
  .uniqueArray(
    fc.record({ key: fc.stringMatching(/^[A-Z]?[a-z0-9]{1,6}$/), count: fc.integer({ min: 1, max: 300 }) }),
    { selector: ({ key }) => key, maxLength: 40 },
  )
  .map((list) => list.sort((a, b) => (a.key < b.key ? -1 : 1)));
const entry = fc.record({
  number: fc.integer({ min: 1, max: 99_999 }),
  plain: fc.integer({ min: 0, max: 300 }),
  designations,
});
const street = fc
  .uniqueArray(entry, { selector: ({ number }) => number, maxLength: 30 })
  .map((list) => list.filter((each) => totalOf(each) > 0).sort((a, b) => a.number - b.number));

function othersOf({ designations }: NumberEntry): number {
  return designations.reduce((sum, { count }) => sum + count, 0);
}

function totalOf(entry: NumberEntry): number {
  return entry.plain + othersOf(entry);
}

test("streets written one after the other are read back, number by number", () => {
  fc.assert(
    fc.property(fc.array(street, { maxLength: 5 }), fc.integer({ min: 1, max: 99_999 }), (streets, other) => {
      const writer = new HouseNumberWriter();
      const ranges = streets.map((numbers) => {
        const from = writer.size;
        expect(writer.add(numbers)).toBe(numbers.reduce((sum, each) => sum + totalOf(each), 0));
        return { from, to: writer.size };
      });
      const bytes = writer.bytes();
      streets.forEach((numbers, i) => {
        expect([...numbersOf(bytes, ranges[i]!)]).toEqual(
          numbers.map((each) => ({ number: each.number, plain: each.plain, others: othersOf(each) })),
        );
        for (const each of numbers) {
          const block = findNumber(bytes, ranges[i]!, each.number)!;
          expect(block).toMatchObject({ plain: each.plain, others: othersOf(each) });
          expect(designationsIn(bytes, block)).toEqual([...each.designations]);
        }
        const known = numbers.some(({ number }) => number === other);
        if (!known) {
          expect(findNumber(bytes, ranges[i]!, other)).toBeUndefined();
        }
      });
    }),
  );
});

test("a plain number near the one before takes one byte", () => {
  const writer = new HouseNumberWriter();
  writer.add([1, 3, 5, 7].map((number) => ({ number, plain: 1, designations: [] })));
  expect(writer.size).toBe(4);
});
