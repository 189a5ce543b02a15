/** Finds what is amiss with the service. The pages word each notice and its remedy. */
import { isInForce } from "../accounts/api-key.ts";
import type { KeyReport } from "../accounts/key-store.ts";
import type { ExportsReport } from "../exports/exports.ts";
import type { TrafficCounts } from "../http/serving/metrics.ts";
import type { ProcessState } from "../http/serving/process-metrics.ts";
import type { Notice, NoticeCode } from "./answers.ts";
import type { FolderReport } from "./folder-report.ts";

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
/** An extract appears every month; one and a half without a new one is a forgotten job. */
const MAX_DATA_AGE_DAYS = 45;
const EXPIRY_NOTICE_DAYS = 14;
/** Share of a month's quota from which a key is listed. */
const NEAR_QUOTA = 0.9;
/** Share of requests with X-Forwarded-For from an unknown proxy, above what single clients send by themselves. */
const FORWARDED_SHARE = 0.1;
const MIN_FREE_BYTES = 1_000_000_000;
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
  noticeRegistry,
  noticeNewRegistry,
  noticeDisk,
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

/** Lists what is amiss, the worst first. */
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
  const current = folder?.versions.find(({ isCurrent }) => isCurrent)?.bytes ?? 0;
  // An import or update writes a second registry beside the current one, and its work files.
  const needed = Math.max(MIN_FREE_BYTES, 2 * current);
  if (folder === undefined || folder.bytes.free >= needed) {
    return undefined;
  }
  const severity = folder.bytes.free < MIN_FREE_BYTES / 10 ? "error" : "warning";
  return { code: "disk_low", severity, values: { free: folder.bytes.free, needed } };
}

function noticeAge({ process: { snapshot }, nowMs }: NoticeSources): Notice | undefined {
  if (snapshot?.meta.isDemo) {
    return { code: "demo_data", severity: "info", values: {} };
  }
  const days = snapshot && Math.floor((nowMs - Date.parse(snapshot.meta.referenceDate)) / DAY_MS);
  return days !== undefined && days > MAX_DATA_AGE_DAYS
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
  const limit = new Date(nowMs + EXPIRY_NOTICE_DAYS * DAY_MS).toISOString();
  return noticeKeys(
    "keys_expiring",
    keys,
    (key) => key.expiresAt !== undefined && key.expiresAt <= limit,
    nowMs,
  );
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
  const concerned = keys.filter((key) => isInForce(key, nowMs) && isConcerned(key));
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
