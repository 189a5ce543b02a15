import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** File that marks a folder as made by a release, also by one that was killed: a later release may replace it. */
const MARK = ".baken-release";

/** A release that cannot be made; the message is for the person who makes it. */
export class ReleaseRefusal extends Error {}

/**
 * Makes an empty folder for a release. Replaces the folder of an earlier release; throws for one with other contents.
 */
export function makeOutputFolder(folder: string): void {
  const isForeign = existsSync(folder) && !existsSync(join(folder, MARK)) && readdirSync(folder).length > 0;
  if (isForeign) {
    throw new ReleaseRefusal(
      `${folder} was not made by a release. Remove it, or name another folder with --out.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, MARK), "");
}
