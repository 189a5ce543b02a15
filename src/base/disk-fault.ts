/** Recognizes errors of the disk or of permissions, which the user must fix: reported in one line, without a stack. */
import { closeSync, constants, openSync, statSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { AppError, codeOf, messageOf } from "./errors.ts";
import { RAISE_OPEN_FILES } from "./process-resources.ts";
import { isLocked } from "./sqlite.ts";

const DISK_FULL_CODES = /^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)$/;
const PERMISSION_CODES = /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)(_\w+)?|EACCES|EPERM|EROFS)$/;
/** No further file for this process, or for the whole machine. */
const EXHAUSTED_CODES = /^(EMFILE|ENFILE)$/;
const IO_ERROR_CODES = /^(SQLITE_IOERR(_\w+)?|EIO)$/;
const CORRUPTION_CODES = /^SQLITE_(CORRUPT|NOTADB)(_\w+)?$/;
/** Error messages of SQLite, because the errors of node:sqlite carry no such code. */
const SQLITE_MESSAGES = /^(database or disk is full|disk I\/O error|attempt to write a readonly database)$/;

/**
 * Returns true when the disk is full or failing, the file is read-only or not permitted for this user, or no further
 * file can be opened.
 */
export function isDiskFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof AppError) {
    return false;
  }
  const code = codeOf(error) ?? "";
  const known = [DISK_FULL_CODES, PERMISSION_CODES, EXHAUSTED_CODES, IO_ERROR_CODES];
  return known.some((codes) => codes.test(code)) || SQLITE_MESSAGES.test(error.message);
}

/** Returns true when the disk has no space left. */
export function isDiskFull(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (DISK_FULL_CODES.test(codeOf(error) ?? "") || /^database or disk is full$/.test(error.message))
  );
}

/** Returns true when SQLite says that a file is damaged or no database. */
export function isDamaged(error: unknown): boolean {
  return error instanceof Error && CORRUPTION_CODES.test(codeOf(error) ?? "");
}

/**
 * Returns sentences with the file's name, its error and the remedy; `undefined` for errors of any other kind than
 * locks, damage, the disk and permissions.
 */
export function explainFault(error: unknown, path = namedPath(error)): string | undefined {
  if (isLocked(error)) {
    return `${path} is locked by another process. Try again when that process has finished.`;
  }
  if (!isDamaged(error) && !isDiskFault(error)) {
    return undefined;
  }
  const fault = `${path} cannot be used: ${messageOf(error)}.`;
  if (isDiskFull(error)) {
    // Errors of SQLite name no file.
    const disk =
      isAbsolute(path) || statOf(path)
        ? `the disk of ${folderOf(path)}`
        : "the disk that df -h shows as full";
    return `${fault} Free some space on ${disk}.`;
  }
  if (areFilesExhausted(error)) {
    return `${fault} This process has reached its limit of open files and connections: ${RAISE_OPEN_FILES}.`;
  }
  if (PERMISSION_CODES.test(codeOf(error) ?? "") || /readonly/.test(messageOf(error))) {
    return `${fault} ${suggestPermissionFix(path)}`;
  }
  return `${fault} Check the disk, or put back a backup of the file.`;
}

/** Returns the path that an error of the system names. */
function namedPath(error: unknown): string {
  return error instanceof Error && "path" in error ? String(error.path) : "a file";
}

/** Returns true when no further file can be opened; SQLite then only says that it cannot open its file. */
function areFilesExhausted(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  if (EXHAUSTED_CODES.test(code)) {
    return true;
  }
  if (!/^SQLITE_CANTOPEN/.test(code)) {
    return false;
  }
  try {
    closeSync(openSync("/", constants.O_RDONLY));
    return false;
  } catch (cause) {
    return EXHAUSTED_CODES.test(codeOf(cause) ?? "");
  }
}

/** Returns advice on permissions. Names the folder too, because a file is written with others next to it. */
function suggestPermissionFix(path: string): string {
  const existing = statOf(path) === undefined ? dirname(path) : path;
  const ownerUid = statOf(existing)?.uid;
  const currentUid = process.getuid?.();
  if (ownerUid === undefined || currentUid === undefined || ownerUid === currentUid) {
    return "Make the file and its folder writable for this user.";
  }
  return (
    `It belongs to user ${ownerUid}, but this process runs as user ${currentUid}: run the command as the user that ` +
    `the server runs as, or hand it over with: chown ${currentUid} ${existing}`
  );
}

function folderOf(path: string): string {
  return statOf(path)?.isDirectory() ? path : dirname(path);
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
