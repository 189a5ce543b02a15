import { expect, test } from "bun:test";
import { checkCompanion } from "./check-companion.ts";

test.each([
  ["no arguments", []],
  ["no label", ["gemeenten", "names.csv"]],
  ["an unknown kind", ["streets", "names.csv", "names"]],
  ["a name that every object has", ["toString", "names.csv", "names"]],
])("refuses %s as wrong usage", (_what, given) => {
  expect(() => checkCompanion(given)).toThrow(expect.objectContaining({ code: "usage" }));
});
