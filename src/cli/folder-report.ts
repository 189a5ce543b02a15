/** What a data folder holds and what goes on in it, seen without changing anything. */
import { existsSync, readdirSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { isInForce } from "../accounts/api-key.ts";
import { SqliteKeyStore } from "../accounts/key-store.ts";
import { openToLook } from "../base/sqlite.ts";
import type { JobState } from "../exports/job.ts";
import { countJobs } from "../exports/sqlite-job-store.ts";
import { importStateOf } from "../import/publish.ts";
import { type LogEntry, listGaps, listLatestEntries } from "../registry/imports.ts";
import { isRead, listRegistryFiles, POINTER_FILE, readPointer } from "../registry/registry-files.ts";
import { openRegistry, type RegistryMeta, type Snapshot } from "../registry/snapshot.ts";

export interface FolderReport {
  readonly dataDir: string;
  /** The registry to serve; null when there is none that opens. */
  readonly registry: (RegistryMeta & { readonly file: string }) | null;
  /** Newest first. */
  readonly versions: readonly VersionReport[];
  /** The last imports and updates, newest first. */
  readonly log: readonly LogEntry[];
  readonly bytes: {
    readonly registries: number;
    readonly exports: number;
    readonly downloads: number;
    readonly accounts: number;
    /** On the folder's disk. */
    readonly free: number;
  };
  readonly keys: { readonly all: number; readonly inForce: number };
  readonly exportJobs: Partial<Record<JobState, number>>;
  readonly importing: ReturnType<typeof importStateOf>;
  /** What its owner should know or do. */
  readonly warnings: readonly string[];
}

export interface VersionReport {
  readonly file: string;
  readonly referenceDate: string;
  readonly bytes: number;
  readonly isCurrent: boolean;
  /** Whether some process has it open; null where that cannot be found out. */
  readonly isRead: boolean | null;
}

const SHOWN_ENTRIES = 5;

/** Undefined when there is no such folder. */
export function reportFolder(dataDir: string): FolderReport | undefined {
  if (!existsSync(dataDir)) return undefined;
  const warnings: string[] = [];
  const current = lookAtCurrent(dataDir, warnings);
  const versions = listVersions(dataDir);
  const importing = importStateOf(dataDir);
  const accounts = lookAtAccounts(dataDir, warnings);
  warnings.push(...warnOfVersions(versions, readPointer(dataDir), importing));
  if (importing === "killed")
    warnings.push("An import or update was killed; the next one clears away what it left in .import.");
  return {
    dataDir,
    ...current,
    versions,
    bytes: {
      registries: versions.reduce((sum, { bytes }) => sum + bytes, 0),
      exports: bytesBelow(join(dataDir, "exports")),
      downloads: bytesBelow(join(dataDir, "downloads")),
      accounts: ["", "-journal", "-wal", "-shm"].reduce(
        (sum, end) => sum + bytesOf(join(dataDir, `accounts.db${end}`)),
        0,
      ),
      free: freeBytes(dataDir),
    },
    ...accounts,
    importing,
    warnings,
  };
}

function lookAtCurrent(dataDir: string, warnings: string[]): Pick<FolderReport, "registry" | "log"> {
  const registry = openRegistry(dataDir, ({ message }) => warnings.push(message));
  try {
    const snapshot = registry.current();
    if (snapshot === undefined) return { registry: null, log: [] };
    warnings.push(...warnOfGaps(snapshot));
    return {
      registry: { file: `${snapshot.version}.gpkg`, ...snapshot.meta },
      log: listLatestEntries(snapshot, SHOWN_ENTRIES),
    };
  } finally {
    // Before anybody asks who reads it.
    registry.close();
  }
}

function warnOfGaps(snapshot: Snapshot): string[] {
  const gaps = listGaps(snapshot).map(({ from, to }) => `${from} to ${to}`);
  if (gaps.length === 0) return [];
  return [`Mutations are missing, of ${gaps.join(", ")}. A new import of an extract mends that.`];
}

function listVersions(dataDir: string): VersionReport[] {
  const current = readPointer(dataDir);
  return listRegistryFiles(dataDir)
    .map(({ name, referenceDate }) => ({
      file: name,
      referenceDate,
      bytes: bytesOf(join(dataDir, name)),
      isCurrent: name === current,
      isRead: isRead(join(dataDir, name)) ?? null,
    }))
    .reverse();
}

function warnOfVersions(
  versions: readonly VersionReport[],
  pointer: string | undefined,
  importing: FolderReport["importing"],
): string[] {
  if (versions.length === 0) return [];
  if (pointer === undefined) return [`None of its registries serves: there is no file ${POINTER_FILE}.`];
  const position = versions.findIndex(({ isCurrent }) => isCurrent);
  if (position <= 0 || importing === "under way") return [];
  const later = versions.slice(0, position).map(({ file }) => file);
  return [`Newer than the one that serves, and removed by the next import or update: ${later.join(", ")}.`];
}

function lookAtAccounts(dataDir: string, warnings: string[]): Pick<FolderReport, "keys" | "exportJobs"> {
  const path = join(dataDir, "accounts.db");
  const nothing = { keys: { all: 0, inForce: 0 }, exportJobs: {} };
  if (!existsSync(path)) return nothing;
  try {
    using db = openToLook(path);
    const keys = new SqliteKeyStore({ db, follow: () => false, close: () => {} }).list();
    const now = Date.now();
    const inForce = keys.filter((key) => isInForce(key, now)).length;
    return { keys: { all: keys.length, inForce }, exportJobs: countJobs(db) };
  } catch (error) {
    warnings.push(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
    return nothing;
  }
}

function bytesBelow(folder: string): number {
  if (!existsSync(folder)) return 0;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.reduce((sum, name) => sum + bytesOf(join(folder, name)), 0);
}

/** 0 for what is no file, or gone meanwhile. */
function bytesOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isFile() ? stats.size : 0;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
