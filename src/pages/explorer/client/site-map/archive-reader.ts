/** Reads tiles of a PMTiles file (docs/tiles.md, "PMTiles") in parts, from a host that gives parts of files. */
import {
  type ArchiveSection,
  findEntry,
  HEADER_BYTES,
  MAX_DEPTH,
  readArchiveHeader,
  readDirectory,
  type TileEntry,
  within,
} from "../../../../tiles/pmtiles/directory.ts";
import { tileNumberOf } from "../../../../tiles/pmtiles/tile-number.ts";

/** Header and root directory lie within this many bytes. */
const HEAD_BYTES = 16_384;
/** Directories below the root that are kept; each has the places of some thousand tiles. */
const MAX_DIRECTORIES = 32;

export interface ArchiveFacts {
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north in degrees. */
  readonly bounds: [number, number, number, number];
  readonly attribution: string;
}

/** `absent`: there is no such file. `whole-only`: the host answers no ranges. */
export type NoArchive = "absent" | "whole-only";

export class ArchiveReader {
  readonly facts: ArchiveFacts;
  readonly #url: string;
  readonly #root: readonly TileEntry[];
  readonly #leaves: ArchiveSection;
  readonly #tiles: ArchiveSection;
  readonly #directories = new Map<number, Promise<TileEntry[]>>();

  private constructor(
    url: string,
    facts: ArchiveFacts,
    parts: { root: readonly TileEntry[]; leaves: ArchiveSection; tiles: ArchiveSection },
  ) {
    this.#url = url;
    this.facts = facts;
    this.#root = parts.root;
    this.#leaves = parts.leaves;
    this.#tiles = parts.tiles;
  }

  /** Reads header, root directory and metadata. Throws an Error for another file, and when the host is away. */
  static async open(url: string): Promise<ArchiveReader | NoArchive> {
    const head = await readPart(url, { offset: 0, length: HEAD_BYTES });
    if (typeof head === "string") {
      return head;
    }
    const header = readArchiveHeader(head);
    if (header === undefined) {
      throw new Error(`${url} is no PMTiles file of version 3.`);
    }
    const { root, leaves, tiles, minzoom, maxzoom, bounds } = header;
    const metadata = await readWhole(url, header.metadata);
    const { attribution } = JSON.parse(new TextDecoder().decode(await gunzip(metadata)));
    const entries = await unpackDirectory(head.slice(HEADER_BYTES, HEADER_BYTES + root.length));
    const facts: ArchiveFacts = { minzoom, maxzoom, bounds, attribution };
    return new ArchiveReader(url, facts, { root: entries, leaves, tiles });
  }

  /** Reads a tile, unpacked; undefined when the archive has none there. */
  async readTile(z: number, x: number, y: number): Promise<ArrayBuffer | undefined> {
    const number = tileNumberOf({ z, x, y });
    let entry = findEntry(this.#root, number);
    for (let depth = 2; entry !== undefined && entry.tiles === 0; depth++) {
      if (depth > MAX_DEPTH) {
        throw new Error(`${this.#url} has directories nested more than ${MAX_DEPTH} deep.`);
      }
      entry = findEntry(await this.#directoryAt(entry), number);
    }
    if (entry === undefined) {
      return undefined;
    }
    return gunzip(await readWhole(this.#url, within(this.#tiles, entry)));
  }

  #directoryAt(entry: TileEntry): Promise<TileEntry[]> {
    const known = this.#directories.get(entry.offset);
    const directory = known ?? readWhole(this.#url, within(this.#leaves, entry)).then(unpackDirectory);
    this.#directories.set(entry.offset, directory);
    directory.catch(() => this.#directories.delete(entry.offset));
    if (this.#directories.size > MAX_DIRECTORIES) {
      this.#directories.delete(this.#directories.keys().next().value!);
    }
    return directory;
  }
}

/** Reads a part of a file; a reason when the host gives none. */
async function readPart(url: string, { offset, length }: ArchiveSection): Promise<ArrayBuffer | NoArchive> {
  const response = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
  if (response.status === 206) {
    return response.arrayBuffer();
  }
  // The whole file may have hundreds of megabytes.
  await response.body?.cancel();
  return response.status === 200 ? "whole-only" : "absent";
}

async function readWhole(url: string, section: ArchiveSection): Promise<ArrayBuffer> {
  const part = await readPart(url, section);
  if (typeof part === "string" || part.byteLength !== section.length) {
    throw new Error(`${url} cannot be read in parts.`);
  }
  return part;
}

function gunzip(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function unpackDirectory(gzipped: ArrayBuffer): Promise<TileEntry[]> {
  return readDirectory(new Uint8Array(await gunzip(gzipped)));
}
