/**
 * State of a data folder, from which every command derives what it may do there (docs/data-folder.md). It is derived
 * from the files, read-only; a file that does not open counts as present, not as absent.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describeImportTraces, findUnfinishedPublish } from "./import-state.ts";
import { inspectRegistry, type RegistryState, type RegistryStatus } from "./inspect-registry.ts";
import { LINK_FILE, readPointer, type UnusablePointer } from "./pointer.ts";
import { compareByPublish, parseRegistryFileName } from "./registry-files.ts";
import { readStableLink } from "./stable-link.ts";

/**
 * - `new`: nothing of baken but accounts, exports, the lock file of an import that never published and leftovers of a
 *   sample; also a folder that does not exist
 * - `incomplete`: no registry and no `current`, but traces of them or of an import
 * - `unreadable folder`: permission denied, or a file
 * - `no pointer`: registries, but no `current`
 * - `bad pointer`: a `current` that is unreadable or contains no file name of the folder
 * - `pointed`: `current` contains a file name; the state of that file, `missing` included, is in `registry`
 */
export type FolderStatus = { readonly dataDir: string } & (
  | { readonly state: "new" }
  | { readonly state: "incomplete" | "unreadable folder"; readonly reason: string }
  | { readonly state: "no pointer"; readonly others: readonly RegistryStatus[] }
  | {
      readonly state: "bad pointer";
      readonly pointer: UnusablePointer;
      readonly others: readonly RegistryStatus[];
    }
  | {
      readonly state: "pointed";
      readonly registry: RegistryStatus;
      /** The other registries, newest first; always empty when `registry` is valid. */
      readonly others: readonly RegistryStatus[];
    }
);

/** Determines the state of a data folder; takes milliseconds. */
export function inspectFolder(dataDir: string): FolderStatus {
  const pointer = readPointer(dataDir);
  if (pointer.kind === "name") {
    const registry = inspectRegistry(join(dataDir, pointer.name));
    if (registry.state === "valid") {
      return { dataDir, state: "pointed", registry, others: [] };
    }
    const names = listNames(dataDir);
    const others = names instanceof Error ? [] : inspectOthers(dataDir, names, registry.name);
    return { dataDir, state: "pointed", registry, others };
  }
  if (pointer.kind === "absent" && !existsSync(dataDir)) {
    return { dataDir, state: "new" };
  }
  const names = listNames(dataDir);
  if (names instanceof Error) {
    return { dataDir, state: "unreadable folder", reason: names.message };
  }
  const others = inspectOthers(dataDir, names);
  if (pointer.kind === "unusable") {
    return { dataDir, state: "bad pointer", pointer, others };
  }
  if (others.length > 0) {
    return { dataDir, state: "no pointer", others };
  }
  const reason = describeImportTraces(dataDir, names);
  return reason === undefined ? { dataDir, state: "new" } : { dataDir, state: "incomplete", reason };
}

/** Lists the files of a folder; returns the error when the folder cannot be read. */
function listNames(dataDir: string): string[] | Error {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const REGISTRY_NAME = /^registry-.*\.gpkg$/;
/** States in which a GeoPackage of any other name counts as a registry. */
const REGISTRY_STATES: readonly RegistryState[] = ["valid", "older", "newer"];

/**
 * Lists files with the name of a registry in any state, and registries under other names, newest first. Skips
 * `pointed`, the registry of an unfinished publish, and the link to a registry that is listed itself.
 */
function inspectOthers(dataDir: string, names: readonly string[], pointed?: string): RegistryStatus[] {
  const link = readStableLink(dataDir) === undefined ? undefined : LINK_FILE;
  const excluded = [pointed, findUnfinishedPublish(dataDir), link];
  return names
    .filter((name) => name.endsWith(".gpkg") && !excluded.includes(name))
    .map((name) => inspectRegistry(join(dataDir, name)))
    .filter(({ name, state }) => REGISTRY_NAME.test(name) || REGISTRY_STATES.includes(state))
    .sort(compareNewestFirst);
}

function compareNewestFirst(a: RegistryStatus, b: RegistryStatus): number {
  const [first, second] = [parseRegistryFileName(a.name), parseRegistryFileName(b.name)];
  if (first !== undefined && second !== undefined) {
    return compareByPublish(second, first);
  }
  return Number(second !== undefined) - Number(first !== undefined) || (a.name < b.name ? -1 : 1);
}
