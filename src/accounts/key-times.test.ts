import { expect, test } from "bun:test";
import { parseDuration, parseExpiry } from "./key-times.ts";

test.each([
  ["2026-12-31", "2027-01-01T00:00:00.000Z"],
  ["2028-02-29", "2028-03-01T00:00:00.000Z"],
  ["2026-12-31T12:00:00Z", "2026-12-31T12:00:00.000Z"],
  ["2026-12-31T12:00+01:00", "2026-12-31T11:00:00.000Z"],
  ["2026-02-30", undefined],
  ["2026-13-01", undefined],
  ["2026-12-31T12:00:00", undefined],
  ["31-12-2026", undefined],
  ["tomorrow", undefined],
  ["", undefined],
])("an expiry of %j ends at %p", (text, expected) => {
  expect(parseExpiry(text)).toBe(expected);
});

test.each([
  ["0", 0],
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["24h", 86_400_000],
  ["7d", 604_800_000],
  ["366d", 31_622_400_000],
  ["367d", undefined],
  ["1y", undefined],
  ["24", undefined],
  ["-1h", undefined],
])("%j lasts %p ms", (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});
