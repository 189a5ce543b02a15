/** Makes an earlier or later registry of the data folder current, by a decision of its owner. */
import { existsSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { syncPath } from "../../base/draft-file.ts";
import { AppError } from "../../base/errors.ts";
import { givePathToFolderOwner } from "../../base/folder-owner.ts";
import { describeFolderFault } from "./folder-fault.ts";
import { inspectFolder } from "./inspect-folder.ts";
import { inspectRegistry, listPageFaults } from "./inspect-registry.ts";
import { LINK_FILE, POINTER_FILE, readPointedName } from "./pointer.ts";
import { listRegistryFiles } from "./registry-files.ts";
import { findForeignChangeOf } from "./seal.ts";
import { openSnapshot } from "./snapshot.ts";
import { updateStableLink } from "./stable-link.ts";
import { lockPointer, logUse, type Use } from "./use-log.ts";

/**
 * Returns the name of the registry file that `version` names: a file name, or a reference date or version that only one
 * registry has. Throws `unavailable` with the names to choose from when none or several match.
 */
export function findVersion(dataDir: string, version: string): string {
  const isFile = version === basename(version) && version.endsWith(".gpkg") && version !== LINK_FILE;
  if (isFile && existsSync(join(dataDir, version))) {
    return version;
  }
  const files = listRegistryFiles(dataDir);
  const found = files.filter(
    ({ name, referenceDate }) =>
      name === `${version}.gpkg` ||
      referenceDate === version ||
      inspectRegistry(join(dataDir, name)).facts?.dataVersion === version,
  );
  const [first] = found;
  if (first !== undefined && found.length === 1) {
    return first.name;
  }
  const names = (found.length > 0 ? found : files).map(({ name }) => name).join(", ") || "none";
  const fault = found.length > 0 ? "more than one registry is" : "no registry is";
  throw new AppError("unavailable", `${dataDir}: ${fault} ${version}: expected one of ${names}.`);
}

/**
 * Throws `unavailable` unless a registry can serve: it is there, of this schema, unchanged since it was published, and
 * every page of it is sound. Reads the whole file, some seconds for each gigabyte.
 */
export function assertSound(dataDir: string, file: string): void {
  const path = join(dataDir, file);
  // Before SQLite opens it (seal.ts).
  const change = findForeignChangeOf(path, dataDir);
  const { state, reason } = inspectRegistry(path);
  if (state !== "valid") {
    throw new AppError("unavailable", `${path} ${reason}; nothing was changed.`);
  }
  if (change !== undefined) {
    throw new AppError("unavailable", `${change.text} Nothing was changed.`);
  }
  const faults = listPageFaults(path);
  if (faults.length > 0) {
    throw new AppError("unavailable", `${path} is damaged: ${faults.join("; ")}. Nothing was changed.`);
  }
}

export interface UseResult {
  /** Name that `current` held before; undefined for none. */
  readonly before: string | undefined;
}

/**
 * Makes a registry that is sound current and logs it. Until another one is used it is not removed; while it is pinned,
 * imported and fetched registries do not become current. Throws `unavailable`, and changes nothing, where it is not
 * possible.
 */
export function useRegistry(dataDir: string, use: Use): UseResult {
  using _switching = lockPointer(dataDir);
  // Open until `current` names it: a registry that is read is not removed.
  const snapshot = openSnapshot(join(dataDir, use.file));
  try {
    const status = inspectFolder(dataDir);
    if (status.state === "bad pointer" && status.pointer.repair !== "write") {
      throw new AppError("unavailable", describeFolderFault(status)!);
    }
    const before = readPointedName(dataDir);
    const next = join(dataDir, `.${POINTER_FILE}.tmp`);
    writeFileSync(next, `${use.file}\n`);
    givePathToFolderOwner(next, dataDir);
    syncPath(next);
    // First, so that the registry is protected as soon as it serves; a pin is valid only while `current` names it.
    logUse(dataDir, use);
    renameSync(next, join(dataDir, POINTER_FILE));
    updateStableLink(dataDir);
    syncPath(dataDir);
    return { before };
  } finally {
    snapshot.close();
  }
}
