/** Directories of a PMTiles archive: where the bytes of each tile are. */
import { gzipSync } from "node:zlib";

/** Place of one or more tiles of consecutive numbers with equal bytes; of a leaf directory when `runLength` is 0. */
export interface DirectoryEntry {
  /** Number of the first tile. */
  readonly number: number;
  /** Place in the section of tiles, or of leaf directories. */
  readonly offset: number;
  readonly length: number;
  runLength: number;
}

/** Directories as they are stored, each compressed. */
export interface Directories {
  readonly root: Uint8Array;
  /** All leaf directories, one after the other; empty when the root lists the tiles itself. */
  readonly leaves: Uint8Array;
}

/** Entries of a leaf directory, unless the root would then be too large. */
const LEAF_ENTRIES = 4_096;

/** Builds a root directory of at most `maxRootBytes` from entries in ascending order of number. */
export function buildDirectories(entries: readonly DirectoryEntry[], maxRootBytes: number): Directories {
  const root = encodeDirectory(entries);
  if (root.length <= maxRootBytes) {
    return { root, leaves: new Uint8Array() };
  }
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    const split = splitIntoLeaves(entries, size);
    if (split.root.length <= maxRootBytes) {
      return split;
    }
  }
}

function splitIntoLeaves(entries: readonly DirectoryEntry[], size: number): Directories {
  const leaves: Uint8Array[] = [];
  const rootEntries: DirectoryEntry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += size) {
    const leaf = encodeDirectory(entries.slice(first, first + size));
    rootEntries.push({ number: entries[first]!.number, offset, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: encodeDirectory(rootEntries), leaves: Buffer.concat(leaves) };
}

/** Encodes a directory column by column: count, distances between numbers, run lengths, lengths, offsets. */
function encodeDirectory(entries: readonly DirectoryEntry[]): Uint8Array {
  const columns = [
    entries.map(({ number }, i) => number - (entries[i - 1]?.number ?? 0)),
    entries.map(({ runLength }) => runLength),
    entries.map(({ length }) => length),
    entries.map((entry, i) => (follows(entry, entries[i - 1]) ? 0 : entry.offset + 1)),
  ];
  const bytes: number[] = [];
  for (const value of [entries.length, ...columns.flat()]) {
    writeVarint(bytes, value);
  }
  return gzipSync(Uint8Array.from(bytes));
}

function follows({ offset }: DirectoryEntry, previous: DirectoryEntry | undefined): boolean {
  return previous !== undefined && offset === previous.offset + previous.length;
}

/** Writes an integer below 2^53, seven bits a byte, lowest first. */
function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
}
