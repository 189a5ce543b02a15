/**
 * Seal of a registry: shows whether another program has written it since it was published. SQLite counts in the header
 * of a file the transactions that changed it, a switch of the journal mode included. Publishing sets that count to a
 * number that no file reaches by itself.
 *
 * Only for processes that have no registry open: these functions open the file without SQLite, and closing it drops the
 * locks that SQLite has on it in the same process.
 */
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { shellWord } from "../../base/shell-word.ts";
import { importCommands } from "./folder-fault.ts";
import { inspectRegistry } from "./inspect-registry.ts";
import { readPointedName } from "./pointer.ts";

/** Count of a sealed file: "BAKE". */
const SEAL = 0x42414b45;
/** Offsets in the header (https://sqlite.org/fileformat2.html#the_database_header). */
const WRITE_VERSION_AT = 18;
const CHANGE_COUNT_AT = 24;
/** Change count at which the header's other numbers were right. */
const VALID_FOR_AT = 92;
const HEADER_BYTES = 100;
const WAL = 2;

/** Seals a finished registry that no process has open. */
export function sealRegistry(path: string): void {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(SEAL);
  const file = openSync(path, "r+");
  try {
    writeSync(file, count, 0, count.length, CHANGE_COUNT_AT);
    writeSync(file, count, 0, count.length, VALID_FOR_AT);
  } finally {
    closeSync(file);
  }
}

/** Change of a registry by another program, and its remedy. */
export interface ForeignChange {
  /** Sentence about the file. */
  readonly text: string;
  readonly remedy: string;
}

/**
 * Returns what another program has done to the registry that `current` names; undefined for one that is
 * unchanged, was never sealed, or cannot be read.
 */
export function findForeignChange(dataDir: string): ForeignChange | undefined {
  return findForeignChangeOf(join(dataDir, readPointedName(dataDir) ?? ""), dataDir);
}

/** Returns what another program has done to a registry of a data folder, or to the files attached to it. */
export function findForeignChangeOf(path: string, dataDir: string): ForeignChange | undefined {
  const change = findChangeIn(path, dataDir);
  if (change !== undefined) {
    return change;
  }
  const attached = inspectRegistry(path).facts?.attached ?? [];
  return attached
    .map(({ name }) => findChangeIn(join(dataDir, name), dataDir))
    .find((one) => one !== undefined);
}

function findChangeIn(path: string, dataDir: string): ForeignChange | undefined {
  const header = readHeader(path);
  if (header === undefined) {
    return undefined;
  }
  const again = `import again: ${importCommands(dataDir)}`;
  if (header[WRITE_VERSION_AT] === WAL) {
    return {
      text: `${path} was opened for writing by another program, such as QGIS, which left it in WAL mode: users who may not write its folder cannot read it.`,
      remedy: `Close that program and stop the server, then run: sqlite3 ${shellWord(path)} 'PRAGMA journal_mode = DELETE'. Whether its data were changed is not known: ${again}`,
    };
  }
  if (header.readUInt32BE(CHANGE_COUNT_AT) > SEAL) {
    return {
      text: `${path} was written by another program, such as QGIS, after it was published: its data may have been changed.`,
      remedy: `Go back to an earlier registry (baken use), or ${again}`,
    };
  }
  return undefined;
}

function readHeader(path: string): Buffer | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, "r");
    try {
      return readSync(file, header, 0, HEADER_BYTES, 0) === HEADER_BYTES ? header : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    // The code that opens the file reports that it cannot be read.
    return undefined;
  }
}
