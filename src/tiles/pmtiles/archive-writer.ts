import { rmSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { createDraft, type DraftFile } from "../../base/draft-file.ts";
import { HEADER_BYTES } from "./directory.ts";
import { type ArchiveInfo, encodeHeader, MAX_HEADER_AND_ROOT_BYTES } from "./header.ts";

/** Suffix of the name of the file with the tiles until all are there. */
const TILES_SUFFIX = ".tiles.tmp";
const COPY_BYTES = 2 ** 20;

/** Place of a tile's bytes among the bytes of all tiles. */
export interface TilePlace {
  readonly offset: number;
  readonly length: number;
}

export interface ArchiveSize {
  readonly tiles: number;
  /** Number of tiles whose bytes differ. */
  readonly contents: number;
  readonly bytes: number;
}

export interface ArchiveOptions {
  /** Maximum size of header and root directory; smaller in tests, to make leaf directories of few tiles. */
  readonly maxHeadBytes?: number;
}

/**
 * Writes a PMTiles archive from gzipped tiles in ascending order of number. The directories, which come before the
 * tiles in the file, are known last: tiles wait in a file of their own, so that only an entry for each is in memory.
 * Nothing has the archive's name until all of it is on disk.
 */
export class ArchiveWriter {
  readonly #tilesPath: string;
  readonly #tiles: FileHandle;
  readonly #draft: DraftFile;
  readonly #maxHeadBytes: number;
  readonly #entries: DirectoryEntry[] = [];
  /** Place of tiles by a hash of their bytes. */
  readonly #places = new Map<string, TilePlace>();
  #tileBytes = 0;
  #tileCount = 0;

  private constructor(
    tilesPath: string,
    files: { tiles: FileHandle; draft: DraftFile },
    options: ArchiveOptions,
  ) {
    this.#tilesPath = tilesPath;
    this.#tiles = files.tiles;
    this.#draft = files.draft;
    this.#maxHeadBytes = options.maxHeadBytes ?? MAX_HEADER_AND_ROOT_BYTES;
  }

  /** Creates the temporary files of the archive at `path`. Throws when one exists: another process may write it. */
  static async create(path: string, options: ArchiveOptions = {}): Promise<ArchiveWriter> {
    const draft = await createDraft(path);
    try {
      const tilesPath = path + TILES_SUFFIX;
      return new ArchiveWriter(tilesPath, { draft, tiles: await open(tilesPath, "wx+") }, options);
    } catch (error) {
      await draft.close();
      throw error;
    }
  }

  /** Adds a tile; bytes that are stored already are not stored again. */
  async add(number: number, gzipped: Uint8Array): Promise<TilePlace> {
    const { length } = gzipped;
    const hash = `${Bun.hash(gzipped)} ${length}`;
    const known = this.#places.get(hash);
    const place = known ?? { offset: this.#tileBytes, length };
    this.addCopies({ first: number, count: 1 }, place);
    if (known === undefined) {
      this.#places.set(hash, place);
      this.#tileBytes += length;
      await writeAll(this.#tiles, gzipped);
    }
    return place;
  }

  /** Adds tiles of consecutive numbers that have the bytes of an earlier one. */
  addCopies({ first, count }: { first: number; count: number }, { offset, length }: TilePlace): void {
    this.#tileCount += count;
    const last = this.#entries.at(-1);
    if (last !== undefined && last.offset === offset && last.number + last.runLength === first) {
      last.runLength += count;
    } else {
      this.#entries.push({ number: first, offset, length, runLength: count });
    }
  }

  /** Puts the archive together and gives it its name. */
  async publish(info: ArchiveInfo, metadata: unknown): Promise<ArchiveSize> {
    const compressedMetadata = gzipSync(JSON.stringify(metadata));
    const { root, leaves } = buildDirectories(this.#entries, this.#maxHeadBytes - HEADER_BYTES);
    const counts = { tiles: this.#tileCount, entries: this.#entries.length, contents: this.#places.size };
    const lengths = {
      root: root.length,
      metadata: compressedMetadata.length,
      leaves: leaves.length,
      tiles: this.#tileBytes,
    };
    for (const section of [encodeHeader({ ...info, lengths, counts }), root, compressedMetadata, leaves]) {
      await this.#draft.write(section);
    }
    const piece = Buffer.alloc(COPY_BYTES);
    for (let at = 0; at < this.#tileBytes; ) {
      const { bytesRead } = await this.#tiles.read(piece, 0, COPY_BYTES, at);
      if (bytesRead === 0) {
        throw new Error(`${this.#tilesPath} has become shorter`);
      }
      await this.#draft.write(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
    return { tiles: counts.tiles, contents: counts.contents, bytes: await this.#draft.publish() };
  }

  /** Removes the temporary files. */
  async close(): Promise<void> {
    await this.#tiles.close();
    rmSync(this.#tilesPath, { force: true });
    await this.#draft.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await file.write(bytes, written)).bytesWritten;
  }
}

/** Place of one or more tiles of consecutive numbers with equal bytes; of a leaf directory when `runLength` is 0. */
export interface DirectoryEntry {
  /** Number of the first tile. */
  readonly number: number;
  /** Place in the section of tiles, or of leaf directories. */
  readonly offset: number;
  readonly length: number;
  runLength: number;
}

/** Stored form of directories, each compressed. */
interface Directories {
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
