import { expect, test } from "bun:test";
import { viewOfIdentificatie } from "../../view.ts";
import { hasNumber, recogniseProvinces } from "./recognise.ts";

test.each([
  ["0457010000005191", "residence"],
  ["0457100000068075", "building"],
  ["0457200000522576", "address"],
  ["0457300000000099", "street"],
  ["0457 1000 0006 8075", "building"],
  ["0457020000000001", undefined],
  ["045710000006807", undefined],
  ["045710000006807a", undefined],
])("%p is the identificatie of a %p", (text, kind) => {
  expect(viewOfIdentificatie(text)?.kind).toBe(kind as never);
});

test.each([
  ["keurstraat 5", true],
  ["1e helmersstraat", false],
  ["2de kerkstraat", false],
  ["1e helmersstraat 12", true],
  ["weesp", false],
])("%p has a house number: %p", (line, expected) => {
  expect(hasNumber(line)).toBe(expected);
});

test("provincies are found by the beginning of their name", () => {
  expect(recogniseProvinces("noord")).toEqual(["Noord-Brabant", "Noord-Holland"]);
  expect(recogniseProvinces("ut")).toEqual([]);
});
