/** Folders for the temporary files of attempts at jobs, on the machine that runs them. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const SUFFIX = ".scratch";

/** Runs `work` with a folder of its own in `parent`, named after the file that it makes; removes it afterwards. */
export async function withScratchFolder<T>(
  parent: string,
  fileName: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(parent, fileName + SUFFIX);
  mkdirSync(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns true for the name of such a folder. */
export function isScratchFolder(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Removes the folders that killed processes left in `parent`: those of files that no job owns. */
export async function removeStaleScratch(
  parent: string,
  listOwned: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const names = existsSync(parent) ? readdirSync(parent) : [];
  const folders = names.filter(isScratchFolder);
  const owned = folders.length === 0 ? new Set() : await listOwned();
  for (const name of folders) {
    if (!owned.has(name.slice(0, -SUFFIX.length))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}
