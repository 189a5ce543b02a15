import { expect, test } from "bun:test";
import { lineBeforeNumber } from "./line-before-number.ts";

test.each([
  ["keurstraat 77", "keurstraat"],
  ["Keurstraat 77a, Weesp", "Keurstraat, Weesp"],
  ["dam 1 amsterdam", "dam amsterdam"],
  ["plein 1944 5 hs", "plein 1944"],
  ["77", undefined],
  ["1382KT 77", "1382KT"],
  ["keurstraat", undefined],
])("%p without its number is %p", (line, expected) => {
  expect(lineBeforeNumber(line)).toBe(expected);
});
