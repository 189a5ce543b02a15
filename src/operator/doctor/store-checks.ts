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
import { MAX_CLOCK_OFFSET_MS } from "../folder-report.ts";
import { error, type Finding, ok, warning } from "./finding.ts";

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
        : error("accounts", `${address} ${fault.text}.`, fault.remedy);
    return [finding, ...checkClock(address, clockOffsetMs), ...filesPage];
  } catch (cause) {
    const remedy =
      "Start it, or fix the connection, user and password in BAKEN_ACCOUNTS. Meanwhile servers answer known keys " +
      "only.";
    return [error("accounts", `${messageOf(cause)}.`, remedy), ...filesPage];
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
    const remedy =
      "Start it, or fix the connection and password in BAKEN_COUNTERS. Meanwhile each node counts limits by itself.";
    return [error("Redis", `${host} cannot count limits: ${fault}.`, remedy)];
  }
  const finding =
    memoryPolicy === undefined || memoryPolicy === "noeviction"
      ? ok("Redis", `${host} counts limits`)
      : warning(
          "Redis",
          `${host} drops counters that still count when its memory is full (maxmemory-policy ${memoryPolicy}).`,
          "Set maxmemory-policy noeviction.",
        );
  return [finding, ...checkClock("Redis", clockOffsetMs)];
}

function checkClock(engine: string, offsetMs: number): Finding[] {
  const seconds = Math.abs(offsetMs) / 1000;
  return Math.abs(offsetMs) > MAX_CLOCK_OFFSET_MS
    ? [
        error(
          "clock",
          `The clock of this machine is ${seconds.toFixed(1)} s ${offsetMs > 0 ? "behind" : "ahead of"} the clock of ` +
            `${engine}.`,
          "Set both by NTP: timedatectl set-ntp true. Limits, leases and expiry of keys depend on them.",
        ),
      ]
    : [];
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
  return [error("export store", `${text}.`, `${remedy} Meanwhile exports wait.`)];
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
      return [error("registry source", `${fault}.`, remedy)];
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
    return [error("registry source", `${messageOf(cause)}`, "Set what the message names.")];
  }
}
