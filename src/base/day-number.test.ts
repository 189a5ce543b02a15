import { expect, test } from "bun:test";
import { formatDayNumber, formatMoment, fromDayNumber, toDayNumber, toMoment } from "./day-number.ts";

const DAY_MS = 86_400_000;

test("day numbers are those of Date for every day of 1583 to 2104, and come back", () => {
  const first = Date.UTC(1583, 0, 1) / DAY_MS;
  const last = Date.UTC(2104, 11, 31) / DAY_MS;
  for (let day = first; day <= last; day++) {
    const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    const date = Number(text.replaceAll("-", ""));
    if (toDayNumber(date) !== day || fromDayNumber(day) !== date || formatDayNumber(day) !== text) {
      throw new Error(`${text}: ${toDayNumber(date)}, ${fromDayNumber(day)}, ${formatDayNumber(day)}`);
    }
  }
});

test("a begin of 0001-01-01 is a day below zero", () => {
  expect(toDayNumber(10_101)).toBe(-719_162);
  expect(formatDayNumber(-719_162)).toBe("0001-01-01");
});

test("moments keep milliseconds, before 2000 too", () => {
  expect(toMoment(20_000_101, 0)).toBe(0);
  expect(formatMoment(toMoment(20_101_126, 45_296_789))).toBe("2010-11-26T12:34:56.789");
  expect(formatMoment(toMoment(19_991_231, DAY_MS - 1))).toBe("1999-12-31T23:59:59.999");
});
