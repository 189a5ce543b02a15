import { expect, test } from "bun:test";
import type { FileColumn, RoleOfColumn } from "../answers.ts";
import { canSearch, halfOf, withRole } from "./column-uses.ts";

const USES: readonly RoleOfColumn[] = [
  { role: "postcode", index: 1 },
  { role: "number", index: 2 },
];

/** Columns with these cells. */
const columnsOf = (...samples: string[]): FileColumn[] =>
  samples.map((cell, index) => ({
    ...{ index, letter: "", name: "", role: null, unused: null },
    sample: [cell],
  }));

const COLUMNS = columnsOf("Weesp", "1382 KT", "5", "1381 AA", "7");

test("a role that one column can have is taken from the column that had it", () => {
  expect(withRole(USES, { columns: COLUMNS, index: 4, role: "number" })).toEqual([
    { role: "postcode", index: 1 },
    { role: "number", index: 4 },
  ]);
  expect(withRole(USES, { columns: COLUMNS, index: 3, role: "postcode" })).toEqual([
    { role: "number", index: 2 },
    { role: "postcode", index: 3 },
  ]);
});

test("digits and letters of a postcode are joined, in the order of the file", () => {
  expect(withRole(USES, { columns: columnsOf("KT", "1382", "5"), index: 0, role: "postcode" })).toEqual([
    { role: "postcode", index: 0 },
    { role: "postcode", index: 1 },
    { role: "number", index: 2 },
  ]);
});

test("a column without a role is not used", () => {
  expect(withRole(USES, { columns: COLUMNS, index: 2, role: undefined })).toEqual([
    { role: "postcode", index: 1 },
  ]);
});

test.each([
  [["number", "place"], "number"],
  [["postcode", "country"], "postcode"],
  [["latitude"], "latitude"],
  [["place"], undefined],
  [["postcode", "number"], undefined],
] as const)("of %p the role that lacks another one is %p", (roles, expected) => {
  expect(halfOf(roles.map((role, index) => ({ role, index })))).toBe(expected);
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
