import { expect, test } from "bun:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { WaitingLine } from "./waiting-line.ts";

test("a request waits for those of its turn and of the turn before, not for a thread that was idle", async () => {
  let nowMs = 1_000;
  const line = new WaitingLine(0, () => nowMs);
  const begin = (afterMs: number) => {
    nowMs += afterMs;
    return line.queuedMs(nowMs);
  };
  expect([begin(0), begin(300), begin(20)]).toEqual([0, 300, 320]);
  // The last request of the turn ends at 1,400.
  nowMs += 80;
  await nextTurn();
  expect([begin(0.5), begin(10)]).toEqual([400.5, 410.5]);
  await nextTurn();
  expect(begin(50)).toBe(0);
});

test("a server that is busy without a pause counts the turn before only", async () => {
  let nowMs = 0;
  const line = new WaitingLine(0, () => nowMs);
  const waits = [];
  for (let turn = 0; turn < 4; turn++) {
    waits.push(line.queuedMs(nowMs));
    nowMs += 100;
    await nextTurn();
  }
  expect(waits).toEqual([0, 100, 100, 100]);
});

/** Sends `count` requests at once to a thread that works `workMs` on each; returns each answer and its wait. */
async function flood(count: number, workMs: number, maxWaitMs: number) {
  let nowMs = 0;
  const line = new WaitingLine(maxWaitMs, () => nowMs);
  const work = () => {
    nowMs += workMs;
    return new Response();
  };
  const answers = Array.from({ length: count }, async () => {
    const arrivedMs = nowMs;
    if (!line.isBusy(arrivedMs)) {
      const queuedMs = line.queuedMs(arrivedMs);
      work();
      return { queuedMs, isRefused: false };
    }
    let queuedMs = 0;
    const response = await line.wait(arrivedMs, (waitedMs, isRefused) => {
      queuedMs = waitedMs;
      return isRefused ? new Response(null, { status: 503 }) : work();
    });
    return { queuedMs, isRefused: response.status === 503 };
  });
  return Promise.all(answers);
}

test("of a burst, requests are answered within the bound, the others refused", async () => {
  const answers = await flood(500, 10, 1_000);
  const served = answers.filter(({ isRefused }) => !isRefused);
  // 100 of these requests fit into the bound; the first turn adds a few.
  expect(served.length).toBeWithin(95, 120);
  expect(Math.max(...answers.map(({ queuedMs }) => queuedMs))).toBeLessThanOrEqual(1_010);
});

test("without a bound every request is answered", async () => {
  const answers = await flood(500, 10, 0);
  expect(answers.filter(({ isRefused }) => isRefused)).toEqual([]);
});

test("when the mean time is known, a request that would wait too long is refused on arrival", async () => {
  let nowMs = 0;
  const line = new WaitingLine(1_000, () => nowMs);
  const counts = { served: 0, refusedAtOnce: 0, refusedLater: 0 };
  const arrive = () =>
    line.wait(nowMs, (queuedMs, isRefused) => {
      nowMs += isRefused ? 0 : 30;
      counts[isRefused ? (queuedMs === 0 ? "refusedAtOnce" : "refusedLater") : "served"]++;
      return new Response();
    });
  line.queuedMs(nowMs);
  const first = Array.from({ length: 20 }, arrive);
  // Two turns answer two requests each, so 16 are left. A request waits for at most 33 others: 990 ms.
  await nextTurn();
  await nextTurn();
  const second = Array.from({ length: 100 }, arrive);
  await Promise.all([...first, ...second]);
  expect(counts).toEqual({ served: 38, refusedAtOnce: 82, refusedLater: 0 });
});

test("requests that are not finished at once count for a turn, so that their work is bounded too", async () => {
  const line = new WaitingLine(1_000, () => 0);
  line.queuedMs(0);
  for (let i = 0; i < 32; i++) {
    expect(line.isBusy(0)).toBe(false);
    line.countUnfinished();
  }
  expect(line.isBusy(0)).toBe(true);
  await nextTurn();
  expect(line.isBusy(0)).toBe(false);
});
