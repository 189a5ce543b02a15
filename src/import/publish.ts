/**
 * Manages the data folder of an import: one import at a time, unfinished files under names that no reader opens, and
 * one rename that makes a finished registry the current one, unless another is pinned.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { syncPath } from "../base/draft-file.ts";
import { AppError, messageOf } from "../base/errors.ts";
import { FileLock } from "../base/file-lock.ts";
import { givePathToFolderOwner } from "../base/folder-owner.ts";
import { SETTINGS } from "../base/settings.ts";
import type { AttachedFile } from "../registry/file/attached-files.ts";
import {
  findUnfinishedPublish,
  LOCK_FILE,
  nextPointerPath,
  SAMPLE_FOLDER,
  WORK_FOLDER,
} from "../registry/file/import-state.ts";
import { inspectRegistry } from "../registry/file/inspect-registry.ts";
import {
  removeOldRegistries,
  removeUnnamedFiles,
  removeUnpublished,
} from "../registry/file/old-registries.ts";
import { POINTER_FILE, readPointedName } from "../registry/file/pointer.ts";
import {
  compareByPublish,
  listRegistryFiles,
  nextRegistryFile,
  parseRegistryFileName,
} from "../registry/file/registry-files.ts";
import { updateStableLink } from "../registry/file/stable-link.ts";
import { findPin, listUses, lockPointer, logUse } from "../registry/file/use-log.ts";
import { refuseImport } from "./refuse.ts";

/** Wait for processes that check whether an import is running, which hold the lock for microseconds. */
const LOCK_TIMEOUT_MS = 500;

/** New file of the registry to publish (registry/file/attached-files.ts), at the path where it was written. */
export interface AttachedDraft {
  readonly draft: string;
  readonly file: AttachedFile;
}

export interface ImportFolder {
  /** Empty folder for intermediate files; removed afterwards. */
  readonly workDir: string;
  /** Path for writing the new registry; no reader opens it until it is published. */
  readonly draft: string;
  /**
   * Makes the draft the current registry of the given date (YYYY-MM-DD), or only stores it while another registry is
   * pinned; returns its file name. Throws `import_refused` when the draft continues the registry `base` but `current`
   * now names another registry, or when a file that the draft names is missing.
   */
  publish(
    referenceDate: string,
    options?: { readonly base?: string; readonly attached?: readonly AttachedDraft[] },
  ): string;
  /** Removes unfinished files and releases the lock; does nothing when called again. */
  close(): void;
}

export interface ImportFolderOptions {
  readonly keepRegistries?: number | undefined;
  /** True: the work folder has the subfolder for a sample, so that a killed import leaves a new folder. */
  readonly isSample?: boolean;
}

/**
 * Locks the data folder for one import or update; throws `import_refused` when another one holds it or it cannot be
 * written.
 */
export function openImportFolder(
  dataDir: string,
  { keepRegistries = Number(SETTINGS.keepRegistries.default), isSample = false }: ImportFolderOptions = {},
): ImportFolder {
  const workDir = join(dataDir, WORK_FOLDER);
  const lock = acquireLock(dataDir, workDir, isSample);
  const draft = join(workDir, "registry.gpkg");
  let isOpen = true;
  return {
    workDir,
    draft,
    publish(referenceDate, { base, attached = [] } = {}) {
      const name = publish(dataDir, { draft, attached, referenceDate, lock, base });
      removeOldRegistries(dataDir, keepRegistries);
      removeUnnamedFiles(dataDir);
      return name;
    },
    close() {
      // Only once: afterwards the work folder may be another import's.
      if (!isOpen) {
        return;
      }
      isOpen = false;
      emptyWorkFolder(workDir);
      rmSync(workDir, { recursive: true, force: true });
      lock.close();
    },
  };
}

