import { expect, test } from "bun:test";
import { isNetherlands } from "./country-cell.ts";

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
