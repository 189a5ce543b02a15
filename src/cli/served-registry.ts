/** Opens the registry of a data folder, for commands that read from it. */
import { AppError } from "../base/errors.ts";
import { describeFolderFault } from "../registry/file/folder-fault.ts";
import { inspectFolder } from "../registry/file/inspect-folder.ts";
import { openRegistry, type Registry } from "../registry/file/open-registry.ts";
import type { Snapshot } from "../registry/file/snapshot.ts";
import { printNote } from "./output.ts";

export interface ServedRegistry {
  /** To be closed by the caller. */
  readonly registry: Registry;
  readonly snapshot: Snapshot;
}

export function openServedRegistry(dataDir: string): ServedRegistry {
  let isOpen = false;
  const registry = openRegistry(dataDir, (error) => {
    if (isOpen) {
      printNote(error.message);
    }
  });
  const snapshot = registry.current();
  isOpen = snapshot !== undefined;
  if (snapshot !== undefined) {
    return { registry, snapshot };
  }
  throw new AppError(
    "unavailable",
    describeFolderFault(inspectFolder(dataDir)) ?? `Another process is changing ${dataDir}; try again.`,
  );
}
