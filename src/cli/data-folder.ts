/** Guards against a mistyped `--data`. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { accountsPath } from "../accounts/accounts-db.ts";
import { SETTINGS } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import { POINTER_FILE } from "../registry/pointer.ts";
import { listRegistryFiles } from "../registry/registry-files.ts";

/**
 * Throws `unavailable` unless it is a data folder: it holds a registry, `current` or accounts.db. With `allowNew`,
 * for creating the first key, an empty folder and the default data folder are accepted too.
 */
export function assertDataFolder(dataDir: string, { mayBeginIn: allowNew }: { mayBeginIn: boolean }): void {
  const fileNames = listNames(dataDir);
  const hasAccountsOrPointer = [accountsPath(dataDir), join(dataDir, POINTER_FILE)].some((path) =>
    existsSync(path),
  );
  const isDataFolder = hasAccountsOrPointer || listRegistryFiles(dataDir).length > 0;
  if (isDataFolder) {
    return;
  }
  const isDefault = resolve(dataDir) === resolve(SETTINGS.data.default);
  if (allowNew && (fileNames?.length === 0 || isDefault)) {
    return;
  }
  const fault = fileNames === undefined ? "There is no folder" : "No files of baken are in the folder";
  throw new AppError(
    "unavailable",
    `${fault} ${dataDir}: check --data. ${suggestRemedy(dataDir, fileNames, allowNew)}`,
  );
}

function suggestRemedy(dataDir: string, fileNames: readonly string[] | undefined, allowNew: boolean): string {
  if (allowNew && fileNames === undefined) {
    return `If the path is correct, create the folder first: mkdir -p ${dataDir}`;
  }
  return "baken serve, import and demo create a data folder.";
}

function listNames(dataDir: string): string[] | undefined {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