/** Locks the folder and removes what a killed import left in it. */
function acquireLock(dataDir: string, workDir: string, isSample: boolean): FileLock {
  let lock: FileLock | undefined;
  try {
    mkdirSync(dataDir, { recursive: true });
    lock = FileLock.acquire(join(dataDir, LOCK_FILE), { create: true, waitMs: LOCK_TIMEOUT_MS });
    if (lock === undefined) {
      return refuseImport(`another import or update is running in ${dataDir}; wait until it is done`);
    }
    const unpublished = findUnfinishedPublish(dataDir);
    if (unpublished !== undefined) {
      removeUnpublished(dataDir, unpublished);
    }
    removeUnnamedFiles(dataDir);
    // Fails early: an unreadable log would waste the import's work.
    lockPointer(dataDir).close();
    listUses(dataDir);
    // Left by an import that was killed: no reader opens anything in it.
    emptyWorkFolder(workDir);
    if (!isSample) {
      rmSync(workDir, { recursive: true, force: true });
    }
    mkdirSync(isSample ? join(workDir, SAMPLE_FOLDER) : workDir, { recursive: true });
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof AppError) {
      throw error;
    }
    return refuseImport(`the data folder ${dataDir} cannot be written: ${messageOf(error)}`, error);
  }
}

/** Removes all but the folder of a sample: until the end of the import it marks the work folder as without value. */
function emptyWorkFolder(workDir: string): void {
  if (!existsSync(workDir)) {
    return;
  }
  for (const name of readdirSync(workDir).filter((one) => one !== SAMPLE_FOLDER)) {
    rmSync(join(workDir, name), { recursive: true, force: true });
  }
}

interface PublishOptions {
  readonly draft: string;
  readonly attached: readonly AttachedDraft[];
  readonly referenceDate: string;
  readonly lock: FileLock;
  readonly base: string | undefined;
}

function publish(dataDir: string, { draft, attached, referenceDate, lock, base }: PublishOptions): string {
  assertComplete(dataDir, draft, attached);
  for (const path of [...attached.map((one) => one.draft), draft]) {
    givePathToFolderOwner(path, dataDir);
    syncPath(path);
  }
  using _switching = lockPointer(dataDir);
  const former = readPointedName(dataDir);
  if (base !== undefined && base !== former) {
    return refuseImport(
      `${former} became the current registry meanwhile, in place of ${base}: run the update again`,
    );
  }
  const { name, number } = nextRegistryFile(dataDir, referenceDate, lock.number);
  const next = findPin(dataDir) === undefined ? nextPointerPath(dataDir) : undefined;
  // All that takes space comes before the first rename: a full disk leaves the folder as it was.
  if (next !== undefined) {
    protectFormer(dataDir, former);
    writeFileSync(next, `${name}\n`);
    givePathToFolderOwner(next, dataDir);
    syncPath(next);
  }
  lock.storeNumber(number);
  // Attached files first: a registry must never be in the folder without the files that it names.
  for (const { draft: path, file } of attached) {
    renameSync(path, join(dataDir, file.name));
    // A rename does nothing when both names are links to one file.
    rmSync(path, { force: true });
  }
  if (attached.length > 0) {
    syncPath(dataDir);
  }
  renameSync(draft, join(dataDir, name));
  syncPath(dataDir);
  if (next !== undefined) {
    renameSync(next, join(dataDir, POINTER_FILE));
    updateStableLink(dataDir);
    syncPath(dataDir);
  }
  return name;
}

/** Throws `import_refused` when a file that the draft names is neither published with it nor in the folder. */
function assertComplete(dataDir: string, draft: string, attached: readonly AttachedDraft[]): void {
  const given = new Map(attached.map((one) => [one.file.name, one.draft]));
  for (const { name, kind } of inspectRegistry(draft).facts?.attached ?? []) {
    if (!existsSync(given.get(name) ?? join(dataDir, name))) {
      refuseImport(`the registry names ${name}, but there is no such ${kind} file: try again`);
    }
  }
}

/**
 * When the owner has pointed `current` at an earlier registry by hand, logs this as a use, which protects that
 * registry.
 */
function protectFormer(dataDir: string, former: string | undefined): void {
  const file = parseRegistryFileName(former ?? "");
  const isEarlier =
    file !== undefined && listRegistryFiles(dataDir).some((other) => compareByPublish(other, file) > 0);
  if (isEarlier && listUses(dataDir)[0]?.file !== file.name) {
    const reason = "current named it, beside newer ones, when the next was published";
    logUse(dataDir, { file: file.name, usedAt: new Date().toISOString(), isPinned: false, reason });
  }
}
