import { expect, test } from "bun:test";
import type { TypedCell } from "../../tables/table.ts";
import { mayBeRounded, readDayCell, readIdCell } from "./id-cells.ts";

const number = (text: string): TypedCell => ({ kind: "number", text, stored: text });

test.each([
  "0003200000133985",
  "3200000133985",
  " 0003 2000 0013 3985 ",
  "NL.IMBAG.Nummeraanduiding.0003200000133985",
  "'0003200000133985",
  '="0003200000133985"',
  "3200000133985.0",
  number("3200000133985"),
])("%p is an id", (cell) => expect(readIdCell(cell)).toBe(3_200_000_133_985));

test.each([
  ["a pand", "0003100000133985"],
  ["a street", "0003300000133985"],
  ["a woonplaats", "3631"],
  ["another number of 16 digits", "4512889900017733"],
  ["17 digits", "00003200000133985"],
  ["12 digits", "320000013398"],
  ["a rounded id", "3.20000013399E+12"],
  ["a number of 16 digits, which a spreadsheet rounds", number("1709200000133980")],
  ["more than a number can hold", "9999209999999999"],
  ["text", "nummer 0003200000133985"],
  ["nothing", ""],
])("%s is no id", (_what, cell) => expect(readIdCell(cell)).toBeUndefined());

test("only 16 digits that do not begin with 0 may be rounded", () => {
  expect(["1709200000133980", "0003200000133980", "3200000133980"].map(mayBeRounded)).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ["2025-06-01", "2025-06-01"],
  ["1-6-2025", "2025-06-01"],
  ["01/06/2025", "2025-06-01"],
  ["2025-06-01T00:00:00", "2025-06-01"],
  ["1-6-2025 12:30", "2025-06-01"],
  ["31-6-2025", undefined],
  ["06-2025", undefined],
  ["", undefined],
])("the day of %p is %p", (cell, day) => expect(readDayCell(cell)).toBe(day!));

test("a date of a spreadsheet is a day", () => {
  expect(readDayCell({ kind: "date", text: "2025-06-01", stored: "45809" })).toBe("2025-06-01");
});
