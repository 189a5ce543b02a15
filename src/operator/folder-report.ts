/** Reports the contents and the state of a data folder without changing anything. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { isKeyInForce } from "../accounts/api-key.ts";
import { isExpiring } from "../accounts/expiring-keys.ts";
import {
  describeAccounts,
  hasAccounts,
  inspectKeys,
  listAccountsPaths,
  withStore,
} from "../accounts/open-accounts.ts";
import { freeBytes } from "../base/disk-space.ts";
import { AppError, messageOf } from "../base/errors.ts";
import type { JobState } from "../exports/job.ts";
import { inspectJobs } from "../exports/open-job-store.ts";
import { SessionFolders } from "../exports/sessions/session-folder.ts";
import { describeFolderFault } from "../registry/file/folder-fault.ts";
import { findUnfinishedPublish, readImportState } from "../registry/file/import-state.ts";
import { type LogEntry, listGaps, listLatestEntries } from "../registry/file/imports.ts";
import { type FolderStatus, inspectFolder } from "../registry/file/inspect-folder.ts";
import { inspectRegistry } from "../registry/file/inspect-registry.ts";
import { hasReaders } from "../registry/file/old-registries.ts";
import { openRegistry } from "../registry/file/open-registry.ts";
import { readPointedName } from "../registry/file/pointer.ts";
import { listRegistryFiles, spaceForImport } from "../registry/file/registry-files.ts";
import type { RegistryMeta, Snapshot } from "../registry/file/snapshot.ts";
import { findLinkFault } from "../registry/file/stable-link.ts";
import { describePin, findPinIn, listUses, type Use } from "../registry/file/use-log.ts";

export interface FolderReport {
  readonly dataDir: string;
  /** The registry to serve; null when there is none that opens. */
  readonly registry: (RegistryMeta & { readonly file: string }) | null;
  /** Reason why there is none, with the remedy; null when there is one. */
  readonly fault: string | null;
  /** Newest first. */
  readonly versions: readonly VersionReport[];
  /**
   * Registries that `baken use` made current, newest first. While `isPinned` is true, the first one is in effect
   * (use-log.ts).
   */
  readonly uses: readonly Use[];
  /** The last imports and updates, newest first. */
  readonly log: readonly LogEntry[];
  readonly bytes: {
    readonly registries: number;
    readonly exports: number;
    readonly downloads: number;
    readonly accounts: number;
    /** Free bytes on the folder's disk. */
    readonly free: number;
  };
  /** Place of keys, usage and export jobs: `accounts.db`, or a database without its password. */
  readonly accounts: string;
  readonly keys: { readonly all: number; readonly inForce: number; readonly expiring: number };
  /** Sessions of the page /files: how many, and the bytes of all their files. */
  readonly fileSessions: { readonly count: number; readonly bytes: number };
  readonly exportJobs: Partial<Record<JobState, number>>;
  /** Time at which the oldest waiting job was requested, in milliseconds since 1970; null when none waits. */
  readonly oldestJobMs: number | null;
  readonly importing: ReturnType<typeof readImportState>;
  /** Problems that the owner of the folder should know of or fix. */
  readonly warnings: readonly string[];
}

export interface VersionReport {
  readonly file: string;
  readonly referenceDate: string;
  readonly bytes: number;
  /** Names of the files attached to it, next to it in the folder. */
  readonly attached: readonly string[];
  /** Name of its data; null for a file that does not have one. */
  readonly dataVersion: string | null;
  readonly adressen: number | null;
  readonly isCurrent: boolean;
  /** True for the current registry while no other may become current. */
  readonly isPinned: boolean;
  /** Reason why it cannot be served; null when it can. A file with a fault is never removed. */
  readonly fault: string | null;
  /** True while some process has it open; null where that cannot be determined. */
  readonly hasReaders: boolean | null;
}

/** Uses that are shown. */
const MAX_USES = 5;

/**
 * Returns the report of a data folder; undefined when there is no such folder. Throws `unavailable` for one that
 * cannot be read.
 */
export async function reportFolder(
  place: AccountsPlace,
  maxLogEntries = 5,
): Promise<FolderReport | undefined> {
  const { dataDir } = place;
  if (!existsSync(dataDir)) {
    return undefined;
  }
  const status = inspectFolder(dataDir);
  if (status.state === "unreadable folder") {
    throw new AppError("unavailable", describeFolderFault(status)!);
  }
  const warnings: string[] = [];
  const current = reportCurrent(status, maxLogEntries, warnings);
  const uses = reportUses(dataDir, warnings);
  const versions = listVersions(dataDir, findPinIn(uses, dataDir));
  const importing = readImportState(dataDir);
  const accounts = await reportAccounts(place, warnings);
  if (importing !== "under way") {
    warnings.push(...listVersionWarnings(dataDir, versions));
  }
  const link = findLinkFault(dataDir);
  if (link !== undefined && link.kind !== "missing") {
    warnings.push(link.reason);
  }
  if (importing === "killed") {
    warnings.push("An import or update was killed; the next one removes its leftover files in .import.");
  }
  return {
    dataDir,
    ...current,
    versions,
    uses,
    bytes: {
      registries: bytesOfRegistries(dataDir, versions),
      exports: bytesBelow(join(dataDir, "exports")),
      downloads: bytesBelow(join(dataDir, "downloads")),
      accounts: listAccountsPaths(place).reduce((sum, path) => sum + bytesOf(path), 0),
      free: freeBytes(dataDir),
    },
    ...accounts,
    fileSessions: {
      count: new SessionFolders(dataDir).list().length,
      bytes: bytesBelow(join(dataDir, "files")),
    },
    importing,
    warnings,
  };
}

