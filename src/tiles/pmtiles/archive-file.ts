/** A PMTiles archive of vector tiles on this machine, read in parts. */
import { closeSync, fstatSync, openSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { messageOf } from "../../base/errors.ts";
import { readFullySync } from "../../base/read-fully.ts";
import type { TileId } from "../../geo/web-mercator.ts";
import {
  type ArchiveSection,
  findEntry,
  HEADER_BYTES,
  MAX_DEPTH,
  type ReadHeader,
  readArchiveHeader,
  readDirectory,
  type TileEntry,
  within,
} from "./directory.ts";
import { tileNumberOf } from "./tile-number.ts";

const UNCOMPRESSED = 1;
const GZIP = 2;
const VECTOR_TILES = 1;
/** Entries of directories below the root that are kept; a directory has some thousand. */
const MAX_KEPT_ENTRIES = 500_000;
/** Maximum bytes of a part of an archive, unpacked. Real directories and metadata have some 100 kB, tiles some MB. */
const MAX_BYTES = { directory: 4 * 2 ** 20, metadata: 4 * 2 ** 20, tile: 16 * 2 ** 20 } as const;
type Part = keyof typeof MAX_BYTES;
const MAX_ZOOM = 30;
/** Characters of an attribution, which every client of a style gets. */
const MAX_ATTRIBUTION = 10_000;
/** Milliseconds for which all directories are read at the start; the directories of a country take about 10. */
const CHECK_MS = 5_000;

export class ArchiveFile {
  readonly header: ReadHeader;
  /** Text about the origin of the data; empty where the archive has none. */
  readonly attribution: string;
  /** Changes with the file. */
  readonly version: string;
  readonly #path: string;
  readonly #file: number;
  readonly #root: readonly TileEntry[];
  readonly #directories = new Map<number, readonly TileEntry[]>();
  #keptEntries = 0;

  /** Opens an archive; throws an Error that says why it cannot be used. `isChecked`: reads its directories, too. */
  constructor(path: string, { isChecked = false } = {}) {
    this.#path = path;
    this.#file = openSync(path, "r");
    try {
      const { size, mtimeMs } = fstatSync(this.#file);
      this.version = `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
      const head = this.#read({ offset: 0, length: HEADER_BYTES });
      this.header = requireHeader(readArchiveHeader(head.buffer), size);
      this.#root = readDirectory(this.#unpack(this.header.root, "directory"));
      this.attribution = readAttribution(this.#unpack(this.header.metadata, "metadata"));
      if (isChecked) {
        this.#checkDirectories();
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Reads a tile, unpacked; undefined when the archive has none there. Throws an Error for one that is damaged. */
  readTile(tile: TileId): Uint8Array<ArrayBuffer> | undefined {
    try {
      return this.#readTile(tile);
    } catch (error) {
      const { z, x, y } = tile;
      throw new Error(`${this.#path}: tile ${z}/${x}/${y}: ${messageOf(error)}`, { cause: error });
    }
  }

  #readTile(tile: TileId): Uint8Array<ArrayBuffer> | undefined {
    const number = tileNumberOf(tile);
    let entry = findEntry(this.#root, number);
    for (let depth = 2; entry !== undefined && entry.tiles === 0; depth++) {
      assertDepth(depth);
      entry = findEntry(this.#directoryAt(entry), number);
    }
    return entry && this.#unpack(within(this.header.tiles, entry), "tile");
  }

  close(): void {
    closeSync(this.#file);
  }

  #directoryAt(entry: TileEntry): readonly TileEntry[] {
    const known = this.#directories.get(entry.offset);
    if (known !== undefined) {
      return known;
    }
    const directory = readDirectory(this.#unpack(within(this.header.leaves, entry), "directory"));
    this.#directories.set(entry.offset, directory);
    this.#keptEntries += directory.length;
    for (const [offset, { length }] of this.#directories) {
      if (this.#keptEntries <= MAX_KEPT_ENTRIES || offset === entry.offset) {
        break;
      }
      this.#directories.delete(offset);
      this.#keptEntries -= length;
    }
    return directory;
  }

  /** Reads the directories below the root, as far as the time goes; the rest fails when a tile of it is asked for. */
  #checkDirectories(): void {
    const endMs = performance.now() + CHECK_MS;
    const check = (entries: readonly TileEntry[], depth: number): void => {
      for (const entry of entries.filter(({ tiles }) => tiles === 0)) {
        if (performance.now() > endMs) {
          return;
        }
        assertDepth(depth);
        check(this.#directoryAt(entry), depth + 1);
      }
    };
    check(this.#root, 2);
  }

  #unpack(section: ArchiveSection, part: Part): Uint8Array<ArrayBuffer> {
    const { tileCompression, directoryCompression } = this.header;
    const maxOutputLength = MAX_BYTES[part];
    if (section.length > maxOutputLength) {
      throw new Error(tooLong(part));
    }
    const bytes = this.#read(section);
    if ((part === "tile" ? tileCompression : directoryCompression) !== GZIP) {
      return bytes;
    }
    try {
      return new Uint8Array(gunzipSync(bytes, { maxOutputLength }));
    } catch (error) {
      throw new Error(error instanceof RangeError ? tooLong(part) : `A ${part} cannot be unpacked.`);
    }
  }

  #read({ offset, length }: ArchiveSection): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    if (readFullySync(this.#file, bytes, offset).length < length) {
      throw new Error("The file is shorter than its header says.");
    }
    return bytes;
  }
}

function tooLong(part: Part): string {
  return `A ${part} has more than ${MAX_BYTES[part] / 2 ** 20} MiB.`;
}

function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) {
    throw new Error(`Its directories are nested more than ${MAX_DEPTH} deep, or one names itself.`);
  }
}

function readAttribution(metadata: Uint8Array): string {
  let read: { readonly attribution?: unknown } | null;
  try {
    read = JSON.parse(new TextDecoder().decode(metadata));
  } catch {
    throw new Error("Its metadata is not JSON.");
  }
  const attribution = String(read?.attribution ?? "");
  if (attribution.length > MAX_ATTRIBUTION) {
    throw new Error(`Its attribution has more than ${MAX_ATTRIBUTION} characters.`);
  }
  return attribution;
}

function requireHeader(header: ReadHeader | undefined, fileBytes: number): ReadHeader {
  if (header === undefined) {
    throw new Error("It is no PMTiles file of version 3.");
  }
  const isReadable = [header.directoryCompression, header.tileCompression].every(
    (compression) => compression === GZIP || compression === UNCOMPRESSED,
  );
  if (!isReadable) {
    throw new Error("Its tiles or directories are compressed otherwise than with gzip.");
  }
  if (header.tileType !== VECTOR_TILES) {
    throw new Error("Its tiles are no vector tiles.");
  }
  const { root, metadata, leaves, tiles, minzoom, maxzoom } = header;
  if ([root, metadata, leaves, tiles].some(({ offset, length }) => offset + length > fileBytes)) {
    throw new Error("The file is shorter than its header says.");
  }
  if (minzoom > maxzoom || maxzoom > MAX_ZOOM) {
    throw new Error(`Its zooms are ${minzoom} to ${maxzoom}.`);
  }
  return header;
}
