/**
 * Every condition that `doctor`, the operator's pages and the alert rules of deploy/prometheus report: its test, its
 * threshold, its severity and its alert. `health-texts.ts` has the texts.
 */
import { isKeyInForce } from "../../accounts/api-key.ts";
import { EXPIRY_NOTICE_DAYS, isExpiring } from "../../accounts/expiring-keys.ts";
import type { KeyReport } from "../../accounts/key-store.ts";
import { RESERVE_BYTES } from "../../base/disk-space.ts";
import { importCommands } from "../../registry/file/folder-fault.ts";
import type { RegistryMeta } from "../../registry/file/snapshot.ts";
import { describeTestData } from "../../registry/file/test-data.ts";
import type { HealthCheck, HealthFacts, Severity, Trouble } from "./health-check.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A nightly backup that was skipped once. */
export const MAX_BACKUP_AGE_MS = 36 * HOUR_MS;
/** A waiting job that no worker takes up. */
export const MAX_JOB_WAIT_MS = 15 * MINUTE_MS;
/** Difference of clocks by which limits and leases suffer. */
export const MAX_CLOCK_OFFSET_MS = 2_000;
/** An extract appears every month; one and a half without a new one is a forgotten job. */
export const DATA_AGE_DAYS = 45;
/** Free bytes below which exports soon fail: twice what stays free (base/disk-space.ts). */
export const CRITICAL_FREE_BYTES = 2 * RESERVE_BYTES;
/** Share of the files that a process may open. */
export const MANY_OPEN_FILES = 0.8;
/** Share of a month's quota from which a key is listed. */
export const NEAR_QUOTA = 0.9;
/** Share of requests with X-Forwarded-For from an unknown proxy, above what single clients send by themselves. */
export const FORWARDED_SHARE = 0.1;
/** Share of requests that may be slow. */
export const SLOW_SHARE = 0.01;
/** Keys that a notice names. */
const MAX_KEYS = 20;

