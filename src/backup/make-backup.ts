/** Makes a backup of a data folder: a folder that exists under its name only once it is complete and on disk. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { copyAccounts, describeAccounts, hasAccounts, isInDatabase } from "../accounts/open-accounts.ts";
import { explainFault } from "../base/disk-fault.ts";
import { DRAFT_SUFFIX, syncPath } from "../base/draft-file.ts";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { FileLock } from "../base/file-lock.ts";
import { noteLastBackup } from "../base/last-backup.ts";
import { sha256OfFile } from "../base/sha256.ts";
import { SOFTWARE_VERSION } from "../base/version.ts";
import { isAttachedName } from "../registry/file/attached-files.ts";
import { parseRegistryFileName } from "../registry/file/registry-files.ts";
import {
  ACCOUNTS_COPY,
  type BackupFacts,
  type BackupManifest,
  MANIFEST_FILE,
  readBackupManifest,
  renderBackupManifest,
} from "./manifest.ts";
import { findCurrentRegistry, placeRegistry, type RegistryChoice } from "./registry-copy.ts";

const DRAFT_LOCK = "backup.lock";

export interface BackupOptions {
  /** Data folder, and where its keys are. */
  readonly place: AccountsPlace;
  /** Folder to make. */
  readonly target: string;
  readonly registry: RegistryChoice;
}

/**
 * Copies the keys, usage and export jobs of a data folder at one moment, also while servers write them, and
 * notes which registry serves. Keys in PostgreSQL are not copied, and neither is an accounts.db from before they moved
 * there. Throws `unavailable` when the target exists, and when there is nothing to copy; a killed backup leaves only
 * `<target>.tmp`, which the next one to the same target removes.
 */
export async function makeBackup({ place, target, registry }: BackupOptions): Promise<BackupManifest> {
  assertHasContent(place, registry);
  assertIsFree(target);
  const draft = target + DRAFT_SUFFIX;
  const lock = claimDraft(draft);
  try {
    await fillDraft(draft, { place, registry });
    publishDraft(draft, target, lock);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  } finally {
    lock.close();
  }
  const manifest = readBackupManifest(target);
  noteLastBackup(place.dataDir, manifest.made_at);
  return manifest;
}

function assertHasContent(place: AccountsPlace, registry: RegistryChoice): void {
  if (!hasAccounts(place)) {
    throw new AppError(
      "unavailable",
      `${place.dataDir} holds no accounts.db, and so no keys to back up: check --data. Keys in PostgreSQL are backed up with pg_dump.`,
    );
  }
  if (isInDatabase(place) && registry === "none") {
    throw new AppError(
      "unavailable",
      `Keys, usage and export jobs are in ${describeAccounts(place)}: back them up with pg_dump. An accounts.db in ${place.dataDir} is no longer in use and is not backed up. The registry alone is, with --registry copy.`,
    );
  }
}

function assertIsFree(target: string): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined || (found.isDirectory() && readdirSync(target).length === 0)) {
    return;
  }
  throw new AppError(
    "unavailable",
    `${target} exists: a backup is a new folder, such as ${join(target, new Date().toISOString().slice(0, 10))}.`,
  );
}

/** Makes and locks the folder that becomes the backup. Empties what a killed backup left; throws for other files. */
function claimDraft(draft: string): FileLock {
  const madeFolder = mkdirSync(draft, { recursive: true, mode: 0o700 });
  const foreign = readdirSync(draft).filter((name) => !isOurs(name));
  if (foreign.length > 0) {
    throw new AppError(
      "unavailable",
      `${draft} holds ${foreign[0]}, which no backup made: move it away, or give the backup another name.`,
    );
  }
  const lock = lockDraft(draft, madeFolder !== undefined);
  for (const name of readdirSync(draft).filter((name) => !name.startsWith(DRAFT_LOCK))) {
    rmSync(join(draft, name));
  }
  return lock;
}

function lockDraft(draft: string, isNew: boolean): FileLock {
  try {
    const lock = FileLock.acquire(join(draft, DRAFT_LOCK), { create: true });
    if (lock !== undefined) {
      return lock;
    }
  } catch (cause) {
    if (isNew) {
      rmSync(draft, { recursive: true });
    }
    throw new AppError("unavailable", explainFault(cause, draft) ?? messageOf(cause), { cause });
  }
  throw new AppError("unavailable", `${draft} is being written by another baken backup.`);
}

function isOurs(name: string): boolean {
  return (
    [MANIFEST_FILE, ACCOUNTS_COPY, DRAFT_LOCK].some((own) => name === own || name === `${own}-journal`) ||
    parseRegistryFileName(name) !== undefined ||
    isAttachedName(name)
  );
}

type Content = Pick<BackupOptions, "place" | "registry">;

async function fillDraft(draft: string, { place, registry }: Content): Promise<void> {
  const madeAt = new Date().toISOString();
  const manifest = renderBackupManifest({
    made_at: madeAt,
    software: SOFTWARE_VERSION,
    accounts: isInDatabase(place) ? null : await addAccounts(draft, place.dataDir),
    registry: await addRegistry(draft, { place, registry }),
  });
  const path = join(draft, MANIFEST_FILE);
  writeFileSync(path, manifest, { mode: 0o600 });
  syncPath(path);
}

async function addAccounts(draft: string, dataDir: string): Promise<BackupManifest["accounts"]> {
  const copy = join(draft, ACCOUNTS_COPY);
  const keys = copyAccounts(dataDir, copy);
  chmodSync(copy, 0o600);
  syncPath(copy);
  return { file: ACCOUNTS_COPY, bytes: statSync(copy).size, sha256: await sha256OfFile(copy), keys };
}

async function addRegistry(
  draft: string,
  { place: { dataDir }, registry }: Content,
): Promise<BackupFacts["registry"]> {
  const current = findCurrentRegistry(dataDir);
  if (current?.facts === undefined) {
    if (registry !== "none") {
      throw new AppError("unavailable", `${dataDir} serves no registry to ${registry}: see baken status.`);
    }
    return null;
  }
  const { name, facts } = current;
  const add = async (file: string) => {
    if (registry !== "none") {
      await placeRegistry(join(dataDir, file), join(draft, file), registry);
    }
    const sha256 = registry === "none" ? null : await sha256OfFile(join(draft, file));
    return { file, bytes: statSync(join(dataDir, file)).size, sha256 };
  };
  const attached: Awaited<ReturnType<typeof add>>[] = [];
  for (const one of facts.attached) {
    attached.push(await add(one.name));
  }
  return {
    ...(await add(name)),
    ...(attached.length > 0 && { attached }),
    reference_date: facts.referenceDate ?? null,
    schema: facts.schemaVersion,
    demo: facts.isDemo ?? null,
    included: registry !== "none",
  };
}

function publishDraft(draft: string, target: string, lock: FileLock): void {
  lock.close();
  for (const name of readdirSync(draft).filter((name) => name.startsWith(DRAFT_LOCK))) {
    rmSync(join(draft, name));
  }
  syncPath(draft);
  try {
    renameSync(draft, target);
  } catch (cause) {
    const isMountPoint = codeOf(cause) === "EBUSY" || codeOf(cause) === "EXDEV";
    throw isMountPoint && existsSync(target)
      ? new AppError("unavailable", `${target} is a mount point: give a new folder in it.`, { cause })
      : cause;
  }
  syncPath(dirname(target));
}
