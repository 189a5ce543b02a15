import { expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createQueueClock, pageLinks, pageMeta } from "./request-handler.ts";

test("a request waits for those of its turn and of the turn before, not for a thread that was idle", async () => {
  let nowMs = 1_000;
  const queued = createQueueClock(() => nowMs);
  const begin = (afterMs: number) => {
    nowMs += afterMs;
    return queued(nowMs);
  };
  expect([begin(0), begin(300), begin(20)]).toEqual([0, 300, 320]);
  // The last one of the turn ends at 1,400.
  nowMs += 80;
  await nextTurn();
  expect([begin(0.5), begin(10)]).toEqual([400.5, 410.5]);
  await nextTurn();
  expect(begin(50)).toBe(0);
});

test("a server that is busy without a pause counts the turn before only", async () => {
  let nowMs = 0;
  const queued = createQueueClock(() => nowMs);
  const waits = [];
  for (let turn = 0; turn < 4; turn++) {
    waits.push(queued(nowMs));
    nowMs += 100;
    await nextTurn();
  }
  expect(waits).toEqual([0, 100, 100, 100]);
});

const link = (page: number | null) => (page === null ? null : `https://x.nl/a?q=b&page=${page}`);

test.each([
  { total: 0, page: 1, last: 1, prev: null, next: null },
  { total: 10, page: 1, last: 1, prev: null, next: null },
  { total: 11, page: 1, last: 2, prev: null, next: 2 },
  { total: 30, page: 2, last: 3, prev: 1, next: 3 },
  { total: 30, page: 3, last: 3, prev: 2, next: null },
  { total: 30, page: 99, last: 3, prev: 3, next: null },
])("page $page of $total rows by ten", ({ total, page, last, prev, next }) => {
  const meta = pageMeta({ rows: [], total }, { page, perPage: 10 });
  expect(meta).toEqual({ current_page: page, last_page: last, per_page: 10, total });
  expect(pageLinks(meta, { address: "https://x.nl/a", query: "q=b&page=7" })).toEqual({
    first: "https://x.nl/a?q=b&page=1",
    last: link(last)!,
    prev: link(prev),
    next: link(next),
  });
});
