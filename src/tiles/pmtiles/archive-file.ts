/** A PMTiles archive of vector tiles on this machine, read in parts. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { TileId } from "../../geo/web-mercator.ts";
import {
  type ArchiveSection,
  findEntry,
  HEADER_BYTES,
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
/** Directories below the root that are kept; each has the places of some thousand tiles. */
const MAX_DIRECTORIES = 64;

export class ArchiveFile {
  readonly header: ReadHeader;
  /** Text about the origin of the data; empty where the archive has none. */
  readonly attribution: string;
  /** Changes with the file. */
  readonly version: string;
  readonly #file: number;
  readonly #root: readonly TileEntry[];
  readonly #directories = new Map<number, readonly TileEntry[]>();

  /** Opens an archive; throws an Error that says why it cannot be used. */
  constructor(path: string) {
    this.#file = openSync(path, "r");
    try {
      const { size, mtimeMs } = fstatSync(this.#file);
      this.version = `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`;
      this.header = requireHeader(readArchiveHeader(this.#read({ offset: 0, length: HEADER_BYTES }).buffer));
      this.#root = readDirectory(this.#unpack(this.header.root, this.header.directoryCompression));
      const metadata = this.#unpack(this.header.metadata, this.header.directoryCompression);
      this.attribution = String(JSON.parse(new TextDecoder().decode(metadata)).attribution ?? "");
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Reads a tile, unpacked; undefined when the archive has none there. */
  readTile(tile: TileId): Uint8Array<ArrayBuffer> | undefined {
    const number = tileNumberOf(tile);
    let entry = findEntry(this.#root, number);
    while (entry !== undefined && entry.tiles === 0) {
      entry = findEntry(this.#directoryAt(entry), number);
    }
    return entry && this.#unpack(within(this.header.tiles, entry), this.header.tileCompression);
  }

  close(): void {
    closeSync(this.#file);
  }

  #directoryAt(entry: TileEntry): readonly TileEntry[] {
    const known = this.#directories.get(entry.offset);
    if (known !== undefined) {
      return known;
    }
    const packed = within(this.header.leaves, entry);
    const directory = readDirectory(this.#unpack(packed, this.header.directoryCompression));
    this.#directories.set(entry.offset, directory);
    if (this.#directories.size > MAX_DIRECTORIES) {
      this.#directories.delete(this.#directories.keys().next().value!);
    }
    return directory;
  }

  #unpack(section: ArchiveSection, compression: number): Uint8Array<ArrayBuffer> {
    const bytes = this.#read(section);
    return compression === GZIP ? new Uint8Array(gunzipSync(bytes)) : bytes;
  }

  #read({ offset, length }: ArchiveSection): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    const read = readSync(this.#file, bytes, 0, length, offset);
    if (read !== length) {
      throw new Error("The file is shorter than its header says.");
    }
    return bytes;
  }
}

function requireHeader(header: ReadHeader | undefined): ReadHeader {
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
  return header;
}
