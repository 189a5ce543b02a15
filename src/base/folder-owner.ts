/**
 * Hands files that root makes in the data folder of a service over to its user, so that `sudo baken keys create` or
 * `sudo baken import` leaves nothing behind that the service cannot write.
 */
import {
  chmodSync,
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_RDONLY, O_WRONLY } = constants;

/**
 * Creates the empty file at `path`, unless it exists, with these permissions; it belongs to the owner of its folder
 * also when root creates it. SQLite takes an empty file for a new database, and its journal gets the same owner and
 * permissions.
 */
export function createForFolderOwner(path: string, mode = 0o644): void {
  let file: number;
  try {
    // O_EXCL follows no link, so the file is a new one.
    file = openSync(path, O_CREAT | O_EXCL | O_WRONLY, mode);
  } catch {
    // It exists, or SQLite's own error says why it cannot be created.
    return;
  }
  try {
    giveToFolderOwner(file, dirname(path));
  } finally {
    closeSync(file);
  }
}

/**
 * Takes the permissions of all other users from a file of this user. Skips files of other users, links and, as root,
 * everything in the folder of another user, who could put a link in its place: `baken doctor` reports these.
 */
export function makePrivate(path: string): void {
  const uid = process.getuid?.();
  const stats = lstatSync(path, { throwIfNoEntry: false });
  const isOwn =
    stats?.isFile() === true && stats.uid === uid && (uid !== 0 || statSync(dirname(path)).uid === 0);
  if (!isOwn || (stats.mode & 0o077) === 0) {
    return;
  }
  try {
    chmodSync(path, stats.mode & 0o700);
  } catch {
    // A disk without permissions, such as exFAT.
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
 * Gives the file at `path` to the owner of the folder, as {@link giveToFolderOwner} does. It must be no link and hold
 * no lock: opening and closing it drops the locks of this process.
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
