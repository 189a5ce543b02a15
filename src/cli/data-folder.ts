/** Guards against a mistyped `--data`. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { accountsPath } from "../accounts/accounts-db.ts";
import { SETTINGS } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import { POINTER_FILE } from "../registry/pointer.ts";
import { listRegistryFiles } from "../registry/registry-files.ts";

/**
 * Throws `unavailable` unless it is a data folder: it holds a registry, `current` or accounts.db. With `mayBeginIn`,
 * for creating the first key, an empty folder and the default data folder are accepted too.
 */
export function assertDataFolder(dataDir: string, { mayBeginIn }: { mayBeginIn: boolean }): void {
  const names = namesIn(dataDir);
  const hasOurs = [accountsPath(dataDir), join(dataDir, POINTER_FILE)].some((path) => existsSync(path));
  const isOurs = hasOurs || listRegistryFiles(dataDir).length > 0;
  if (isOurs) return;
  const isDefault = resolve(dataDir) === resolve(SETTINGS.data.default);
  if (mayBeginIn && (names?.length === 0 || isDefault)) return;
  const state = names === undefined ? "There is no folder" : "Nothing of baken is in";
  throw new AppError(
    "unavailable",
    `${state} ${dataDir}: check --data. ${howTo(dataDir, names, mayBeginIn)}`,
  );
}

function howTo(dataDir: string, names: readonly string[] | undefined, mayBeginIn: boolean): string {
  if (mayBeginIn && names === undefined) return `If it is right, make the folder first: mkdir -p ${dataDir}`;
  return "A data folder is made by baken serve, import or demo.";
}

function namesIn(dataDir: string): string[] | undefined {
  try {
    return readdirSync(dataDir);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
