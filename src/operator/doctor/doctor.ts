/** Examines a service and the machine it runs on. */
import { type AccountsPlace, accountsPlace } from "../../accounts/accounts-place.ts";
import { describeAccounts, inspectNodes, isInDatabase } from "../../accounts/open-accounts.ts";
import { listFailedRuns } from "../../base/folder-notes.ts";
import { lastBackupMs } from "../../base/last-backup.ts";
import type { Settings } from "../../base/settings.ts";
import { importHint } from "../../registry/file/folder-fault.ts";
import { type FolderReport, neededBytes, reportFolder } from "../folder-report.ts";
import type { HealthFacts } from "../health/health-check.ts";
import { listNodes } from "../nodes/report-node.ts";
import { checkData } from "./data-checks.ts";
import { checkHealth, error, type Finding, failure, ok } from "./finding.ts";
import { checkMemory, checkOpenFiles, checkPermissions, checkReadAhead } from "./machine-checks.ts";
import { checkNetwork, type NetworkSettings } from "./network-checks.ts";
import { type StoreSettings, startStoreChecks } from "./store-checks.ts";

export interface DoctorOptions {
  readonly settings: NetworkSettings & StoreSettings & Pick<Settings, "threads">;
  readonly adminTokenPath: string;
  /** True: reads every page of the registry, and every footprint. */
  readonly isDeep: boolean;
}

/**
 * Yields each finding when its check has ended: first checks of other services, in the order in which they answer, then
 * checks of this machine. Changes nothing except an object in the export store.
 */
export async function* examine({ settings, adminTokenPath, isDeep }: DoctorOptions): AsyncGenerator<Finding> {
  const place = accountsPlace(settings);
  yield* asTheyEnd([...startStoreChecks(settings), checkNodes(place), checkNetwork(settings)]);
  const report = await reportFolder(place);
  if (report === undefined) {
    yield error("data folder", `There is no folder ${settings.data}.`, importHint(settings.data));
    return;
  }
  const facts = gatherFacts(report, place);
  yield* checkRuns(facts);
  yield checkMemory(report, settings.threads);
  yield* [checkOpenFiles() ?? [], checkReadAhead(report) ?? []].flat();
  yield* checkPermissions(settings.data, adminTokenPath);
  yield* checkData({ report, place, isDeep, facts });
}

/** Yields the findings of checks that run at the same time. */
async function* asTheyEnd(checks: readonly Promise<readonly Finding[]>[]): AsyncGenerator<Finding> {
  const running = new Map(checks.map((check, i) => [i, check.then((findings) => ({ i, findings }))]));
  while (running.size > 0) {
    const { i, findings } = await Promise.race(running.values());
    running.delete(i);
    yield* findings;
  }
}

/** Test data is no loss; keys in a database are backed up with pg_dump, which leaves no trace here. */
function gatherFacts(report: FolderReport, place: AccountsPlace): HealthFacts {
  const { dataDir, registry, keys, bytes, oldestJobMs } = report;
  return {
    nowMs: Date.now(),
    dataDir,
    registry: registry ?? undefined,
    disk: { free: bytes.free, needed: neededBytes(report) },
    backup: {
      lastMs: lastBackupMs(dataDir),
      isNeeded: !isInDatabase(place) && registry?.isDemo === false && keys.all > 0,
    },
    oldestJobMs,
  };
}

const HOUR_MS = 3_600_000;

function* checkRuns(facts: HealthFacts): Generator<Finding> {
  for (const { command, failures, failedAt, reason } of listFailedRuns(facts.dataDir)) {
    const times = failures === 1 ? "" : `${failures} times, last `;
    yield failure("runs_failed", {
      check: command,
      text: `baken ${command} failed ${times}at ${failedAt}: ${reason}`,
    });
  }
  const lastMs = facts.backup?.lastMs;
  const backup = checkHealth("backup_missing", facts) ?? checkHealth("backup_old", facts);
  if (backup !== undefined || lastMs !== undefined) {
    const hours = Math.floor((facts.nowMs - lastMs!) / HOUR_MS);
    yield backup ?? ok("backup", `the last one was made ${hours} hours ago`);
  }
  yield* [checkHealth("jobs_waiting", facts) ?? []].flat();
}

/**
 * Returns nothing where nothing is shared or no node has reported; another check reports that the store is unreachable.
 */
async function checkNodes(place: AccountsPlace): Promise<Finding[]> {
  const store = inspectNodes(place);
  if (store === undefined) {
    return [];
  }
  const nodes = await listNodes(store).catch(() => []);
  await store.close();
  const silent = nodes.filter(({ silentSeconds }) => silentSeconds !== null);
  const reporting = nodes.filter(({ silentSeconds }) => silentSeconds === null);
  const registries = new Set(reporting.map(({ registry }) => registry ?? "none"));
  return [
    ...silent.map(({ name, silentSeconds }) =>
      failure("node_lost", {
        text: `${name} has been silent for ${silentSeconds} s: it was killed, or cannot reach ${describeAccounts(place)}.`,
      }),
    ),
    ...(registries.size > 1
      ? [failure("nodes_differ", { text: `They serve different registries: ${[...registries].join(", ")}.` })]
      : []),
    ...(silent.length === 0 && reporting.length > 0 ? [ok("nodes", `${reporting.length} report`)] : []),
  ];
}