/** All checks. The pages sort checks by severity and, within a severity, in the order of this list. */
export const HEALTH_CHECKS = {
  server_down: {
    severity: "error",
    alert: { name: "BakenDown", expr: 'up{job="baken"} == 0', for: "2m", isCritical: true },
  },
  server_errors: {
    severity: "error",
    alert: {
      name: "BakenServerErrors",
      expr: 'sum by (instance) (rate(baken_http_requests_total{status=~"5.."}[5m])) > 0.1',
      for: "5m",
      isCritical: true,
    },
  },
  accounts_unwritable: {
    doctor: "accounts",
    severity: "error",
    test: ({ faults }) => faulty(faults?.accounts),
    alert: {
      name: "BakenAccountsUnwritable",
      expr: "baken_accounts_unwritable == 1",
      for: "1m",
      isCritical: true,
    },
  },
  counters_unreachable: {
    doctor: "Redis",
    severity: "error",
    test: ({ faults }) => faulty(faults?.counters),
    alert: { name: "BakenCountersUnreachable", expr: "baken_counters_unreachable == 1", for: "2m" },
  },
  storage_unreachable: {
    doctor: "export store",
    severity: "error",
    test: ({ faults }) => faulty(faults?.storage),
    alert: { name: "BakenStorageUnreachable", expr: "baken_storage_unreachable == 1", for: "2m" },
  },
  registry_fault: {
    doctor: "registry",
    severity: "error",
    test: ({ registryFault, served = "" }) =>
      registryFault !== undefined && { values: { served }, details: [registryFault] },
  },
  new_registry_fault: {
    severity: "error",
    test: ({ notLoaded, served = "" }) =>
      notLoaded && { values: { served, published: notLoaded.file }, details: [notLoaded.reason] },
    alert: {
      name: "BakenRegistryNotLoaded",
      expr: 'baken_registry_behind{reason="fault"} == 1',
      for: "2m",
      values: { published: "that the data folder names", served: "the previous one" },
    },
  },
  upgrade_unfinished: {
    alert: {
      name: "BakenUpgradeUnfinished",
      expr: 'baken_registry_behind{reason="schema"} == 1',
      for: "1d",
    },
  },
  program_replaced: {
    alert: { name: "BakenProgramReplaced", expr: "baken_program_replaced == 1", for: "1h" },
  },
  source_failing: {
    doctor: "registry source",
    severity: "error",
    test: ({ faults }) => faulty(faults?.source),
    alert: {
      name: "BakenSourceFailing",
      expr: "baken_source_failing == 1",
      for: "10m",
      note:
        "The reason is {{ $labels.reason }}. missing: publish; unreachable: the storage; manifest, fetch: baken publish " +
        "--verify; schema: publish with the version of baken that the nodes run.",
    },
  },
  fetch_stuck: {
    alert: {
      name: "BakenFetchStuck",
      expr: "(time() - baken_source_success_timestamp_seconds) / 3600 > 2",
      for: "5m",
    },
  },
  disk_full: {
    doctor: "disk",
    severity: "error",
    test: ({ disk }) => disk && disk.free < CRITICAL_FREE_BYTES && { values: disk },
    alert: {
      name: "BakenDiskFull",
      expr: `baken_disk_space_left_bytes < ${CRITICAL_FREE_BYTES - RESERVE_BYTES}`,
      for: "5m",
      isCritical: true,
    },
  },
  disk_low: {
    doctor: "disk",
    test: ({ disk }) =>
      disk && disk.free >= CRITICAL_FREE_BYTES && disk.free < disk.needed && { values: disk },
    alert: {
      name: "BakenDiskShort",
      expr: "baken_disk_space_left_bytes < baken_disk_space_needed_bytes",
      for: "1h",
      values: { needed: "more" },
    },
  },
  runs_failed: {
    doctor: "failed run",
    test: ({ failedRuns = [] }) =>
      failedRuns.length > 0 && {
        values: { commands: failedRuns.map(({ command }) => command).join(", ") },
        details: failedRuns.map(({ command, reason }) => `baken ${command}: ${reason}`),
      },
    alert: {
      name: "BakenRunFailed",
      expr: "baken_failed_runs > 0",
      values: { commands: "{{ $labels.command }} ({{ $labels.reason }})" },
    },
  },
  backup_missing: {
    doctor: "backup",
    test: ({ backup }) => backup?.isNeeded && backup.lastMs === undefined && {},
  },
  backup_old: {
    doctor: "backup",
    test: ({ backup, nowMs }) =>
      backup?.lastMs !== undefined &&
      nowMs - backup.lastMs > MAX_BACKUP_AGE_MS && {
        values: { hours: Math.floor((nowMs - backup.lastMs) / HOUR_MS) },
      },
    alert: {
      name: "BakenBackupOld",
      expr: `(time() - baken_last_backup_timestamp_seconds) / 3600 > ${MAX_BACKUP_AGE_MS / HOUR_MS} and on (instance) baken_registry_demo == 0`,
      for: "1h",
    },
  },
  jobs_waiting: {
    doctor: "jobs",
    test: ({ oldestJobMs, nowMs }) =>
      nowMs - (oldestJobMs ?? nowMs) > MAX_JOB_WAIT_MS && {
        values: { minutes: Math.floor((nowMs - oldestJobMs!) / MINUTE_MS) },
      },
    alert: {
      name: "BakenJobsWaiting",
      // While a job is being retried, it is not waiting for a moment.
      expr: `(time() - min_over_time(baken_oldest_job_timestamp_seconds[5m])) / 60 > ${MAX_JOB_WAIT_MS / MINUTE_MS}`,
      for: "5m",
    },
  },
  clock_wrong: {
    doctor: "clock",
    severity: "error",
    test: ({ clockOffsetMs = 0 }) =>
      Math.abs(clockOffsetMs) > MAX_CLOCK_OFFSET_MS && {
        values: { seconds: Math.round(Math.abs(clockOffsetMs) / 100) / 10 },
      },
    alert: {
      name: "BakenClockWrong",
      expr: `abs(baken_clock_offset_seconds) > ${MAX_CLOCK_OFFSET_MS / 1000}`,
      for: "5m",
    },
  },
  many_open_files: {
    test: ({ openFiles }) =>
      openFiles && openFiles.open > MANY_OPEN_FILES * openFiles.limit && { values: { ...openFiles } },
    alert: {
      name: "BakenManyOpenFiles",
      expr: `process_open_fds{job="baken"} > ${MANY_OPEN_FILES} * process_max_fds{job="baken"}`,
      for: "5m",
      values: { limit: "process_max_fds" },
    },
  },
  node_lost: {
    doctor: "nodes",
    alert: { name: "BakenNodeLost", expr: "baken_nodes < max_over_time(baken_nodes[1h])", for: "5m" },
  },
  nodes_differ: {
    doctor: "nodes",
    alert: {
      name: "BakenNodesDiffer",
      expr: "count by (job) (count by (job, version) (baken_registry_info)) > 1 and on (job) max by (job) (baken_nodes) > 1",
      for: "30m",
      subject: "baken",
    },
  },
  slow_requests: {
    doctor: "slow requests",
    alert: {
      name: "BakenSlow",
      expr: `histogram_quantile(${1 - SLOW_SHARE}, sum by (instance, le) (rate(baken_http_request_duration_seconds_bucket{route!~".*(export|tiles).*"}[10m]))) > 0.5`,
      for: "10m",
      values: { slow: `${100 * SLOW_SHARE} %`, all: "all", time: "{{ $value | humanizeDuration }}" },
    },
  },
  proxy_untrusted: {
    doctor: "proxy",
    test: ({ traffic: { requests, forwarded } = { requests: 0, forwarded: 0 } }) =>
      forwarded > 0 && forwarded >= requests * FORWARDED_SHARE && { values: { forwarded, requests } },
    alert: {
      name: "BakenProxyNotTrusted",
      expr: `sum by (instance) (rate(baken_untrusted_forwards_total[15m])) > ${FORWARDED_SHARE} * sum by (instance) (rate(baken_http_requests_total[15m]))`,
      for: "30m",
      values: { forwarded: "{{ $value | humanize }} a second", requests: "all" },
    },
  },
  wrong_tokens: {
    doctor: "wrong tokens",
    alert: {
      name: "BakenManyWrongTokens",
      expr: 'sum by (instance) (rate(baken_limit_refusals_total{limit="failed_tokens"}[10m])) > 1',
      for: "10m",
      values: { count: "{{ $value | humanize }} a second" },
    },
  },
  keys_expiring: {
    doctor: "keys",
    test: (facts) => concerned(facts, (key) => isExpiring(key, facts.nowMs), { days: EXPIRY_NOTICE_DAYS }),
    alert: {
      name: "BakenKeysExpiring",
      expr: "baken_keys_expiring > 0",
      for: "1h",
      values: { days: String(EXPIRY_NOTICE_DAYS) },
    },
  },
  keys_near_quota: {
    test: (facts) =>
      concerned(
        facts,
        ({ monthlyQuota, requestsThisMonth }) =>
          monthlyQuota !== undefined && requestsThisMonth >= monthlyQuota * NEAR_QUOTA,
        { percent: 100 * NEAR_QUOTA },
      ),
  },
  keys_without_origin: {
    test: (facts) => concerned(facts, ({ kind, origins }) => kind === "browser" && origins.length === 0),
  },
  exports_failed: {
    test: ({ failedJobs = 0 }) => failedJobs > 0 && { values: { count: failedJobs } },
    alert: { name: "BakenJobsFailing", expr: "increase(baken_job_failures_total[1h]) > 0" },
  },
  data_old: {
    doctor: "age of the data",
    test: ({ registry, nowMs, dataDir }) => {
      const days = registry === undefined ? 0 : ageInDays(registry, nowMs);
      return (
        registry?.isDemo === false &&
        days > DATA_AGE_DAYS && {
          values: {
            days,
            date: registry.referenceDate,
            commands: importCommands(dataDir),
            dutchCommands: importCommands(dataDir, "nl"),
          },
        }
      );
    },
    alert: {
      name: "BakenDataOld",
      expr: `(time() - baken_registry_reference_timestamp_seconds) / 86400 > ${DATA_AGE_DAYS} and on (instance) baken_registry_demo == 0`,
      for: "1h",
      values: { date: "the registry", commands: "baken import --download" },
    },
  },
  test_data: {
    doctor: "data",
    severity: "info",
    test: ({ registry, dataDir }) =>
      registry?.isDemo && {
        values: {
          english: describeTestData(registry, "en")!,
          dutch: describeTestData(registry, "nl")!,
          commands: importCommands(dataDir),
          dutchCommands: importCommands(dataDir, "nl"),
        },
      },
    alert: {
      name: "BakenDemoData",
      expr: "baken_registry_demo == 1",
      for: "1d",
      values: { english: "The sample or generated test data is served", commands: "baken import --download" },
    },
  },
  folder_warnings: {
    doctor: "data folder",
    test: ({ warnings = [] }) => warnings.length > 0 && { details: warnings },
  },
  token_exposed: {
    doctor: "permissions",
    severity: "error",
    test: ({ tokenFile }) => tokenFile?.isExposed && { values: { path: tokenFile.path } },
  },
  insecure_sessions: {
    test: ({ isInsecureAllowed }) => isInsecureAllowed && {},
  },
} as const satisfies Readonly<Record<string, HealthCheck>>;

