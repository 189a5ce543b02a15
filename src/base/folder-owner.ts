/**
 * Hands files that root makes in the data folder of a service over to its user, so that `sudo baken keys create` or
 * `sudo baken import` leaves nothing behind that the service cannot write.
 */
import { closeSync, constants, fchownSync, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./errors.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = constants;

/**
 * Creates the empty file at `path` for the owner of its folder, when root is about to create it for another user; does
 * nothing otherwise. SQLite takes an empty file for a new database, and its journal gets the same owner.
 */
export function createForFolderOwner(path: string): void {
  if (process.getuid?.() !== 0 || statSync(dirname(path), { throwIfNoEntry: false })?.uid === 0) {
    return;
  }
  try {
    // O_EXCL follows no link, so the file is a new one.
    const file = openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o644);
    giveToFolderOwner(file, dirname(path));
    closeSync(file);
  } catch (error) {
    // Without the folder, SQLite's own error says so.
    if (!["EEXIST", "ENOENT"].includes(codeOf(error) ?? "")) {
      throw error;
    }
  }
}

/**
 * Gives an open file that root has made to the owner of the folder; does nothing for other users. A file that has other
 * names too, or an owner other than root, is left alone: the folder's owner may have put it there.
 */
export function giveToFolderOwner(file: number, folder: string): void {
  if (process.getuid?.() !== 0) {
    return;
  }
  const { uid, gid } = statSync(folder);
  const made = fstatSync(file);
  if (uid !== 0 && made.isFile() && made.uid === 0 && made.nlink === 1) {
    fchownSync(file, uid, gid);
  }
}

/**
 * Does the same with the file at `path`, which must be no link and hold no lock: opening and closing it drops the locks
 * of this process.
 */
export function givePathToFolderOwner(path: string, folder: string): void {
  if (process.getuid?.() !== 0) {
    return;
  }
  const file = openSync(path, O_RDONLY | O_NOFOLLOW);
  try {
    giveToFolderOwner(file, folder);
  } finally {
    closeSync(file);
  }
}
