/** Examines a service and the machine it runs on. */
import { accountsPlace } from "../../accounts/accounts-place.ts";
import type { Settings } from "../../base/settings.ts";
import { importHint } from "../../registry/file/folder-fault.ts";
import { reportFolder } from "../folder-report.ts";
import { checkData } from "./data-checks.ts";
import { error, type Finding } from "./finding.ts";
import { checkMemory, checkOpenFiles, checkPermissions } from "./machine-checks.ts";
import { checkNetwork, type NetworkSettings } from "./network-checks.ts";
import { checkNodes } from "./node-checks.ts";
import { checkRuns } from "./run-checks.ts";
import { checkStores, type StoreSettings } from "./store-checks.ts";

export interface DoctorOptions {
  readonly settings: NetworkSettings & StoreSettings & Pick<Settings, "threads">;
  readonly adminTokenPath: string;
  /** True: reads every page of the registry. */
  readonly isDeep: boolean;
}

/** Returns what was found, in the order of the checks. Changes nothing but for an object in the export store. */
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
