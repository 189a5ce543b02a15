/** Runs the health checks on what a serving process knows. The pages show what they find in their language. */
import type { KeyReport } from "../../../accounts/key-store.ts";
import type { ExportsReport } from "../../../exports/exports.ts";
import type { TrafficCounts } from "../../../http/serving/metrics.ts";
import type { ProcessState } from "../../../http/serving/process-state.ts";
import { type FolderReport, neededBytes } from "../../../operator/folder-report.ts";
import { type HealthFacts, SEVERITIES } from "../../../operator/health/health-check.ts";
import {
  type Diagnosis,
  HEALTH_CHECKS,
  type NoticeCode,
  runCheck,
} from "../../../operator/health/health-checks.ts";

interface NoticeSources extends Pick<HealthFacts, "nowMs" | "dataDir" | "tokenFile" | "isInsecureAllowed"> {
  readonly process: ProcessState;
  readonly counts: TrafficCounts;
  readonly folder: FolderReport | undefined;
  readonly keys: readonly KeyReport[];
  readonly exports: ExportsReport;
}

const DAY_MS = 86_400_000;

export type Notice = Diagnosis<NoticeCode>;

const CODES = (Object.keys(HEALTH_CHECKS) as NoticeCode[]).filter((code) => "test" in HEALTH_CHECKS[code]);

/** Lists what is wrong with the service, the worst first. */
export function listNotices(sources: NoticeSources): Notice[] {
  const facts = gatherFacts(sources);
  return CODES.map((code) => runCheck(code, facts))
    .filter((notice) => notice !== undefined)
    .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

function gatherFacts({ process, counts, folder, exports, ...sources }: NoticeSources): HealthFacts {
  const { nowMs } = sources;
  const { snapshot, jobs, source, lastBackupMs, lastSwapError } = process;
  const served = snapshot?.version ?? "";
  const statuses = counts.routes.flatMap((route) => Object.values(route.statuses));
  const failed = exports.latest.filter((job) => job.state === "failed" && job.updatedAt > nowMs - DAY_MS);
  return {
    ...sources,
    registry: snapshot?.meta,
    faults: {
      ...(!process.isAccountsWritable && { accounts: "" }),
      ...(!process.areCountersReachable && { counters: "" }),
      storage: jobs?.storageFault,
      source: source?.fault?.reason,
    },
    registryFault: folder === undefined ? "the data folder is gone" : (folder.fault ?? undefined),
    served,
    // A published registry that could not be loaded; another one than `current` names serves then.
    notLoaded:
      folder?.registry == null || folder.registry.file === `${served}.gpkg` || lastSwapError === undefined
        ? undefined
        : { file: folder.registry.file, reason: lastSwapError },
    warnings: folder?.warnings,
    disk: folder && { free: folder.bytes.free, needed: neededBytes(folder) },
    failedRuns: process.failedRuns,
    backup: {
      lastMs: lastBackupMs,
      isNeeded: process.areKeysInFolder && snapshot?.meta.isDemo === false,
    },
    oldestJobMs: jobs?.oldestPendingMs,
    failedJobs: failed.length,
    clockOffsetMs: process.cluster?.clockOffsetMs,
    openFiles: process.openFiles,
    traffic: {
      requests: statuses.reduce((sum, count) => sum + count, 0),
      forwarded: counts.untrustedForwards,
    },
  };
}
