/** Tests the months kept in the usage log: over restarts, over the end of a month, with two servers. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allocateCounters, SharedCounters } from "../../src/accounts/memory/shared-counters.ts";
import { UsageLog } from "../../src/accounts/sqlite/usage-log.ts";
import { openForInspection } from "../../src/base/sqlite.ts";
import { countersAt, key } from "../support/processes/counters-with-clock.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-limits-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("usage log", () => {
  test("carries a month over a restart", () => {
    const dataDir = join(folder, "restart");
    const first = new SharedCounters(allocateCounters());
    const log = new UsageLog(dataDir, first.keys);
    first.consumeForKey(key({ quota: 10 }), 4);
    log.flush();
    const { month } = first.consumeForKey(key({ quota: 10 }), 3);
    first.refundToMonth(key({ quota: 10 }), 2, month);
    log.close();

    const second = new SharedCounters(allocateCounters());
    new UsageLog(dataDir, second.keys).close();
    expect(second.peekKey(key({ quota: 10 })).month.remaining).toBe(5);
  });

  test("what is used in the last moment of a month is written to that month", () => {
    const dataDir = join(folder, "month-end");
    const newYear = Date.parse("2027-01-01T00:00:00Z");
    const { clock, counters } = countersAt(newYear - 10_000);
    const log = new UsageLog(dataDir, counters.keys, { clock: () => clock.nowMs });
    counters.consumeForKey(key({}), 3);
    log.flush();
    clock.nowMs = newYear - 100;
    counters.consumeForKey(key({}), 4);
    clock.nowMs = newYear + 100;
    counters.consumeForKey(key({}), 5);
    log.flush();
    counters.consumeForKey(key({}), 6);
    log.close();
    const db = openForInspection(join(dataDir, "accounts.db"));
    expect(db.query("SELECT month, requests FROM key_usage ORDER BY month").all()).toEqual([
      { month: "2026-12", requests: 7 },
      { month: "2027-01", requests: 11 },
    ]);
    db.close();
  });

  test("a clock set back over the end of a month, and a restart: the month that had begun goes on", () => {
    const dataDir = join(folder, "set-back");
    const newYear = Date.parse("2027-01-01T00:00:00Z");
    const first = countersAt(newYear + 1_000);
    const log = new UsageLog(dataDir, first.counters.keys, { clock: () => first.clock.nowMs });
    first.counters.consumeForKey(key({ quota: 5 }), 5);
    log.close();
    const second = countersAt(newYear - 1_000);
    new UsageLog(dataDir, second.counters.keys, { clock: () => second.clock.nowMs }).close();
    expect(second.counters.consumeForKey(key({ quota: 5 }), 1).month).toMatchObject({ isWithin: false });
  });

  test("two servers on one file add up, and each reads the other's usage", () => {
    const dataDir = join(folder, "two");
    const servers = [0, 1].map(() => {
      const counters = new SharedCounters(allocateCounters());
      return { counters, log: new UsageLog(dataDir, counters.keys) };
    });
    const limited = key({ quota: 100 });
    for (let round = 0; round < 3; round++) {
      for (const { counters, log } of servers) {
        counters.consumeForKey(limited, 5);
        log.flush();
      }
    }
    expect(servers.map(({ counters }) => counters.peekKey(limited).month.remaining)).toEqual([75, 70]);
    for (const { log } of servers) {
      log.close();
    }
  });
});
