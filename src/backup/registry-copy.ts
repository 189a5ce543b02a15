/** Copies registries, which never change once published, into a backup and back. */
import { constants, existsSync, linkSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { syncPath } from "../base/draft-file.ts";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { inspectRegistry, type RegistryStatus } from "../registry/file/inspect-registry.ts";
import { readPointedName } from "../registry/file/pointer.ts";

/** Ways to put a registry into a backup: not at all, its bytes, or a second name of the same file. */
export const REGISTRY_CHOICES = ["none", "copy", "link"] as const;
export type RegistryChoice = (typeof REGISTRY_CHOICES)[number];

/** Returns the registry that `current` names; undefined when there is none with readable metadata. */
export function findCurrentRegistry(dataDir: string): RegistryStatus | undefined {
  const name = readPointedName(dataDir);
  const status = name === undefined ? undefined : inspectRegistry(join(dataDir, name));
  return status?.facts === undefined ? undefined : status;
}

/** Puts the file `from` at `to`, which must not exist, and syncs it. Shares its blocks where the disk can do that. */
export async function placeRegistry(
  from: string,
  to: string,
  choice: Exclude<RegistryChoice, "none">,
): Promise<void> {
  try {
    if (choice === "link") {
      linkSync(from, to);
      return;
    }
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    syncPath(to);
  } catch (error) {
    throw new AppError("unavailable", `${from} cannot be put at ${to}: ${explain(error, from)}.`, {
      cause: error,
    });
  }
}

function explain(error: unknown, from: string): string {
  if (codeOf(error) === "EXDEV") {
    return "a hard link cannot lead to another disk. Use --registry copy";
  }
  return codeOf(error) === "ENOENT" && !existsSync(from)
    ? "it was removed meanwhile, because a newer registry serves. Repeat the command"
    : messageOf(error);
}
