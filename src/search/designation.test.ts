import { expect, test } from "bun:test";
import { volgordeKey } from "../registry/volgorde.ts";
import { designationOf, type Fit, fitOf, hasLetters } from "./designation.ts";
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
  ["huis", null, null, "rest"],
  ["huis", null, "hs", "same"],
  ["h", null, "HS", "same"],
  ["2-hoog", null, "2hg", "same"],
  ["2 hoog", null, "II", "same"],
  ["II", null, "2", "same"],
  ["2e verdieping", null, "2", "same"],
  ["1", null, "II", "other"],
  ["boven", null, "bov", "same"],
  ["bis", null, "BS", "same"],
  ["t/o", null, "TO", "equal"],
  ["02", null, "2", "same"],
  ["app 3", null, "3", "same"],
  ["5A3", null, "5A3", "equal"],
  ["DK", "D", "K", "equal"],
  ["a2hoog", "a", "2hg", "same"],
  ["2 a", "A", "2", "same"],
  ["414-A", "a", "414", "same"],
  ["2hoog a", "a", "2hg", "same"],
  ["ba", "a", "b", "same"],
  ["ba", null, "ab", "other"],
  ["A bis", null, "bisA", "same"],
  ["BSA", null, "bisA", "same"],
  ["studio 208", null, "208", "same"],
  ["kamer nr 3", null, "3", "same"],
  ["toevoeging B", "b", null, "same"],
  ["huisletter a toevoeging 2", "a", "2", "same"],
  ["app. A", "a", null, "same"],
  ["app. A", "a", "2", "part"],
  ["tweehoog", null, "2hg", "same"],
  ["eerste verdieping", null, "I", "same"],
  ["II hoog", null, "2", "same"],
  ["2nd floor", null, "2hg", "same"],
  ["1 hoog achter", null, "1hga", "same"],
  ["1 hoog achter", null, "1hg", "other"],
  ["bovenwoning", null, "bov", "same"],
  ["benedenwoning", null, "hs", "same"],
  ["bg", null, "ben", "same"],
  ["bg", null, "bov", "other"],
  ["west", null, "W", "same"],
  ["noordzijde", null, "NZ", "same"],
  ["n.v.t.", null, null, "equal"],
  ["n.v.t.", null, "2", "part"],
  ["0", null, null, "equal"],
  ["0", null, "0", "equal"],
  ["a null", "a", null, "same"],
];

test.each(CASES)("%p on %p, %p: %p", (typed, huisletter, huisnummertoevoeging, fit) => {
  const key = designationKey(volgordeKey(12, huisletter, huisnummertoevoeging));
  expect(fitOf(designationOf([typed]), key)).toBe(fit);
});

/** Designation typed, an address of a number that has letters, and the expected fit. */
const AMONG_LETTERS: readonly [typed: string, letter: string | null, toevoeging: string | null, fit: Fit][] =
  [
    ["h", null, null, "other"],
    ["hs", null, null, "rest"],
    ["h", "h", null, "equal"],
    ["h", null, "hs", "same"],
    ["1", "i", null, "other"],
    ["achter", "a", null, "other"],
    ["letter a", "a", null, "same"],
  ];

test.each(AMONG_LETTERS)("among letters %p on %p, %p: %p", (typed, huisletter, huisnummertoevoeging, fit) => {
  const key = designationKey(volgordeKey(12, huisletter, huisnummertoevoeging));
  expect(fitOf(designationOf([typed]), key, { isLettered: true })).toBe(fit);
});

test.each([
  [["A", "B"], true],
  [["a"], true],
  [["C", "2hg"], true],
  [["a", "v"], false],
  [["H", "I"], false],
  [["hs", "1"], false],
])("%p are letters in a row: %p", (keys, isLettered) => {
  expect(hasLetters(keys)).toBe(isLettered);
});
