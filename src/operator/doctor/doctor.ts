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
import { checkMemory, checkOpenFiles, checkPermissions } from "./machine-checks.ts";
import { checkNetwork, type NetworkSettings } from "./network-checks.ts";
import { checkStores, type StoreSettings } from "./store-checks.ts";

export interface DoctorOptions {
  readonly settings: NetworkSettings & StoreSettings & Pick<Settings, "threads">;
  readonly adminTokenPath: string;
  /** True: reads every page of the registry. */
  readonly isDeep: boolean;
}

/** Returns the findings, in the order of the checks. Changes nothing but for an object in the export store. */
export async function examine({ settings, adminTokenPath, isDeep }: DoctorOptions): Promise<Finding[]> {
  const place = accountsPlace(settings);
  const report = await reportFolder(place);
  const [network, ...shared] = await Promise.all([
    checkNetwork(settings),
    checkStores(settings),
    checkNodes(place),
  ]);
  const stores = shared.flat();
  if (report === undefined) {
    return [
      error("data folder", `There is no folder ${settings.data}.`, importHint(settings.data)),
      ...stores,
      ...network,
    ];
  }
  const nowMs = Date.now();
  return [
    ...checkData({ report, place, isDeep, nowMs }),
    ...stores,
    ...checkRuns({ report, place, nowMs }),
    checkMemory(report, settings.threads),
    ...[checkOpenFiles() ?? []].flat(),
    ...checkPermissions(settings.data, adminTokenPath),
    ...network,
  ];
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
      "Mend what the message says. This is forgotten when the command succeeds.",
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
          "Others take long, or none is run: baken jobs list, and the log of the server.",
        ),
      ]
    : [];
}

/** Returns nothing where nothing is shared or no node has reported; another check tells that the store is away. */
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
        "Look at its machine. Where it is gone for good, it is forgotten after a day.",
      ),
    ),
    ...(registries.size > 1
      ? [
          warning(
            "nodes",
            `They serve different registries: ${[...registries].join(", ")}.`,
            "baken nodes tells which node serves what, and what keeps it from the newest.",
          ),
        ]
      : []),
    ...(silent.length === 0 && reporting.length > 0 ? [ok("nodes", `${reporting.length} report`)] : []),
  ];
}
