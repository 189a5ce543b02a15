/** Reads all of a backup, and checks that it is what `baken backup` wrote. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { checkAccountsCopy, inspectKeys, withStore } from "../accounts/open-accounts.ts";
import { AppError } from "../base/errors.ts";
import { sha256OfFile } from "../base/sha256.ts";
import { inspectRegistry, listPageFaults } from "../registry/file/inspect-registry.ts";
import { ACCOUNTS_COPY, type BackupManifest, readBackupManifest } from "./manifest.ts";

export interface CheckedBackup {
  readonly manifest: BackupManifest;
  /** False for a registry whose checksum the version that made the backup did not note. */
  readonly isVerified: boolean;
}

/**
 * Checks the files of a backup: that they are there, their checksums and sizes, that every page is sound, and that the
 * keys can be read and are as many as noted. Throws `unavailable` with the fault.
 */
export async function checkBackup(backup: string): Promise<CheckedBackup> {
  const manifest = readBackupManifest(backup);
  const { accounts, registry } = manifest;
  if (accounts !== null) {
    await checkAccounts(backup, accounts);
  }
  if (registry?.included) {
    for (const { file, ...noted } of registry.attached) {
      await checkFile(join(backup, file), noted);
    }
    await checkRegistry(join(backup, registry.file), registry);
  }
  return { manifest, isVerified: !registry?.included || registry.sha256 !== null };
}

async function checkAccounts(
  backup: string,
  { keys, ...noted }: NonNullable<BackupManifest["accounts"]>,
): Promise<void> {
  const path = join(backup, ACCOUNTS_COPY);
  await checkFile(path, noted);
  checkAccountsCopy(path);
  const readable = await withStore(inspectKeys({ dataDir: backup }), async (store) => store.list());
  if (readable.length !== keys) {
    throw unusable(path, `it holds ${readable.length} keys, and backup.json says ${keys}`);
  }
}

async function checkRegistry(path: string, noted: NonNullable<BackupManifest["registry"]>): Promise<void> {
  await checkFile(path, noted);
  const { facts, reason } = inspectRegistry(path);
  if (facts === undefined) {
    throw unusable(path, `it ${reason}`);
  }
  if (facts.schemaVersion !== noted.schema || (facts.referenceDate ?? null) !== noted.reference_date) {
    throw unusable(path, "it is not the registry that backup.json describes");
  }
  const names = facts.attached.map(({ name }) => name).join();
  if (names !== noted.attached.map(({ file }) => file).join()) {
    throw unusable(path, `it needs ${names || "no further file"}, which backup.json does not say`);
  }
  const faults = listPageFaults(path);
  if (faults.length > 0) {
    throw unusable(path, faults.join("; "));
  }
}

interface NotedFile {
  readonly bytes: number;
  readonly sha256: string | null;
}

async function checkFile(path: string, { bytes, sha256 }: NotedFile): Promise<void> {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) {
    throw new AppError("unavailable", `There is no file ${path}. Use another backup.`);
  }
  if (stats.size !== bytes) {
    throw unusable(path, `it has ${stats.size} bytes, and backup.json says ${bytes}`);
  }
  if (sha256 !== null && (await sha256OfFile(path)) !== sha256) {
    throw unusable(path, "its SHA-256 differs from backup.json");
  }
}

function unusable(path: string, reason: string): AppError {
  return new AppError(
    "unavailable",
    `${path} is not the file that baken backup wrote: ${reason}. Use another backup.`,
  );
}
