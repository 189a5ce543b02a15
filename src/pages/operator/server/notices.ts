/** Finds faults of the service. The pages word each notice and its remedy. */
import { isKeyInForce } from "../../../accounts/api-key.ts";
import { isExpiring } from "../../../accounts/expiring-keys.ts";
import type { KeyReport } from "../../../accounts/key-store.ts";
import type { ExportsReport } from "../../../exports/exports.ts";
import type { TrafficCounts } from "../../../http/serving/metrics.ts";
import type { ProcessState } from "../../../http/serving/process-state.ts";
import {
  CRITICAL_FREE_BYTES,
  DATA_AGE_DAYS,
  type FolderReport,
  MANY_OPEN_FILES,
  MAX_BACKUP_AGE_MS,
  MAX_CLOCK_OFFSET_MS,
  MAX_JOB_WAIT_MS,
  neededBytes,
} from "../../../operator/folder-report.ts";

export type NoticeCode =
  | "accounts_unwritable"
  | "counters_unreachable"
  | "storage_unreachable"
  | "source_failing"
  | "runs_failed"
  | "backup_old"
  | "jobs_waiting"
  | "clock_wrong"
  | "many_open_files"
  | "registry_fault"
  | "new_registry_fault"
  | "folder_warnings"
  | "disk_low"
  | "data_old"
  | "test_data"
  | "proxy_untrusted"
  | "keys_expiring"
  | "keys_near_quota"
  | "keys_without_origin"
  | "exports_failed"
  | "token_exposed"
  | "insecure_sessions";
export type Severity = "error" | "warning" | "info";

export interface Notice {
  readonly code: NoticeCode;
  readonly severity: Severity;
  /** Values for the text. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Messages of the server, in English. */
  readonly details?: readonly string[];
  /** The first of the keys concerned. */
  readonly keys?: readonly NoticedKey[];
}

interface NoticedKey {
  readonly id: number;
  readonly name: string;
  readonly expiresAt?: string | undefined;
}

interface NoticeSources {
  readonly nowMs: number;
  readonly process: ProcessState;
  readonly counts: TrafficCounts;
  readonly folder: FolderReport | undefined;
  readonly keys: readonly KeyReport[];
  readonly exports: ExportsReport;
  readonly tokenFile: { readonly path: string; readonly isExposed: boolean };
  readonly isInsecureAllowed: boolean;
}

const DAY_MS = 86_400_000;
/** Share of a month's quota from which a key is listed. */
export const NEAR_QUOTA = 0.9;
/** Share of requests with X-Forwarded-For from an unknown proxy, above what single clients send by themselves. */
export const FORWARDED_SHARE = 0.1;
const MAX_KEYS = 20;

type Rule = (sources: NoticeSources) => Notice | undefined;

/** Rules in the order in which their notices are shown within a severity. */
const RULES: readonly Rule[] = [
  ({ process }) =>
    process.isAccountsWritable ? undefined : { code: "accounts_unwritable", severity: "error", values: {} },
  ({ process }) =>
    process.areCountersReachable
      ? undefined
      : { code: "counters_unreachable", severity: "error", values: {} },
  ({ process: { jobs } }) =>
    jobs?.storageFault === undefined
      ? undefined
      : { code: "storage_unreachable", severity: "error", values: {}, details: [jobs.storageFault] },
  noticeRegistry,
  noticeNewRegistry,
  ({ process: { source } }) =>
    source?.fault === undefined
      ? undefined
      : { code: "source_failing", severity: "warning", values: {}, details: [source.fault.reason] },
  noticeDisk,
  noticeRuns,
  noticeBackup,
  noticeJobs,
  noticeClock,
  noticeOpenFiles,
  noticeProxy,
  noticeExpiry,
  noticeQuota,
  noticeOrigins,
  noticeExports,
  noticeAge,
  ({ folder }) =>
    folder !== undefined && folder.warnings.length > 0
      ? { code: "folder_warnings", severity: "warning", values: {}, details: folder.warnings }
      : undefined,
  ({ tokenFile: { path, isExposed } }) =>
    isExposed ? { code: "token_exposed", severity: "warning", values: { path } } : undefined,
  ({ isInsecureAllowed }) =>
    isInsecureAllowed ? { code: "insecure_sessions", severity: "warning", values: {} } : undefined,
];

const SEVERITIES = ["error", "warning", "info"];

