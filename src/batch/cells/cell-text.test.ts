import { expect, test } from "bun:test";
import { isNetherlands, readPostcodeCell } from "./cell-text.ts";

test.each([
  "1381AB",
  "1381 ab",
  "1381-AB",
  "1381  Ab",
  "NL-1381AB",
  "NL 1381 AB",
  "nl1381ab",
  "1381.AB",
  "1381 AB,",
])("%p is 1381AB", (text) => {
  expect(readPostcodeCell(text)).toEqual({ postcode: "1381AB", rest: "" });
});

test("text behind it is kept: the place", () => {
  expect(readPostcodeCell("1381 AB  Weesp")).toEqual({ postcode: "1381AB", rest: "Weesp" });
  expect(readPostcodeCell("1381AB, 's-Graveland")).toEqual({ postcode: "1381AB", rest: "'s-Graveland" });
});

test.each(["", "1381", "1381A", "1381ABC", "0381AB", "13811AB", "AB1381", "D-12345", "Weesp"])(
  "%p is no postcode",
  (text) => {
    expect(readPostcodeCell(text)).toBeUndefined();
  },
);

test("the longest cells are read in proportion to their length", () => {
  const spaces = " ".repeat(1_000_000);
  for (const text of [`1381AB${spaces}a\nb`, `NL${spaces}Weesp`, `1381${spaces}Weesp`]) {
    expect(readPostcodeCell(text)).toBeUndefined();
  }
});

test.each([
  "NL",
  "nl",
  "NLD",
  "Nederland",
  "NEDERLAND",
  "Netherlands",
  "The Netherlands",
  "Holland",
  "Niederlande",
  "Pays-Bas",
  "N.L.",
])("%p is the Netherlands", (text) => {
  expect(isNetherlands(text)).toBe(true);
});

test.each([
  "België",
  "Belgie",
  "Belgium",
  "BE",
  "Duitsland",
  "DE",
  "Deutschland",
  "Germany",
  "Allemagne",
  "UK",
  "Frankrijk",
  "D.E.",
])("%p is another country", (text) => {
  expect(isNetherlands(text)).toBe(false);
});

test.each(["", "Weesp", "onbekend", "x".repeat(61)])("%p is no country", (text) => {
  expect(isNetherlands(text)).toBeUndefined();
});
