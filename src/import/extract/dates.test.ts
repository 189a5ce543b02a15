import { expect, test } from "bun:test";
import { formatBagDate, parseDate, parseDateAt, parseDigitsAt } from "./dates.ts";

test.each([
  ["2021-10-15", 20211015],
  ["0001-01-01", 10101],
  ["9999-12-31", 99991231],
  ["2021-00-15", undefined],
  ["2021-13-15", undefined],
  ["2021-10-00", undefined],
  ["2021-10-32", undefined],
  ["2021-1-15", undefined],
  ["2021/10/15", undefined],
  ["2021-10-15Z", undefined],
  ["20211015", undefined],
  [" 2021-10-1", undefined],
  ["2021-10-1x", undefined],
  ["", undefined],
])("the date %p is %p", (text, expected) => {
  expect(parseDate(text)).toBe(expected);
});

test("a date is read where it stands in a text", () => {
  expect(parseDateAt(Buffer.from("<d>2021-10-15</d>"), 3, 13)).toBe(20211015);
});

test.each([
  ["0", 0],
  ["0457010000005191", 457010000005191],
  ["8999999999999999", 8999999999999999],
  ["00000000000000001", undefined],
  ["", undefined],
  ["-1", undefined],
  ["1.0", undefined],
  [" 1", undefined],
  ["1a", undefined],
])("the digits %p are %p", (text, expected) => {
  expect(parseDigitsAt(Buffer.from(text), 0, text.length)).toBe(expected);
});

test.each([
  [20211015, "2021-10-15"],
  [10101, "0001-01-01"],
])("%p is written %p", (date, expected) => {
  expect(formatBagDate(date)).toBe(expected);
});
