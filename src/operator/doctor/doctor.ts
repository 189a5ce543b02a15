/** Examines a service and the machine it runs on. */
import { type AccountsPlace, accountsPlace } from "../../accounts/accounts-place.ts";
import { describeAccounts, inspectNodes, isInDatabase } from "../../accounts/open-accounts.ts";
import { listFailedRuns } from "../../base/folder-notes.ts";
import { lastBackupMs } from "../../base/last-backup.ts";
import type { Settings } from "../../base/settings.ts";
import { importHint } from "../../registry/file/folder-fault.ts";
import { type FolderReport, MAX_BACKUP_AGE_MS, MAX_JOB_WAIT_MS, reportFolder } from "../folder-report.ts";
import { listNodes } from "../nodes/report-node.ts";
import { checkData } from "./data-checks.ts";
import { error, type Finding, ok, warning } from "./finding.ts";
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
 * Yields each finding when its check has ended: first what others answer, in the order in which they do, then what is
 * read here. Changes nothing except an object in the export store.
 */
export async function* examine({ settings, adminTokenPath, isDeep }: DoctorOptions): AsyncGenerator<Finding> {
  const place = accountsPlace(settings);
  yield* asTheyEnd([...startStoreChecks(settings), checkNodes(place), checkNetwork(settings)]);
  const report = await reportFolder(place);
  if (report === undefined) {
    yield error("data folder", `There is no folder ${settings.data}.`, importHint(settings.data));
    return;
  }
  const nowMs = Date.now();
  yield* checkRuns({ report, place, nowMs });
  yield checkMemory(report, settings.threads);
  yield* [checkOpenFiles() ?? [], checkReadAhead(report) ?? []].flat();
  yield* checkPermissions(settings.data, adminTokenPath);
  yield* checkData({ report, place, isDeep, nowMs });
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

interface RunCheckOptions {
  readonly report: FolderReport;
  readonly place: AccountsPlace;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;

function checkRuns(options: RunCheckOptions): Finding[] {
  return [...checkFailures(options), ...checkBackup(options), ...checkJobs(options)];
}

function checkFailures({ report: { dataDir } }: RunCheckOptions): Finding[] {
  return listFailedRuns(dataDir).map(({ command, failures, failedAt, reason }) =>
    warning(
      command,
      `baken ${command} failed ${failures === 1 ? "" : `${failures} times, last `}at ${failedAt}: ${reason}`,
      "Fix what the message says. This notice disappears when the command succeeds.",
    ),
  );
}

/** Test data is no loss; keys in a database are backed up with pg_dump, which leaves no trace here. */
function checkBackup({ report, place, nowMs }: RunCheckOptions): Finding[] {
  const madeMs = lastBackupMs(report.dataDir);
  const isDue = !isInDatabase(place) && report.registry?.isDemo === false && report.keys.all > 0;
  if (madeMs === undefined) {
    return isDue
      ? [warning("backup", "No backup was made yet.", "Run baken backup <new folder> every night.")]
      : [];
  }
  const hours = Math.floor((nowMs - madeMs) / HOUR_MS);
  const text = `the last one was made ${hours} hours ago`;
  return nowMs - madeMs > MAX_BACKUP_AGE_MS
    ? [warning("backup", `${text}.`, "Look at the job that runs baken backup every night, and run it now.")]
    : [ok("backup", text)];
}

function checkJobs({ report: { oldestJobMs }, nowMs }: RunCheckOptions): Finding[] {
  const waitMs = oldestJobMs === null ? 0 : nowMs - oldestJobMs;
  return waitMs > MAX_JOB_WAIT_MS
    ? [
        warning(
          "jobs",
          `A job has been waiting for ${Math.floor(waitMs / 60_000)} minutes.`,
          "Other jobs take long, or none are run: baken jobs list, and the log of the server.",
        ),
      ]
    : [];
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
      warning(
        "nodes",
        `${name} has been silent for ${silentSeconds} s: it was killed, or cannot reach ${describeAccounts(place)}.`,
        "Look at its machine. If it was removed for good, it is forgotten after a day.",
      ),
    ),
    ...(registries.size > 1
      ? [
          warning(
            "nodes",
            `They serve different registries: ${[...registries].join(", ")}.`,
            "baken nodes shows which registry each node serves, and why it is not the newest.",
          ),
        ]
      : []),
    ...(silent.length === 0 && reporting.length > 0 ? [ok("nodes", `${reporting.length} report`)] : []),
  ];
}
