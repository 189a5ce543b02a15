import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { referenceEditDistance } from "../../../test/relevance/addresses.ts";
import { Budget } from "./budget.ts";
import { allowedEdits, editDistance, nearWords } from "./edit-distance.ts";
import { vocabularyOf, wordAt } from "./vocabulary.ts";

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), minLength: 1, maxLength: 9 });
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 60 }).map((list) => list.sort());

describe("edit distance", () => {
  test.each([
    ["keurstraat", "keurstraat", 0],
    ["keurstraat", "kuerstraat", 1],
    ["keurstraat", "keurstrat", 1],
    ["keurstraat", "keurstraaat", 1],
    ["keurstraat", "kuerstrat", 2],
    ["ca", "abc", 3],
  ])("%s and %s are %d apart", (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  test("equals that of the textbook algorithm, up to its limit", () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 2 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(limit + 1, referenceEditDistance(a, b)));
      }),
    );
  });

  test("edits are allowed by length", () => {
    expect([3, 4, 7, 8, 30].map(allowedEdits)).toEqual([0, 1, 1, 2, 2]);
  });
});

describe("near words", () => {
  const budget = new Budget();
  test("are exactly those within the distance", () => {
    fc.assert(
      fc.property(words, word, fc.constantFrom(1, 2), (list, sought, maxDistance) => {
        const vocabulary = vocabularyOf(list);
        const found = nearWords(vocabulary, sought, { maxDistance, budget });
        const expected = list.filter((each) => referenceEditDistance(each, sought) <= maxDistance);
        expect(found.map(({ position }) => wordAt(vocabulary, position))).toEqual(expected);
        for (const { position, distance } of found) {
          expect(distance).toBe(referenceEditDistance(wordAt(vocabulary, position), sought));
        }
      }),
    );
  });

  test("as a prefix: those with some prefix within the distance", () => {
    fc.assert(
      fc.property(words, word, (list, sought) => {
        const vocabulary = vocabularyOf(list);
        const found = nearWords(vocabulary, sought, { maxDistance: 1, isPrefix: true, budget });
        const prefixes = (each: string) =>
          Array.from({ length: each.length + 1 }, (_, i) => each.slice(0, i));
        const expected = list.filter((each) =>
          prefixes(each).some((part) => referenceEditDistance(part, sought) <= 1),
        );
        expect(found.map(({ position }) => wordAt(vocabulary, position))).toEqual(expected);
      }),
    );
  });

  test("with the same first letter only when asked", () => {
    const vocabulary = vocabularyOf(["aab", "bab"]);
    const near = (sameFirstLetter: boolean) =>
      nearWords(vocabulary, "aab", { maxDistance: 1, sameFirstLetter, budget });
    expect([near(false).length, near(true).length]).toEqual([2, 1]);
  });
});