function reportCurrent(
  status: FolderStatus,
  maxLogEntries: number,
  warnings: string[],
): Pick<FolderReport, "registry" | "fault" | "log"> {
  const { dataDir } = status;
  const fault = describeFolderFault(status) ?? null;
  if (fault !== null) {
    return { registry: null, fault, log: [] };
  }
  const registry = openRegistry(dataDir);
  try {
    const snapshot = registry.current();
    if (snapshot === undefined) {
      return { registry: null, fault: `another process is changing ${dataDir}; try again`, log: [] };
    }
    warnings.push(...listGapWarnings(snapshot));
    return {
      registry: { file: `${snapshot.version}.gpkg`, ...snapshot.meta },
      fault,
      log: listLatestEntries(snapshot, maxLogEntries),
    };
  } finally {
    // Closed before `listVersions` checks which registries are read.
    registry.close();
  }
}

function listGapWarnings(snapshot: Snapshot): string[] {
  const gaps = listGaps(snapshot).map(({ from, to }) => `${from} to ${to}`);
  if (gaps.length === 0) {
    return [];
  }
  return [`The mutations of ${gaps.join(", ")} are missing. Import a newer extract to get complete data.`];
}

/** Lists the last uses; warns of a pin, which keeps new data from serving, and of a log that cannot be read. */
function reportUses(dataDir: string, warnings: string[]): Use[] {
  try {
    const uses = listUses(dataDir).slice(0, MAX_USES);
    const pin = findPinIn(uses, dataDir);
    if (pin !== undefined) {
      warnings.push(
        `${describePin(pin)}. New registries do not become current until baken use makes one current without --pin.`,
      );
    }
    return uses;
  } catch (error) {
    warnings.push(`${messageOf(error)}.`);
    return [];
  }
}

function listVersions(dataDir: string, pin: Use | undefined): VersionReport[] {
  const current = readPointedName(dataDir);
  return listRegistryFiles(dataDir)
    .map(({ name, referenceDate }) => {
      const { state, reason, facts } = inspectRegistry(join(dataDir, name));
      const attached = facts?.attached.map((one) => one.name) ?? [];
      return {
        file: name,
        referenceDate,
        bytes: bytesOf(join(dataDir, name)),
        attached,
        dataVersion: facts?.dataVersion ?? null,
        adressen: facts?.adressen ?? null,
        isCurrent: name === current,
        isPinned: name === pin?.file,
        fault: state === "valid" ? null : reason,
        hasReaders: hasReaders(join(dataDir, name)) ?? null,
      };
    })
    .reverse();
}

/** Returns the bytes of all registries and of the files attached to them, which several registries may share. */
function bytesOfRegistries(dataDir: string, versions: readonly VersionReport[]): number {
  const attached = new Set(versions.flatMap((version) => version.attached));
  const ofAttached = [...attached].reduce((sum, name) => sum + bytesOf(join(dataDir, name)), 0);
  return versions.reduce((sum, { bytes }) => sum + bytes, ofAttached);
}

function listVersionWarnings(dataDir: string, versions: readonly VersionReport[]): string[] {
  const currentIndex = versions.findIndex(({ isCurrent }) => isCurrent);
  const unfinished = findUnfinishedPublish(dataDir);
  const newer = versions.slice(0, Math.max(0, currentIndex)).map(({ file }) => file);
  const newerPublished = newer.filter((file) => file !== unfinished);
  const faulty = versions.filter(({ fault, isCurrent }) => fault !== null && !isCurrent);
  return [
    ...(newerPublished.length > 0
      ? [`Registries newer than the current one: ${newerPublished.join(", ")}.`]
      : []),
    ...faulty.map(({ file, fault }) => `${file} ${fault}. It is kept until you remove it.`),
  ];
}

async function reportAccounts(
  place: AccountsPlace,
  warnings: string[],
): Promise<Pick<FolderReport, "accounts" | "keys" | "exportJobs" | "oldestJobMs">> {
  const accounts = describeAccounts(place);
  const keys = { all: 0, inForce: 0, expiring: 0 };
  const empty = { accounts, keys, exportJobs: {}, oldestJobMs: null };
  if (!hasAccounts(place)) {
    return empty;
  }
  try {
    const keys = await withStore(inspectKeys(place), async (store) => store.list());
    const [exportJobs, oldestJobMs = null] = await withStore(inspectJobs(place), async (store) =>
      Promise.all([store.countByState(), store.oldestPendingMs()]),
    );
    const now = Date.now();
    const inForce = keys.filter((key) => isKeyInForce(key, now)).length;
    const expiring = keys.filter((key) => isExpiring(key, now)).length;
    return { accounts, keys: { all: keys.length, inForce, expiring }, exportJobs, oldestJobMs };
  } catch (error) {
    warnings.push(`Keys and exports cannot be read: ${messageOf(error)}`);
    return empty;
  }
}

/** Returns the total size of the files below a folder; 0 when it cannot be read. */
function bytesBelow(folder: string): number {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.reduce((sum, name) => sum + bytesOf(join(folder, name)), 0);
  } catch {
    return 0;
  }
}

/** Returns the size of a file; 0 when it is not a file, was removed or cannot be read. */
function bytesOf(path: string): number {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
}

/** Returns the free bytes that the next import needs. */
export function neededBytes({ versions }: Pick<FolderReport, "versions">): number {
  return spaceForImport(versions.find(({ isCurrent }) => isCurrent)?.bytes ?? 0);
}
