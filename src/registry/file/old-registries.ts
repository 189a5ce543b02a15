/** Retention of old registries: never removes a file in an uncertain state, or one that a thread has open. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { FileLock } from "../../base/file-lock.ts";
import { isAttachedName } from "./attached-files.ts";
import { LOCK_FILE } from "./import-state.ts";
import { inspectRegistry, type RegistryStatus } from "./inspect-registry.ts";
import { LINK_FILE, readPointedName, readPointer } from "./pointer.ts";
import { listRegistryFiles } from "./registry-files.ts";
import { fileIdentityOf } from "./stable-link.ts";
import { listUses, type Use } from "./use-log.ts";

/**
 * Removes all but the `keep` newest valid registries up to the served one, and returns the names removed.
 *
 * - Never removes the served registry and the one used last (use-log.ts). Removes nothing between a use and the next
 *   publish: only the owner knows whether the registry that was left is good.
 * - Keeps files that are damaged, unreadable or of another schema, because their content is unknown, and does not count
 *   them.
 * - Removes nothing when the served registry is not valid, and no real data when the served registry is test data.
 * - Ignores registries newer than the served one, because a publish may be about to point at them. While the served one
 *   is pinned, publishes only store, so newer ones count too.
 */
export function removeOldRegistries(dataDir: string, keep: number): string[] {
  const current = readPointedName(dataDir);
  const names = listRegistryFiles(dataDir).map(({ name }) => name);
  const servedEnd = names.indexOf(current ?? "") + 1;
  if (servedEnd === 0 || names.length <= keep) {
    return [];
  }
  const uses = readUses(dataDir);
  if (uses === undefined) {
    return [];
  }
  const [last] = uses;
  if (last !== undefined && !isPublishedAfter(join(dataDir, names.at(-1)!), last)) {
    return [];
  }
  const isPinned = last?.isPinned === true && last.file === current;
  const valid = names
    .slice(0, isPinned ? names.length : servedEnd)
    .map((name) => inspectCached(join(dataDir, name)))
    .filter(({ state }) => state === "valid");
  const serving = valid.find(({ name }) => name === current);
  if (serving === undefined) {
    return [];
  }
  const isRemovable = ({ name, facts }: RegistryStatus) =>
    name !== current && name !== last?.file && (!serving.facts?.isDemo || facts?.isDemo === true);
  return valid
    .slice(0, -keep)
    .filter(isRemovable)
    .map(({ name }) => name)
    .filter((name) => removeIfUnused(dataDir, name, current));
}

/** Returns the registries made current, newest first; undefined when the log cannot be read. */
function readUses(dataDir: string): Use[] | undefined {
  try {
    return listUses(dataDir);
  } catch {
    return undefined;
  }
}

/** Returns true for a registry that was finished after a use; it never changes afterwards. */
function isPublishedAfter(path: string, { usedAt }: Use): boolean {
  const finishedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return finishedMs > Date.parse(usedAt);
}

const statusCache = new Map<string, { readonly identity: string; readonly status: RegistryStatus }>();

/**
 * Inspects a registry, cached by the identities of its file and of the files that it names: servers call this every
 * half second, and kept files rarely change.
 */
function inspectCached(path: string): RegistryStatus {
  const cached = statusCache.get(path);
  if (cached !== undefined && cached.identity === identityOf(path, cached.status)) {
    return cached.status;
  }
  const status = inspectRegistry(path);
  statusCache.set(path, { identity: identityOf(path, status), status });
  return status;
}

function identityOf(path: string, { facts }: RegistryStatus): string {
  const attached = facts?.attached.map(({ name }) => join(dirname(path), name)) ?? [];
  return [path, ...attached].map(fileIdentityOf).join("\n");
}

/**
 * Removes a registry that a killed publish left (import-state.ts). Keeps it when it or the registry that `current`
 * names is not valid: it may be needed to repair the folder.
 */
export function removeUnpublished(dataDir: string, name: string): void {
  const pointer = readPointer(dataDir);
  const current = pointer.kind === "name" ? pointer.name : undefined;
  if (pointer.kind === "unusable" || current === name) {
    return;
  }
  const states = [name, ...(current === undefined ? [] : [current])].map(
    (file) => inspectRegistry(join(dataDir, file)).state,
  );
  if (states.every((state) => state === "valid")) {
    removeIfUnused(dataDir, name, current);
  }
}

/**
 * Removes attached files that no registry of the folder names, whatever its schema or state, and returns their names.
 * Removes none while any registry cannot be read, because it may name them. A fetched registry that waits in a separate
 * folder does not count: its attached files are in that folder too. The caller holds the lock of imports: a publish
 * puts a registry into the folder after the files that it names.
 */
export function removeUnnamedFiles(dataDir: string): string[] {
  const names = readdirSync(dataDir);
  const attached = names.filter(isAttachedName);
  const current = readPointedName(dataDir);
  if (attached.length === 0) {
    return [];
  }
  const registries = names
    .filter((name) => (name.endsWith(".gpkg") && name !== LINK_FILE) || name === current)
    .map((name) => inspectCached(join(dataDir, name)));
  if (registries.some(({ state, facts }) => facts === undefined && state !== "not a registry")) {
    return [];
  }
  const named = new Set(registries.flatMap(({ facts }) => facts?.attached ?? []).map(({ name }) => name));
  const unnamed = attached.filter((name) => !named.has(name));
  for (const name of unnamed) {
    rmSync(join(dataDir, name), { force: true });
  }
  return unnamed;
}

/** Calls `removeUnnamedFiles` for a caller without the lock of imports; removes none while an import or update runs. */
export function removeUnnamedFilesIfIdle(dataDir: string): string[] {
  try {
    using lock = FileLock.acquire(join(dataDir, LOCK_FILE));
    return lock === undefined ? [] : removeUnnamedFiles(dataDir);
  } catch {
    // No import has run in the folder, or it may not be written: the next publish removes them.
    return [];
  }
}

/**
 * Returns true when any thread of any process has this registry open; undefined when that cannot be determined, as for
 * a file that is damaged or not permitted. Readers hold SQLite's shared lock while a snapshot is open (snapshot.ts),
 * and wait for the moment that this check holds the exclusive lock.
 */
export function hasReaders(path: string): boolean | undefined {
  const outcome = withExclusiveLock(path, () => {});
  return outcome === "unknown" ? undefined : outcome === "busy";
}

/** Removes a registry that no process reads, only while `current` names `serving`; returns true when it was removed. */
function removeIfUnused(dataDir: string, name: string, serving: string | undefined): boolean {
  const path = join(dataDir, name);
  let isRemoved = false;
  withExclusiveLock(path, () => {
    // Checked under the lock: a reader that opens the file later finds it removed and reads the pointer again.
    if (readPointedName(dataDir) !== serving) {
      return;
    }
    try {
      rmSync(path);
      statusCache.delete(path);
      isRemoved = true;
    } catch {
      // Ignored: the file is kept until the next call, and the publish is not affected.
    }
  });
  return isRemoved;
}

/**
 * Runs the action under an exclusive lock on the file. Skips it and returns "busy" when the file has readers, or
 * "unknown" when it cannot be locked.
 */
function withExclusiveLock(path: string, action: () => void): "done" | "busy" | "unknown" {
  try {
    using lock = FileLock.acquire(path);
    if (lock === undefined) {
      return "busy";
    }
    action();
    return "done";
  } catch {
    return "unknown";
  }
}
