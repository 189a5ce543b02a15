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
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { isKeyInForce } from "../accounts/api-key.ts";
import {
  carryOverAudit,
  describeAccounts,
  hasAccounts,
  inspectKeys,
  isInDatabase,
  replaceAccounts,
  withStore,
} from "../accounts/open-accounts.ts";
import { DRAFT_SUFFIX, syncPath } from "../base/draft-file.ts";
import { AppError, messageOf } from "../base/errors.ts";
import { giveToFolderOwner } from "../base/folder-owner.ts";
import { inspectFolder } from "../registry/file/inspect-folder.ts";
import { inspectRegistry } from "../registry/file/inspect-registry.ts";
import { hasReaders } from "../registry/file/old-registries.ts";
import { POINTER_FILE, readPointedName } from "../registry/file/pointer.ts";
import { listRegistryFiles } from "../registry/file/registry-files.ts";
import { updateStableLink } from "../registry/file/stable-link.ts";
import { checkBackup } from "./check-backup.ts";
import { ACCOUNTS_COPY, type BackupManifest } from "./manifest.ts";
import { placeRegistry } from "./registry-copy.ts";

/** Permissions of registries and `current`, whose content is public. */
const REGISTRY_MODE = 0o644;

export interface RestoreOptions {
  /** Data folder, and where its keys are. */
  readonly place: AccountsPlace;
  /** Folder that {@link makeBackup} made. */
  readonly backup: string;
  /** True: goes on where it cannot be determined whether a server runs. */
  readonly isConfirmed: boolean;
}

export interface RestoreReport extends KeyDifferences {
  readonly manifest: BackupManifest;
  /** False for a registry of an older backup, which has no checksum of it. */
  readonly isVerified: boolean;
  /** `set aside`: keys are in PostgreSQL, and the keys of the backup stay in it. `absent`: the backup has none. */
  readonly keys: "restored" | "set aside" | "absent";
  /** Name of the former accounts.db in the data folder; undefined when there was none. */
  readonly keptAs: string | undefined;
  /** Why the audit since the backup could not be taken over from the former accounts.db; undefined when it was. */
  readonly auditFault: string | undefined;
  readonly registry: "restored" | "kept" | "absent";
}

/**
 * Restores keys, usage and export jobs, and, when the folder has no registry, the registry of the backup. Throws
 * `unavailable`, and changes nothing, for a backup that is damaged or not one, and while a process reads a registry of
 * the folder.
 */
export async function restoreBackup({ place, backup, isConfirmed }: RestoreOptions): Promise<RestoreReport> {
  const { dataDir } = place;
  const { manifest, isVerified } = await checkBackup(backup);
  assertHasUse(place, manifest);
  mkdirSync(dataDir, { recursive: true });
  assertNotServed(dataDir, isConfirmed);
  const hasKeys = manifest.accounts !== null && !isInDatabase(place);
  const none = { revivedKeys: [], lostKeys: [] };
  const differences = hasKeys ? await compareKeys(dataDir, backup) : none;
  // First, because it takes long and changes nothing that serves.
  const registry = await restoreRegistry(dataDir, backup, manifest);
  const keptAs = hasKeys ? restoreAccounts(dataDir, backup) : undefined;
  // Again, for what another command wrote until the former file was locked.
  const auditFault = keptAs === undefined ? undefined : continueAudit(dataDir, join(dataDir, keptAs));
  const keys = hasKeys ? "restored" : manifest.accounts === null ? "absent" : "set aside";
  return { manifest, isVerified, ...differences, keys, keptAs, auditFault, registry };
}

/** Throws when nothing of the backup could be used: keys in PostgreSQL take no accounts.db. */
function assertHasUse(place: AccountsPlace, { registry }: BackupManifest): void {
  if (isInDatabase(place) && !registry?.included) {
    throw new AppError(
      "unavailable",
      `Keys, usage and export jobs are in ${describeAccounts(place)}, which takes no accounts.db, and this backup holds no registry. Restore the database with pg_restore; without --accounts the backup is restored to a folder.`,
    );
  }
}

