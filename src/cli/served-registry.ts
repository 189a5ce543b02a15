/** The registry that a data folder serves, for commands that answer from it. */
import { AppError } from "../base/errors.ts";
import { adviseOn } from "../registry/folder-advice.ts";
import { judgeFolder } from "../registry/judge-folder.ts";
import { openRegistry, type Registry, type Snapshot } from "../registry/snapshot.ts";

export interface ServedRegistry {
  /** For the caller to close. */
  readonly registry: Registry;
  readonly snapshot: Snapshot;
}

export function openServed(dataDir: string): ServedRegistry {
  const registry = openRegistry(dataDir);
  const snapshot = registry.current();
  if (snapshot !== undefined) return { registry, snapshot };
  throw new AppError("unavailable", adviseOn(judgeFolder(dataDir)) ?? `${dataDir} is changing; try again.`);
}
