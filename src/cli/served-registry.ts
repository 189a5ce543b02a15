/** The registry that a data folder serves, for commands that answer from it, and what to do where there is none. */
import { AppError } from "../base/errors.ts";
import { openRegistry, type Registry, type Snapshot } from "../registry/snapshot.ts";
import { printNote } from "./output.ts";

export interface ServedRegistry {
  /** For the caller to close. */
  readonly registry: Registry;
  readonly snapshot: Snapshot;
}

export function openServed(dataDir: string): ServedRegistry {
  const registry = openRegistry(dataDir, (error) => printNote(error.message));
  const snapshot = registry.current();
  if (snapshot !== undefined) return { registry, snapshot };
  throw new AppError("unavailable", `${dataDir} holds no registry. ${howToBegin(dataDir)}`);
}

export function howToBegin(dataDir: string): string {
  return `Make one with: ${importCommands(dataDir)}; or a fictitious one with: baken demo --data ${dataDir}`;
}

/** What brings real data into a folder. */
export function importCommands(dataDir: string): string {
  return `baken import --download --data ${dataDir}, or with files you have: baken import <extract.zip> --data ${dataDir}`;
}
