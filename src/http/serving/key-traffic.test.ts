import { expect, test } from "bun:test";
import { KeyTrafficHistory } from "./key-traffic.ts";

const NOON_MS = Date.UTC(2026, 10, 26, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const use = (keyId: number | null, requests: number, refused = 0, failed = 0) => ({
  ...{ keyId, requests, refused, failed },
});

test("sums the last hour and month by key and by time, and forgets what is older", () => {
  const history = new KeyTrafficHistory();
  history.add([use(7, 10, 3)], NOON_MS - 31 * DAY_MS);
  history.add([use(7, 5, 0, 2), use(null, 1, 1)], NOON_MS - DAY_MS);
  history.add([use(7, 4)], NOON_MS - 60 * MINUTE_MS);
  history.add([use(7, 2), use(8, 9, 1)], NOON_MS - 2 * MINUTE_MS);
  history.add([use(7, 1)], NOON_MS + 1);
  const { minutes, days, hourByKey, monthByKey } = history.report(NOON_MS + 1);
  expect(hourByKey).toEqual([use(8, 9, 1), use(7, 3)]);
  expect(monthByKey).toEqual([use(7, 12, 0, 2), use(8, 9, 1), use(null, 1, 1)]);
  expect(minutes).toEqual([
    { at: NOON_MS - 2 * MINUTE_MS, requests: 11, refused: 1, failed: 0 },
    { at: NOON_MS, requests: 1, refused: 0, failed: 0 },
  ]);
  expect(days).toEqual([
    { at: Date.UTC(2026, 10, 25), requests: 6, refused: 1, failed: 2 },
    { at: Date.UTC(2026, 10, 26), requests: 16, refused: 1, failed: 0 },
  ]);
  expect(history.report(NOON_MS + 40 * DAY_MS)).toEqual({
    ...{ minutes: [], days: [], hourByKey: [], monthByKey: [] },
  });
});
