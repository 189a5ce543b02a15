/** Checks of the services that machines share: accounts, Redis, storage of export files, registry source. */
import { type ACCOUNTS_SETTINGS, accountsPlace } from "../../accounts/accounts-place.ts";
import { type COUNTERS_SETTINGS, countersPlace } from "../../accounts/counters.ts";
import { describeAccounts, examineDatabase, isInDatabase } from "../../accounts/open-accounts.ts";
import { examineRedis } from "../../accounts/open-counters.ts";
import { AppError, messageOf } from "../../base/errors.ts";
import type { Settings } from "../../base/settings.ts";
import { formatStorageLocation } from "../../base/storage-location.ts";
import { examineSource } from "../../distribution/examine-source.ts";
import { examineExportStore } from "../../exports/open-export-files.ts";
import { describeFilesFault } from "../../http/files-access.ts";
import { readPointedName } from "../../registry/file/pointer.ts";
import { openReadableStore } from "../../storage/open-storage.ts";
import { runCheck } from "../health/health-checks.ts";
import { error, type Finding, failure, ok, warning } from "./finding.ts";

export type StoreSettings = Pick<
  Settings,
  | "data"
  | "exportStore"
  | "registrySource"
  | "registryKey"
  | "filesPage"
  | (typeof ACCOUNTS_SETTINGS)[number]
  | (typeof COUNTERS_SETTINGS)[number]
>;

/** Asks each as a server would, all at the same time; a store that is not set has no finding. */
export function startStoreChecks(settings: StoreSettings): Promise<Finding[]>[] {
  return [checkDatabase(settings), checkRedis(settings), checkExportStore(settings), checkSource(settings)];
}

async function checkDatabase(settings: StoreSettings): Promise<Finding[]> {
  const place = accountsPlace(settings);
  if (!isInDatabase(place)) {
    return [];
  }
  const filesFault = describeFilesFault({ ...place, filesPage: settings.filesPage });
  const filesPage =
    filesFault === undefined
      ? []
      : [warning("page for files", filesFault, "Leave --files-page out, or set it to off.")];
  try {
    const address = describeAccounts(place);
    const { clockOffsetMs, fault } = await examineDatabase(place);
    const finding =
      fault === undefined
        ? ok("accounts", `${address} answers, and a server may use it`)
        : failure("accounts_unwritable", { text: `${address} ${fault.text}.`, remedy: fault.remedy });
    return [finding, ...checkClock(settings, address, clockOffsetMs), ...filesPage];
  } catch (cause) {
    const remedy =
      "Start it, or fix the connection, user and password in BAKEN_ACCOUNTS. Meanwhile servers answer known keys " +
      "only.";
    return [failure("accounts_unwritable", { text: `${messageOf(cause)}.`, remedy }), ...filesPage];
  }
}

async function checkRedis(settings: StoreSettings): Promise<Finding[]> {
  let place: ReturnType<typeof countersPlace>;
  try {
    place = countersPlace(settings);
  } catch (cause) {
    if (cause instanceof AppError) {
      return [error("Redis", cause.message, "Set both, or neither.")];
    }
    throw cause;
  }
  if (place === undefined) {
    return [];
  }
  const { host } = new URL(place.url);
  const { fault, clockOffsetMs, memoryPolicy } = await examineRedis(place);
  if (fault !== undefined) {
    return [failure("counters_unreachable", { text: `${host} cannot count limits: ${fault}.` })];
  }
  const finding =
    memoryPolicy === undefined || memoryPolicy === "noeviction"
      ? ok("Redis", `${host} counts limits`)
      : warning(
          "Redis",
          `${host} drops counters that still count when its memory is full (maxmemory-policy ${memoryPolicy}).`,
          "Set maxmemory-policy noeviction.",
        );
  return [finding, ...checkClock(settings, "Redis", clockOffsetMs)];
}

function checkClock({ data }: StoreSettings, engine: string, clockOffsetMs: number): Finding[] {
  const diagnosis = runCheck("clock_wrong", { dataDir: data, nowMs: Date.now(), clockOffsetMs });
  const seconds = Math.abs(clockOffsetMs) / 1000;
  const side = clockOffsetMs > 0 ? "behind" : "ahead of";
  const text = `The clock of this machine is ${seconds.toFixed(1)} s ${side} the clock of ${engine}.`;
  return diagnosis === undefined ? [] : [failure("clock_wrong", { text })];
}

async function checkExportStore({ data, exportStore }: StoreSettings): Promise<Finding[]> {
  if (exportStore === undefined) {
    return [];
  }
  const { isUsable, text } = await examineExportStore(exportStore, data);
  if (isUsable) {
    return [ok("export store", text)];
  }
  const remedy =
    exportStore.kind === "folder"
      ? "Mount it, or make it writable for the user of the server. If its files are lost, see docs/troubleshooting.md#storage-is-lost."
      : "Fix the storage, its address (S3_ENDPOINT) or the rights of its credentials: read, write, delete and list.";
  return [failure("storage_unreachable", { text: `${text}.`, remedy: `${remedy} Meanwhile exports wait.` })];
}

async function checkSource({ data, registrySource, registryKey }: StoreSettings): Promise<Finding[]> {
  if (registrySource === undefined) {
    return [];
  }
  try {
    const store = openReadableStore(registrySource);
    const source = { dataDir: data, store, registryKey };
    const { fault, published, isCurrent, superseded } = await examineSource(source, readPointedName(data));
    if (fault !== undefined) {
      const remedy =
        "baken publish --verify reads everything that is published; baken publish --force publishes again. " +
        "Meanwhile servers keep their registry.";
      return [failure("source_failing", { text: `${fault}.`, remedy })];
    }
    if (superseded !== undefined) {
      const remedy = "Upgrade this baken to the version that publishes.";
      return [warning("registry source", `${superseded}.`, remedy)];
    }
    const text = `${formatStorageLocation(registrySource)} has the registry of ${published?.date}`;
    return [
      isCurrent === false
        ? warning(
            "registry source",
            `${text}, which this folder does not serve yet.`,
            "A running server fetches it; its log says why not. Without a server: baken fetch",
          )
        : ok("registry source", text),
    ];
  } catch (cause) {
    return [failure("source_failing", { text: messageOf(cause), remedy: "Set what the message names." })];
  }
}
