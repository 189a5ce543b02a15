import { expect, test } from "bun:test";
import { sortKeyOf } from "../../registry/schema/sort-key.ts";
import { type Fit, fitOf, isLetterAmong, joinDesignation } from "./designation.ts";
import { designationKey } from "./designation-key.ts";

/** Designation typed, the registry's letter and addition, and the expected fit. */
const CASES: readonly [typed: string, letter: string | null, toevoeging: string | null, fit: Fit][] = [
  ["", null, null, "equal"],
  ["", "a", null, "part"],
  ["a", "a", null, "equal"],
  ["A", "a", null, "equal"],
  ["a", null, "A", "equal"],
  ["a 2", "A", "2", "equal"],
  ["a", "A", "2", "part"],
  ["2", "A", "2", "part"],
  ["b", "a", null, "other"],
  ["a", null, null, "other"],
  ["huis", null, null, "plain"],
  ["huis", null, "hs", "equivalent"],
  ["h", null, "HS", "equivalent"],
  ["2-hoog", null, "2hg", "equivalent"],
  ["2 hoog", null, "II", "equivalent"],
  ["II", null, "2", "equivalent"],
  ["2e verdieping", null, "2", "equivalent"],
  ["1", null, "II", "other"],
  ["boven", null, "bov", "equivalent"],
  ["bis", null, "BS", "equivalent"],
  ["t/o", null, "TO", "equivalent"],
  ["02", null, "2", "equivalent"],
  ["app 3", null, "3", "equivalent"],
  ["5A3", null, "5A3", "equal"],
  ["DK", "D", "K", "equal"],
  ["a2hoog", "a", "2hg", "equivalent"],
  ["2 a", "A", "2", "equivalent"],
  ["414-A", "a", "414", "equivalent"],
  ["2hoog a", "a", "2hg", "equivalent"],
  ["ba", "a", "b", "equivalent"],
  ["ba", null, "ab", "other"],
  ["A bis", null, "bisA", "equivalent"],
  ["BSA", null, "bisA", "equivalent"],
  ["studio 208", null, "208", "equivalent"],
  ["kamer nr 3", null, "3", "equivalent"],
  ["toevoeging B", "b", null, "equivalent"],
  ["huisletter a toevoeging 2", "a", "2", "equivalent"],
  ["app. A", "a", null, "equivalent"],
  ["app. A", "a", "2", "part"],
  ["tweehoog", null, "2hg", "equivalent"],
  ["eerste verdieping", null, "I", "equivalent"],
  ["II hoog", null, "2", "equivalent"],
  ["2nd floor", null, "2hg", "equivalent"],
  ["1 hoog achter", null, "1hga", "equivalent"],
  ["1 hoog achter", null, "1hg", "other"],
  ["bovenwoning", null, "bov", "equivalent"],
  ["benedenwoning", null, "hs", "equivalent"],
  ["bg", null, "ben", "equivalent"],
  ["bg", null, "bov", "other"],
  ["west", null, "W", "equivalent"],
  ["noordzijde", null, "NZ", "equivalent"],
  ["n.v.t.", null, null, "equal"],
  ["n.v.t.", null, "2", "part"],
  ["0", null, null, "equal"],
  ["0", null, "0", "equal"],
  ["a null", "a", null, "equivalent"],
];

test.each(CASES)("%p on %p, %p: %p", (typed, huisletter, huisnummertoevoeging, fit) => {
  const key = designationKey(sortKeyOf(12, huisletter, huisnummertoevoeging));
  expect(fitOf(joinDesignation([typed]), key)).toBe(fit);
});

/** Designation typed, an address of a number that has letters, and the expected fit. */
const AMONG_LETTERS: readonly [typed: string, letter: string | null, toevoeging: string | null, fit: Fit][] =
  [
    ["h", null, null, "other"],
    ["hs", null, null, "plain"],
    ["h", "h", null, "equal"],
    ["h", null, "hs", "equivalent"],
    ["1", "i", null, "other"],
    ["achter", "a", null, "other"],
    ["letter a", "a", null, "equivalent"],
    ["i", null, "1hg", "part"],
    ["x", null, "10", "part"],
    ["i", "i", null, "equal"],
  ];

test.each(AMONG_LETTERS)("among letters %p on %p, %p: %p", (typed, huisletter, huisnummertoevoeging, fit) => {
  const key = designationKey(sortKeyOf(12, huisletter, huisnummertoevoeging));
  expect(fitOf(joinDesignation([typed]), key, { isLettered: true })).toBe(fit);
});

test.each([
  ["h", ["A", "B"], true],
  ["h", ["a"], true],
  ["h", ["C", "2hg"], true],
  ["h", ["a", "v"], false],
  ["h", ["H", "I"], false],
  ["h", ["hs", "1"], false],
  ["i", ["H", "1"], true],
  ["x", ["a", "v", "10"], true],
  ["i", ["I", "1"], false],
  ["i", ["1", "2", "hs"], false],
  ["ii", ["H", "2"], false],
])("%p among %p is a letter: %p", (typed, keys, isLettered) => {
  expect(isLetterAmong(typed, keys)).toBe(isLettered);
});