/** Puts the accounts.db of the backup in place; returns the name under which the former one is kept. */
function restoreAccounts(dataDir: string, backup: string): string | undefined {
  const keptName = `accounts.db.before-restore-${new Date().toISOString().replaceAll(":", "")}`;
  const folder = draftOf(join(dataDir, ACCOUNTS_COPY));
  mkdirSync(folder, { mode: 0o700 });
  try {
    const draft = join(folder, ACCOUNTS_COPY);
    copyFileSync(join(backup, ACCOUNTS_COPY), draft);
    if (hasAccounts({ dataDir })) {
      // Before the draft takes the place of accounts.db: a restore killed after that, and repeated, finds it there.
      continueAudit(folder, join(dataDir, ACCOUNTS_COPY));
    }
    finishFile(draft, dataDir, 0o600);
    return replaceAccounts(dataDir, draft, join(dataDir, keptName)) ? keptName : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Adds to the accounts.db of a folder the audit since the backup, which only the file `former` has. Returns the reason
 * when that fails.
 */
function continueAudit(folder: string, former: string): string | undefined {
  try {
    carryOverAudit(folder, former);
  } catch (error) {
    return messageOf(error);
  }
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
  { registry }: BackupManifest,
): Promise<RestoreReport["registry"]> {
  const { state } = inspectFolder(dataDir);
  if (state !== "new" && state !== "incomplete") {
    return "kept";
  }
  if (registry === null || !registry.included) {
    return "absent";
  }
  // A registry is never without the files attached to it.
  for (const { file } of [...registry.attached, registry]) {
    await restoreFile(dataDir, backup, file);
  }
  syncPath(dataDir);
  const pointer = join(dataDir, POINTER_FILE);
  writeFileSync(pointer, `${registry.file}\n`, { flag: "wx" });
  finishFile(pointer, dataDir, REGISTRY_MODE);
  updateStableLink(dataDir);
  syncPath(dataDir);
  return "restored";
}

async function restoreFile(dataDir: string, backup: string, file: string): Promise<void> {
  const path = join(dataDir, file);
  const draft = draftOf(path);
  try {
    await placeRegistry(join(backup, file), draft, "copy");
    finishFile(draft, dataDir, REGISTRY_MODE);
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
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

/** Differences that a restore makes to the keys of a folder; "unknown" when the former keys cannot be read. */
interface KeyDifferences {
  /** Ids of keys that were revoked, expired, rotated or removed since, and work again as in the backup. */
  readonly revivedKeys: readonly number[] | "unknown";
  /** Ids of keys that the backup lacks. */
  readonly lostKeys: readonly number[] | "unknown";
}

/** Compares the keys of a data folder with the keys of a backup. */
async function compareKeys(dataDir: string, backup: string): Promise<KeyDifferences> {
  if (!hasAccounts({ dataDir })) {
    return { revivedKeys: [], lostKeys: [] };
  }
  try {
    const now = Date.now();
    const former = await withStore(inspectKeys({ dataDir }), async (store) => store.list());
    const restored = await withStore(inspectKeys({ dataDir: backup }), async (store) => store.list());
    const formerById = new Map(former.map((key) => [key.id, key]));
    const restoredIds = new Set(restored.map(({ id }) => id));
    const revived = restored.filter((key) => {
      const before = formerById.get(key.id);
      const isSame =
        before !== undefined &&
        isKeyInForce(before, now) &&
        Buffer.compare(before.secretSha256, key.secretSha256) === 0;
      return isKeyInForce(key, now) && !isSame;
    });
    return {
      revivedKeys: revived.map(({ id }) => id),
      lostKeys: former.filter(({ id }) => !restoredIds.has(id)).map(({ id }) => id),
    };
  } catch {
    return { revivedKeys: "unknown", lostKeys: "unknown" };
  }
}
