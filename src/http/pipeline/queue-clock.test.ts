import { expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createQueueClock } from "./queue-clock.ts";

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
