import { expect, test } from "bun:test";
import type { RoleOfColumn } from "../../answers.ts";
import { canSearch, withRole } from "./column-uses.ts";

const USES: readonly RoleOfColumn[] = [
  { role: "postcode", index: 1 },
  { role: "number", index: 2 },
];

test("a role that one column can have is taken from the column that had it", () => {
  expect(withRole(USES, 4, "number")).toEqual([
    { role: "postcode", index: 1 },
    { role: "number", index: 4 },
  ]);
});

test("a role that several columns can have is kept by the others, in the order of the file", () => {
  expect(withRole(USES, 0, "postcode")).toEqual([
    { role: "postcode", index: 0 },
    { role: "postcode", index: 1 },
    { role: "number", index: 2 },
  ]);
});

test("a column without a role is not used", () => {
  expect(withRole(USES, 2, undefined)).toEqual([{ role: "postcode", index: 1 }]);
});

test.each([
  [["postcode"], false],
  [["number"], false],
  [["postcode", "number"], true],
  [["street"], true],
  [["text"], true],
  [["latitude"], false],
  [["latitude", "longitude"], true],
  [["position"], true],
] as const)("%p can be searched with: %p", (roles, expected) => {
  expect(canSearch(roles.map((role, index) => ({ role, index })))).toBe(expected);
});
