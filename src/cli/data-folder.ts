/** Guards against a mistyped `--data`. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AccountsPlace } from "../accounts/accounts-place.ts";
import { hasAccounts } from "../accounts/open-accounts.ts";
import { AppError, codeOf } from "../base/errors.ts";
import { SETTINGS } from "../base/settings.ts";
import { POINTER_FILE } from "../registry/file/pointer.ts";
import { listRegistryFiles } from "../registry/file/registry-files.ts";

/**
 * Throws `unavailable` unless there is a store of keys or a data folder: one that holds a registry or `current`. With
 * `allowNew`, for creating the first key, an empty folder and the default data folder are accepted too.
 */
export function assertDataFolder(place: AccountsPlace, { allowNew }: { allowNew: boolean }): void {
  const { dataDir } = place;
  const fileNames = listNames(dataDir);
  const hasPointer = existsSync(join(dataDir, POINTER_FILE));
  if (hasAccounts(place) || hasPointer || listRegistryFiles(dataDir).length > 0) {
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
  return "baken serve and import create a data folder.";
}

function listNames(dataDir: string): string[] | undefined {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
}
