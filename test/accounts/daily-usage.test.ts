/** Tests the usage of each day: how it adds up, how long it is kept, and files of versions that did not record days. */
import { Database } from "bun:sqlite";
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allocateCounters, SharedCounters } from "../../src/accounts/memory/shared-counters.ts";
import { UsageLog } from "../../src/accounts/sqlite/usage-log.ts";
import { openForInspection } from "../../src/base/sqlite.ts";
import { countersAt, key } from "../support/processes/counters-with-clock.ts";
import { openKeyStore } from "../support/stores/open-key-store.ts";

const folder = mkdtempSync(join(tmpdir(), "baken-days-"));
afterAll(() => rmSync(folder, { recursive: true }));

const DAY_MS = 86_400_000;
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function readDays(dataDir: string) {
  const db = openForInspection(join(dataDir, "accounts.db"));
  const rows = db.query("SELECT key_id, day, requests FROM key_usage_day ORDER BY day, key_id").values();
  db.close();
  return rows;
}

/** Creates the tables of an accounts.db that does not record days, with a key and its month. */
function writeOldAccounts(dataDir: string, name = "accounts.db"): void {
  mkdirSync(dataDir, { recursive: true });
  const db = new Database(join(dataDir, name), { create: true });
  db.run(`CREATE TABLE api_key (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, kind TEXT NOT NULL,
    secret_sha256 BLOB NOT NULL, created_at TEXT NOT NULL, rate_per_minute INTEGER NOT NULL DEFAULT 60,
    visitor_rate_per_minute INTEGER, monthly_quota INTEGER, origins TEXT NOT NULL DEFAULT '[]',
    ip_ranges TEXT NOT NULL DEFAULT '[]', expires_at TEXT, revoked_at TEXT, previous_sha256 BLOB,
    previous_until TEXT, revision INTEGER NOT NULL DEFAULT 0)`);
  db.run("CREATE INDEX api_key_by_revision ON api_key (revision)");
  db.run(`CREATE TABLE key_usage (key_id INTEGER NOT NULL, month TEXT NOT NULL, requests INTEGER NOT NULL,
    last_used_at TEXT NOT NULL, PRIMARY KEY (key_id, month)) WITHOUT ROWID`);
  db.run(
    "INSERT INTO api_key (id, name, kind, secret_sha256, created_at) VALUES (1, 'old', 'server', x'00', '')",
  );
  const now = new Date().toISOString();
  db.run("INSERT INTO key_usage VALUES (1, ?, 41, ?)", [now.slice(0, 7), now]);
  db.close();
}

describe("usage of each day", () => {
  test("adds up by key over days, with refunds, and equals the month", () => {
    const dataDir = join(folder, "sums");
    const noon = Date.parse("2026-11-20T12:00:00Z");
    const { clock, counters } = countersAt(noon);
    const log = new UsageLog(dataDir, counters.keys, { clock: () => clock.nowMs });
    const { month } = counters.consumeForKey(key({ quota: 100 }), 5);
    log.flush();
    counters.refundToMonth(key({ quota: 100 }), 2, month);
    counters.consumeForKey(key({ id: 2 }), 7);
    log.flush();
    clock.nowMs = noon + DAY_MS;
    counters.consumeForKey(key({ quota: 100 }), 11);
    log.close();
    expect(readDays(dataDir)).toEqual([
      [1, "2026-11-20", 3],
      [2, "2026-11-20", 7],
      [1, "2026-11-21", 11],
    ]);
    const db = openForInspection(join(dataDir, "accounts.db"));
    expect(db.query("SELECT key_id, requests FROM key_usage").values()).toEqual([
      [1, 14],
      [2, 7],
    ]);
    db.close();
  });

  test("of two servers on one file adds up", () => {
    const dataDir = join(folder, "two");
    const servers = [0, 1].map(() => {
      const { counters } = countersAt(Date.parse("2026-11-20T12:00:00Z"));
      return { counters, log: new UsageLog(dataDir, counters.keys) };
    });
    for (let round = 0; round < 3; round++) {
      for (const { counters, log } of servers) {
        counters.consumeForKey(key({}), 5);
        log.flush();
      }
    }
    for (const { log } of servers) {
      log.close();
    }
    expect(readDays(dataDir)).toEqual([[1, "2026-11-20", 30]]);
  });

  test("is kept for 400 days, the last one included", () => {
    const dataDir = join(folder, "retention");
    const now = Date.parse("2026-11-20T12:00:00Z");
    new UsageLog(dataDir, countersAt(now).counters.keys).close();
    const db = new Database(join(dataDir, "accounts.db"));
    for (const daysAgo of [401, 400, 399, 1]) {
      db.run("INSERT INTO key_usage_day VALUES (?, 1, 1)", [dayAt(now - daysAgo * DAY_MS)]);
    }
    db.close();
    const { counters } = countersAt(now);
    const log = new UsageLog(dataDir, counters.keys, { clock: () => now });
    counters.consumeForKey(key({}), 1);
    log.close();
    expect(readDays(dataDir).map(([, day]) => day)).toEqual(["2025-10-17", "2026-11-19", "2026-11-20"]);
  });

  test("is listed with the days without requests, of one key or of all", () => {
    const dataDir = join(folder, "list");
    const keys = openKeyStore(dataDir);
    const today = Date.now();
    const [todayName, before, tooOld] = [0, 2, 3].map((days) => dayAt(today - days * DAY_MS));
    const db = new Database(join(dataDir, "accounts.db"));
    for (const [day, id, requests] of [
      [todayName, 1, 4],
      [before, 1, 6],
      [before, 2, 1],
      [tooOld, 1, 100],
    ]) {
      db.run("INSERT INTO key_usage_day VALUES (?, ?, ?)", [day!, id!, requests!]);
    }
    db.close();
    expect(keys.listUsageByDay(3).map(({ requests }) => requests)).toEqual([7, 0, 4]);
    expect(keys.listUsageByDay(3, 2)).toEqual([
      { day: before!, requests: 1 },
      { day: dayAt(today - DAY_MS), requests: 0 },
      { day: todayName!, requests: 0 },
    ]);
    expect(keys.listUsageByDay(1, 99)).toEqual([{ day: todayName!, requests: 0 }]);
    keys.close();
  });
});

describe("accounts.db of a version without days", () => {
  test("gets the table when it is opened; its keys and months stay", () => {
    const dataDir = join(folder, "old");
    writeOldAccounts(dataDir);
    const keys = openKeyStore(dataDir);
    expect(keys.report(1)).toMatchObject({ name: "old", requestsThisMonth: 41 });
    expect(keys.listUsageByDay(2).map(({ requests }) => requests)).toEqual([0, 0]);
    keys.close();
  });

  test("gets it too when it is restored under a running server", () => {
    const dataDir = join(folder, "restored");
    const counters = new SharedCounters(allocateCounters());
    const log = new UsageLog(dataDir, counters.keys);
    writeOldAccounts(dataDir, "backup.db");
    renameSync(join(dataDir, "backup.db"), join(dataDir, "accounts.db"));
    counters.consumeForKey(key({}), 2);
    expect(log.flush()).toBe(true);
    log.close();
    expect(readDays(dataDir)).toEqual([[1, dayAt(Date.now()), 2]]);
  });
});
