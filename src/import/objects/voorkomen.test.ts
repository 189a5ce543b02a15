import { expect, test } from "bun:test";
import { NO_END } from "../extract/dates.ts";
import { isInForce } from "./voorkomen.ts";

test.each([
  ["begins before and has no end", 20200101, NO_END, true],
  ["begins on the day", 20240308, NO_END, true],
  ["begins the day after", 20240309, NO_END, false],
  ["ends on the day, which is no more", 20200101, 20240308, false],
  ["ends the day after", 20200101, 20240309, true],
  ["ended before", 20200101, 20240307, false],
  ["has no length", 20240308, 20240308, false],
  ["begins and ends by typing error in another century", 22040121, NO_END, false],
])("on 2024-03-08 a voorkomen that %s: %p %p is in force: %p", (_what, begin, end, expected) => {
  expect(isInForce({ begin, end }, 20240308)).toBe(expected);
});
