import { describe, expect, test } from "bun:test";
import type { ApiKey } from "../../../accounts/api-key.ts";
import type { KeyReport } from "../../../accounts/key-store.ts";
import { type JobsState, NO_JOBS } from "../../../exports/job.ts";
import { NOTHING_WATCHED } from "../../../http/serving/process-state.ts";
import type { Snapshot } from "../../../registry/file/snapshot.ts";
import { listNotices } from "./notices.ts";

type Sources = Parameters<typeof listNotices>[0];

const NOW = Date.parse("2026-11-22T12:00:00Z");
const DAY_MS = 86_400_000;
const GB = 1_000_000_000;

const snapshot = (referenceDate: string, isDemo = false) =>
  ({ version: "registry-1", meta: { referenceDate, isDemo } }) as unknown as Snapshot;

const folder = (free: number, currentBytes = 1): Sources["folder"] =>
  ({
    fault: null,
    registry: { file: "registry-1.gpkg" },
    versions: [{ isCurrent: true, bytes: currentBytes }],
    bytes: { free },
    warnings: [],
  }) as unknown as Sources["folder"];

/** Sources of a service without faults. */
const WELL: Sources = {
  nowMs: NOW,
  dataDir: "data",
  process: {
    snapshot: snapshot("2026-11-08"),
    failedSwaps: 0,
    lastSwapError: undefined,
    isAccountsWritable: true,
    isProgramReplaced: false,
    diskSpaceLeft: 1e9,
    areCountersReachable: true,
    memoryBytes: 1,
    lastBackupMs: NOW,
    ...NOTHING_WATCHED,
    registryBehind: undefined,
    diskSpaceNeeded: 1,
    areKeysInFolder: true,
    failedRuns: [],
    openFiles: { open: 20, limit: 100 },
  },
  counts: { routes: [], refusals: {} as Sources["counts"]["refusals"], untrustedForwards: 0 },
  folder: folder(100 * GB),
  keys: [],
  exports: { counts: {}, latest: [] },
  tokenFile: { path: "token", isExposed: false },
  isInsecureAllowed: false,
};

const noticesOf = (changes: Partial<Sources>) =>
  listNotices({ ...WELL, ...changes }).map(({ code, severity }) => `${severity} ${code}`);
const processWith = (changes: Partial<Sources["process"]>) => ({ process: { ...WELL.process, ...changes } });

test("a sound service has no notices", () => {
  expect(noticesOf({})).toEqual([]);
});

