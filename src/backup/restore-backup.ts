/** Puts a backup into a data folder. What the folder held stays there under another name. */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { checkAccountsCopy, replaceAccounts } from "../accounts/open-accounts.ts";
import { DRAFT_SUFFIX } from "../base/draft-file.ts";
import { AppError } from "../base/errors.ts";
import { giveToFolderOwner } from "../base/folder-owner.ts";
import { syncPath } from "../base/sync-path.ts";
import { inspectFolder } from "../registry/inspect-folder.ts";
import { inspectRegistry } from "../registry/inspect-registry.ts";
import { hasReaders } from "../registry/old-registries.ts";
import { POINTER_FILE, readPointedName } from "../registry/pointer.ts";
import { listRegistryFiles } from "../registry/registry-files.ts";
import { updateStableLink } from "../registry/stable-link.ts";
import { compareKeys, type KeyDifferences } from "./compare-keys.ts";
import { ACCOUNTS_COPY, hashFile, type Manifest, readManifest } from "./manifest.ts";
import { placeRegistry } from "./registry-copy.ts";

/** Permissions of registries and `current`, whose content is public. */
const REGISTRY_MODE = 0o644;

export interface RestoreOptions {
  readonly dataDir: string;
  /** Folder that {@link makeBackup} made. */
  readonly backup: string;
  /** True: goes on where it cannot be determined whether a server runs. */
  readonly isConfirmed: boolean;
}

export interface RestoreReport extends KeyDifferences {
  readonly manifest: Manifest;
  /** Name of the former accounts.db in the data folder; undefined when there was none. */
  readonly keptAs: string | undefined;
  readonly registry: "restored" | "kept" | "absent";
}

/**
 * Restores keys, usage and export jobs, and, when the folder has no registry, the registry of the backup. Throws
 * `unavailable`, and changes nothing, for a backup that is damaged or not one, and while a process reads a registry of
 * the folder.
 */
export async function restoreBackup({
  dataDir,
  backup,
  isConfirmed,
}: RestoreOptions): Promise<RestoreReport> {
  const manifest = readManifest(backup);
  const copy = join(backup, ACCOUNTS_COPY);
  await assertIntact(copy, manifest);
  mkdirSync(dataDir, { recursive: true });
  assertNotServed(dataDir, isConfirmed);
  const differences = await compareKeys(dataDir, backup);
  // First, because it takes long and changes nothing that serves.
  const registry = await restoreRegistry(dataDir, backup, manifest);
  const keptName = `accounts.db.before-restore-${new Date().toISOString().replaceAll(":", "")}`;
  const draft = draftOf(join(dataDir, ACCOUNTS_COPY));
  try {
    copyFileSync(copy, draft, constants.COPYFILE_EXCL);
    const formerMode = statSync(join(dataDir, ACCOUNTS_COPY), { throwIfNoEntry: false })?.mode;
    finishFile(draft, dataDir, (formerMode ?? 0o600) & 0o777);
    const isKept = replaceAccounts(dataDir, draft, join(dataDir, keptName));
    return { manifest, ...differences, keptAs: isKept ? keptName : undefined, registry };
  } finally {
    rmSync(draft, { force: true });
  }
}

async function assertIntact(copy: string, { accounts }: Manifest): Promise<void> {
  if (!existsSync(copy)) {
    throw new AppError("unavailable", `There is no ${copy}. Use another backup.`);
  }
  if ((await hashFile(copy)) !== accounts.sha256) {
    throw new AppError(
      "unavailable",
      `${copy} is not the file that baken backup wrote: its SHA-256 differs from backup.json. Use another backup.`,
    );
  }
  checkAccountsCopy(copy);
}

/** Throws unless no process reads a registry of the folder: a server always has one open. */
function assertNotServed(dataDir: string, isConfirmed: boolean): void {
  const pointed = readPointedName(dataDir);
  const names = new Set(listRegistryFiles(dataDir).map(({ name }) => name));
  if (pointed !== undefined && existsSync(join(dataDir, pointed))) {
    names.add(pointed);
  }
  for (const name of names) {
    const isRead = hasReaders(join(dataDir, name));
    if (isRead === true) {
      throw new AppError(
        "unavailable",
        `A process is reading ${join(dataDir, name)}: stop the server, and other commands of baken, first.`,
      );
    }
    if (isRead === undefined && !isConfirmed) {
      const { reason } = inspectRegistry(join(dataDir, name));
      throw new AppError(
        "unavailable",
        `${join(dataDir, name)} ${reason}, so it is unknown whether a server runs. Stop it, and repeat with --yes.`,
      );
    }
  }
}

/** Restores the registry to a folder without one: where one is, the newest data is there already. */
async function restoreRegistry(
  dataDir: string,
  backup: string,
  { registry }: Manifest,
): Promise<RestoreReport["registry"]> {
  const { state } = inspectFolder(dataDir);
  if (state !== "new" && state !== "incomplete") {
    return "kept";
  }
  if (registry === null || !registry.included) {
    return "absent";
  }
  const from = join(backup, registry.file);
  const { facts, reason } = inspectRegistry(from);
  if (facts === undefined) {
    throw new AppError(
      "unavailable",
      `${from} ${reason}. Use another backup, or remove it and import again.`,
    );
  }
  const path = join(dataDir, registry.file);
  const draft = draftOf(path);
  try {
    await placeRegistry(from, draft, "copy");
    finishFile(draft, dataDir, REGISTRY_MODE);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  const pointer = join(dataDir, POINTER_FILE);
  writeFileSync(pointer, `${registry.file}\n`, { flag: "wx" });
  finishFile(pointer, dataDir, REGISTRY_MODE);
  updateStableLink(dataDir);
  syncPath(dataDir);
  return "restored";
}

/** Returns a name that no other process writes to; a killed restore leaves its file under it. */
function draftOf(path: string): string {
  return `${path}.restore-${process.pid}-${Date.now()}${DRAFT_SUFFIX}`;
}

/** Syncs a new file with these permissions; where root restores, it belongs to the owner of the data folder. */
function finishFile(path: string, dataDir: string, mode: number): void {
  // Another user who may write to the folder could have put a link in place of the file.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    fchmodSync(file, mode);
    giveToFolderOwner(file, dataDir);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
