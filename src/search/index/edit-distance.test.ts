import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { referenceEditDistance } from "../../../test/relevance/addresses.ts";
import { allowedEdits, Budget, editDistance, nearWords, nearWordsByFirstLetter } from "./edit-distance.ts";
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
        const expected = list.filter((each) => distanceOfPrefix(each, sought) <= 1);
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

  test.each([false, true])(
    "by first letter: else those one edit away with another one; prefix %p",
    (isPrefix) => {
      fc.assert(
        fc.property(words, word, (list, sought) => {
          fc.pre(sought.length > 1);
          const vocabulary = vocabularyOf(list);
          const found = nearWordsByFirstLetter(vocabulary, sought, { maxDistance: 2, isPrefix, budget });
          const distanceOf = (each: string) =>
            isPrefix ? distanceOfPrefix(each, sought) : referenceEditDistance(each, sought);
          const same = list.filter((each) => each[0] === sought[0] && distanceOf(each) <= 2);
          const expected = same.length > 0 ? same : list.filter((each) => distanceOf(each) <= 1);
          expect(found.map(({ position }) => wordAt(vocabulary, position))).toEqual(expected);
        }),
      );
    },
  );
});

function distanceOfPrefix(word: string, sought: string): number {
  const prefixes = Array.from({ length: word.length + 1 }, (_, i) => word.slice(0, i));
  return Math.min(...prefixes.map((prefix) => referenceEditDistance(prefix, sought)));
}
