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
  const folder = dirname(path);
  if (process.getuid?.() !== 0 || statSync(folder, { throwIfNoEntry: false })?.uid === 0) {
    return;
  }
  try {
    // O_EXCL follows no link, so the file is a new one.
    give(openSync(path, O_CREAT | O_EXCL | O_WRONLY, 0o644), folder);
  } catch (error) {
    // Without the folder, SQLite's own error says so.
    if (!["EEXIST", "ENOENT"].includes(codeOf(error) ?? "")) {
      throw error;
    }
  }
}

/**
 * Gives a file that root has made to the owner of the folder; does nothing for other users. A file that is a link, has
 * other names or an owner other than root is left alone: the folder's owner may have put it there. The file must hold
 * no lock: opening and closing it drops the locks of this process.
 */
export function giveToFolderOwner(path: string, folder: string): void {
  if (process.getuid?.() === 0) {
    give(openSync(path, O_RDONLY | O_NOFOLLOW), folder);
  }
}

/** Does the same with an open file, which stays open. */
export function giveOpenFile(file: number, folder: string): void {
  if (process.getuid?.() !== 0) {
    return;
  }
  const { uid, gid } = statSync(folder);
  const made = fstatSync(file);
  if (uid !== 0 && made.isFile() && made.uid === 0 && made.nlink === 1) {
    fchownSync(file, uid, gid);
  }
}

function give(file: number, folder: string): void {
  try {
    giveOpenFile(file, folder);
  } finally {
    closeSync(file);
  }
}
