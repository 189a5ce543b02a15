import { expect, test } from "bun:test";
import { volgordeKey } from "../registry/volgorde.ts";
import { designationOf, type Fit, fitOf } from "./designation.ts";
import { designationKey } from "./designation-key.ts";

/** What is typed behind the number, the registry's letter and addition, and how the first fits the second. */
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
];

test.each(CASES)("%p on %p, %p: %p", (typed, huisletter, huisnummertoevoeging, fit) => {
  const key = designationKey(volgordeKey(12, huisletter, huisnummertoevoeging));
  expect(fitOf(designationOf([typed]), key)).toBe(fit);
});