/** Lists the faults, the worst first. */
export function listNotices(sources: NoticeSources): Notice[] {
  return RULES.map((rule) => rule(sources))
    .filter((notice) => notice !== undefined)
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function noticeRegistry({ folder, process }: NoticeSources): Notice | undefined {
  const fault = folder === undefined ? "the data folder is gone" : folder.fault;
  if (fault === null) {
    return undefined;
  }
  const served = process.snapshot?.version ?? "";
  return { code: "registry_fault", severity: "error", values: { served }, details: [fault] };
}

/** Notices a published registry that this server could not load; it then serves another one than `current` names. */
function noticeNewRegistry({ folder, process }: NoticeSources): Notice | undefined {
  const served = process.snapshot?.version ?? "";
  const isServed = folder?.registry?.file === `${served}.gpkg`;
  if (folder?.registry == null || isServed || process.lastSwapError === undefined) {
    return undefined;
  }
  const values = { served, published: folder.registry.file };
  return { code: "new_registry_fault", severity: "error", values, details: [process.lastSwapError] };
}

function noticeDisk({ folder }: NoticeSources): Notice | undefined {
  if (folder === undefined) {
    return undefined;
  }
  const { free } = folder.bytes;
  const needed = Math.max(neededBytes(folder), CRITICAL_FREE_BYTES);
  if (free >= needed) {
    return undefined;
  }
  const severity = free < CRITICAL_FREE_BYTES ? "error" : "warning";
  return { code: "disk_low", severity, values: { free, needed } };
}

function noticeRuns({ process: { failedRuns } }: NoticeSources): Notice | undefined {
  const details = failedRuns.map(({ command, reason }) => `baken ${command}: ${reason}`);
  return details.length === 0
    ? undefined
    : { code: "runs_failed", severity: "warning", values: { count: details.length }, details };
}

/** Notices a backup that is due; test data is no loss. */
function noticeBackup({ process, nowMs }: NoticeSources): Notice | undefined {
  const { snapshot, lastBackupMs, areKeysInFolder } = process;
  const isOld = lastBackupMs !== undefined && nowMs - lastBackupMs > MAX_BACKUP_AGE_MS;
  const isMissing = lastBackupMs === undefined && areKeysInFolder && snapshot?.meta.isDemo === false;
  if (!isOld && !isMissing) {
    return undefined;
  }
  const hours = isOld ? Math.floor((nowMs - lastBackupMs) / 3_600_000) : 0;
  return { code: "backup_old", severity: isOld ? "warning" : "info", values: { hours } };
}

function noticeJobs({ process: { jobs }, nowMs }: NoticeSources): Notice | undefined {
  const waitMs = jobs?.oldestPendingMs === undefined ? 0 : nowMs - jobs.oldestPendingMs;
  const minutes = Math.floor(waitMs / 60_000);
  return waitMs > MAX_JOB_WAIT_MS
    ? { code: "jobs_waiting", severity: "warning", values: { minutes } }
    : undefined;
}

function noticeClock({ process: { cluster } }: NoticeSources): Notice | undefined {
  const offsetMs = cluster?.clockOffsetMs ?? 0;
  const seconds = Math.round(Math.abs(offsetMs) / 100) / 10;
  return Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS
    ? { code: "clock_wrong", severity: "warning", values: { seconds } }
    : undefined;
}

function noticeOpenFiles({ process: { openFiles } }: NoticeSources): Notice | undefined {
  return openFiles !== undefined && openFiles.open > MANY_OPEN_FILES * openFiles.limit
    ? { code: "many_open_files", severity: "warning", values: { ...openFiles } }
    : undefined;
}

function noticeAge({ process: { snapshot }, nowMs }: NoticeSources): Notice | undefined {
  if (snapshot?.meta.isDemo) {
    const { sample, referenceDate: date } = snapshot.meta;
    return { code: "test_data", severity: "info", values: { sample: sample ?? "", date } };
  }
  const days = snapshot && Math.floor((nowMs - Date.parse(snapshot.meta.referenceDate)) / DAY_MS);
  return days !== undefined && days > DATA_AGE_DAYS
    ? { code: "data_old", severity: "warning", values: { days, date: snapshot!.meta.referenceDate } }
    : undefined;
}

function noticeProxy({ counts }: NoticeSources): Notice | undefined {
  const requests = counts.routes
    .flatMap(({ statuses }) => Object.values(statuses))
    .reduce((sum, count) => sum + count, 0);
  const forwarded = counts.untrustedForwards;
  return forwarded > 0 && forwarded >= requests * FORWARDED_SHARE
    ? { code: "proxy_untrusted", severity: "warning", values: { forwarded, requests } }
    : undefined;
}

function noticeExpiry({ keys, nowMs }: NoticeSources): Notice | undefined {
  return noticeKeys("keys_expiring", keys, (key) => isExpiring(key, nowMs), nowMs);
}

function noticeQuota({ keys, nowMs }: NoticeSources): Notice | undefined {
  const isNear = ({ monthlyQuota, requestsThisMonth }: KeyReport) =>
    monthlyQuota !== undefined && requestsThisMonth >= monthlyQuota * NEAR_QUOTA;
  return noticeKeys("keys_near_quota", keys, isNear, nowMs);
}

function noticeOrigins({ keys, nowMs }: NoticeSources): Notice | undefined {
  const isUnusable = ({ kind, origins }: KeyReport) => kind === "browser" && origins.length === 0;
  return noticeKeys("keys_without_origin", keys, isUnusable, nowMs);
}

function noticeKeys(
  code: NoticeCode,
  keys: readonly KeyReport[],
  isConcerned: (key: KeyReport) => boolean,
  nowMs: number,
): Notice | undefined {
  const concerned = keys.filter((key) => isKeyInForce(key, nowMs) && isConcerned(key));
  if (concerned.length === 0) {
    return undefined;
  }
  const shown = concerned.slice(0, MAX_KEYS).map(({ id, name, expiresAt }) => ({ id, name, expiresAt }));
  return { code, severity: "warning", values: { count: concerned.length }, keys: shown };
}

function noticeExports({ exports, nowMs }: NoticeSources): Notice | undefined {
  const failed = exports.latest.filter(
    ({ state, updatedAt }) => state === "failed" && updatedAt > nowMs - DAY_MS,
  );
  return failed.length === 0
    ? undefined
    : { code: "exports_failed", severity: "warning", values: { count: failed.length } };
}