type Checks = typeof HEALTH_CHECKS;
export type HealthCode = keyof Checks;
/** Code of a check that the operator's pages show. */
export type NoticeCode = {
  [Code in HealthCode]: Checks[Code] extends { readonly test: unknown } ? Code : never;
}[HealthCode];

/** Trouble with the code of its check. */
export interface Diagnosis<Code extends HealthCode = HealthCode> extends Trouble {
  readonly code: Code;
  readonly severity: Severity;
}

/** Runs one check; returns undefined when nothing is wrong. */
export function runCheck<Code extends HealthCode>(
  code: Code,
  facts: HealthFacts,
): Diagnosis<Code> | undefined {
  const { severity = "warning", test }: HealthCheck = HEALTH_CHECKS[code];
  const trouble = test?.(facts);
  return trouble ? { code, severity, ...trouble } : undefined;
}

/** Returns the age of a registry's data in whole days. */
export function ageInDays({ referenceDate }: Pick<RegistryMeta, "referenceDate">, nowMs: number): number {
  return Math.floor((nowMs - Date.parse(referenceDate)) / DAY_MS);
}

function faulty(fault: string | undefined): Trouble | undefined {
  return fault === undefined ? undefined : { details: fault === "" ? [] : [fault] };
}

function concerned(
  { keys = [], nowMs }: HealthFacts,
  isConcerned: (key: KeyReport) => boolean,
  values: Trouble["values"] = {},
): Trouble | undefined {
  const found = keys.filter((key) => isKeyInForce(key, nowMs) && isConcerned(key));
  const shown = found.slice(0, MAX_KEYS).map(({ id, name, expiresAt }) => ({ id, name, expiresAt }));
  return found.length === 0 ? undefined : { values: { ...values, count: found.length }, keys: shown };
}