describe("limits", () => {
  test.each([
    // 45 days before 22 November is 8 October.
    ["2026-10-08", []],
    ["2026-10-07", ["warning data_old"]],
  ])("data of %s", (date, expected) => {
    expect(noticesOf(processWith({ snapshot: snapshot(date) }))).toEqual(expected);
  });

  const HOUR_MS = 3_600_000;
  const jobs = (changes: Partial<JobsState>) => ({ jobs: { ...NO_JOBS, ...changes } });
  const cluster = (clockOffsetMs: number) => ({ cluster: { clockOffsetMs, nodes: 2 } });
  const source = { lastSuccessMs: 1, publishedMs: 1, failures: 1 };
  const failedRun = { command: "publish", failures: 1, failedAt: "", code: "unavailable", reason: "no" };
  const states: [string, Partial<Sources["process"]>, string[]][] = [
    ["a backup of yesterday", { lastBackupMs: NOW - 36 * HOUR_MS }, []],
    ["a night without backup", { lastBackupMs: NOW - 36 * HOUR_MS - 1 }, ["warning backup_old"]],
    ["no backup yet", { lastBackupMs: undefined }, ["warning backup_missing"]],
    ["no backup, keys elsewhere", { lastBackupMs: undefined, areKeysInFolder: false }, []],
    ["a job that waits", jobs({ oldestPendingMs: NOW - HOUR_MS / 4 }), []],
    ["a job that waits long", jobs({ oldestPendingMs: NOW - HOUR_MS / 4 - 1 }), ["warning jobs_waiting"]],
    ["storage away", jobs({ storageFault: "away" }), ["error storage_unreachable"]],
    ["a clock ahead", cluster(-2_000), []],
    ["a clock far ahead", cluster(-2_001), ["error clock_wrong"]],
    ["a clock far behind", cluster(2_001), ["error clock_wrong"]],
    ["a source that works", { source: { ...source, fault: undefined } }, []],
    [
      "a source away",
      { source: { ...source, fault: { kind: "fetch", reason: "no" } } },
      ["error source_failing"],
    ],
    ["a failed run", { failedRuns: [failedRun] }, ["warning runs_failed"]],
    ["80 open files of 100", { openFiles: { open: 80, limit: 100 } }, []],
    ["81 open files of 100", { openFiles: { open: 81, limit: 100 } }, ["warning many_open_files"]],
  ];
  test.each(states)("%s", (_name, changes, expected) => {
    expect(noticesOf(processWith(changes))).toEqual(expected);
  });

  test.each([
    [GB, 0, []],
    [GB - 1, 0, ["warning disk_low"]],
    [GB / 4, GB / 8, []],
    [GB / 4 - 1, GB / 8, ["warning disk_low"]],
    [6 * GB, 3 * GB, []],
    [6 * GB - 1, 3 * GB, ["warning disk_low"]],
    [GB / 5, 1, []],
    [GB / 5 - 1, 1, ["error disk_full"]],
  ])("%d bytes free beside a registry of %d", (free, current, expected) => {
    expect(noticesOf({ folder: folder(free, current) })).toEqual(expected);
  });

  test.each([
    [14 * DAY_MS, ["warning keys_expiring"]],
    [14 * DAY_MS + 1, []],
    [0, []],
  ])("a key that expires in %d ms", (ms, expected) => {
    const key = {
      id: 1,
      name: "k",
      kind: "server",
      expiresAt: new Date(NOW + ms).toISOString(),
      origins: [],
    };
    expect(noticesOf({ keys: [key as unknown as ApiKey as KeyReport] })).toEqual(expected);
  });

  test.each([
    [899, []],
    [900, ["warning keys_near_quota"]],
  ])("%d requests of a quota of 1,000", (requestsThisMonth, expected) => {
    const key = { id: 1, name: "k", kind: "server", monthlyQuota: 1_000, requestsThisMonth, origins: [] };
    expect(noticesOf({ keys: [key as unknown as KeyReport] })).toEqual(expected);
  });

  test.each([
    [9, []],
    [10, ["warning proxy_untrusted"]],
  ])("%d of 100 requests forwarded by an unknown proxy", (untrustedForwards, expected) => {
    const routes = [{ route: "/a", statuses: { 200: 60, 404: 40 }, buckets: [100], seconds: 1 }];
    expect(noticesOf({ counts: { ...WELL.counts, routes, untrustedForwards } })).toEqual(expected);
  });
});

test("the worst comes first; texts of the server are passed on", () => {
  const torn = {
    lastSwapError: "torn",
    failedSwaps: 1,
    isAccountsWritable: false,
    snapshot: snapshot("2026-11-08", true),
  };
  const published = { ...WELL.folder!, registry: { file: "registry-2.gpkg" } } as Sources["folder"];
  const notices = listNotices({ ...WELL, ...processWith(torn), folder: published, isInsecureAllowed: true });
  expect(notices.map(({ code }) => code)).toEqual([
    "accounts_unwritable",
    "new_registry_fault",
    "insecure_sessions",
    "test_data",
  ]);
  expect(notices[1]).toMatchObject({
    details: ["torn"],
    values: { served: "registry-1", published: "registry-2.gpkg" },
  });
  expect(noticesOf({ folder: undefined })).toEqual(["error registry_fault"]);
});

test("an unreachable Redis is an error", () => {
  expect(noticesOf(processWith({ areCountersReachable: false }))).toEqual(["error counters_unreachable"]);
});
