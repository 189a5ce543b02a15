/** Reads tiles of a PMTiles file (docs/tiles.md, "PMTiles") in parts, from a host that gives parts of files. */
import { tileNumberOf } from "../../../../tiles/pmtiles/tile-number.ts";

/** Header and root directory lie within this many bytes. */
const HEAD_BYTES = 16_384;
const HEADER_BYTES = 127;
const UNITS_PER_DEGREE = 1e7;
/** Directories below the root that are kept; each has the places of some thousand tiles. */
const MAX_DIRECTORIES = 32;

interface Section {
  readonly offset: number;
  readonly length: number;
}

/** Tiles of consecutive numbers with the same bytes; without tiles, the directory of the numbers from this one on. */
interface Entry extends Section {
  readonly number: number;
  readonly tiles: number;
}

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
  readonly #root: readonly Entry[];
  readonly #leaves: Section;
  readonly #tiles: Section;
  readonly #directories = new Map<number, Promise<Entry[]>>();

  private constructor(
    url: string,
    facts: ArchiveFacts,
    parts: { root: readonly Entry[]; leaves: Section; tiles: Section },
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
    const view = new DataView(head);
    if (new TextDecoder().decode(head.slice(0, 7)) !== "PMTiles" || view.getUint8(7) !== 3) {
      throw new Error(`${url} is no PMTiles file of version 3.`);
    }
    const section = (at: number): Section => ({
      offset: Number(view.getBigUint64(at, true)),
      length: Number(view.getBigUint64(at + 8, true)),
    });
    const degrees = (at: number) => view.getInt32(at, true) / UNITS_PER_DEGREE;
    const root = section(8);
    const metadata = await readWhole(url, section(24));
    const { attribution } = JSON.parse(new TextDecoder().decode(await gunzip(metadata)));
    const facts: ArchiveFacts = {
      minzoom: view.getUint8(100),
      maxzoom: view.getUint8(101),
      bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
      attribution,
    };
    const entries = readDirectory(await gunzip(head.slice(HEADER_BYTES, HEADER_BYTES + root.length)));
    return new ArchiveReader(url, facts, { root: entries, leaves: section(40), tiles: section(56) });
  }

  /** Reads a tile, unpacked; undefined when the archive has none there. */
  async readTile(z: number, x: number, y: number): Promise<ArrayBuffer | undefined> {
    const number = tileNumberOf({ z, x, y });
    let entry = findEntry(this.#root, number);
    while (entry !== undefined && entry.tiles === 0) {
      entry = findEntry(await this.#directoryAt(entry), number);
    }
    if (entry === undefined) {
      return undefined;
    }
    return gunzip(await readWhole(this.#url, within(this.#tiles, entry)));
  }

  #directoryAt(entry: Entry): Promise<Entry[]> {
    const known = this.#directories.get(entry.offset);
    const directory =
      known ?? readWhole(this.#url, within(this.#leaves, entry)).then(gunzip).then(readDirectory);
    this.#directories.set(entry.offset, directory);
    directory.catch(() => this.#directories.delete(entry.offset));
    if (this.#directories.size > MAX_DIRECTORIES) {
      this.#directories.delete(this.#directories.keys().next().value!);
    }
    return directory;
  }
}

function within(section: Section, { offset, length }: Section): Section {
  return { offset: section.offset + offset, length };
}

/** Reads a part of a file; a reason when the host gives none. */
async function readPart(url: string, { offset, length }: Section): Promise<ArrayBuffer | NoArchive> {
  const response = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
  if (response.status === 206) {
    return response.arrayBuffer();
  }
  // The whole file may have hundreds of megabytes.
  await response.body?.cancel();
  return response.status === 200 ? "whole-only" : "absent";
}

async function readWhole(url: string, section: Section): Promise<ArrayBuffer> {
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

/** Reads a directory, column by column: differences of numbers, tiles, lengths, and offsets plus one. */
function readDirectory(bytes: ArrayBuffer): Entry[] {
  const next = varintsOf(new Uint8Array(bytes));
  const count = next();
  const column = () => Array.from({ length: count }, next);
  const [differences, tiles, lengths, offsets] = [column(), column(), column(), column()];
  const entries: Entry[] = [];
  let number = 0;
  for (const [i, difference] of differences.entries()) {
    number += difference;
    const before = entries.at(-1);
    // Zero: the bytes follow the entry before.
    const offset = offsets[i] === 0 ? before!.offset + before!.length : offsets[i]! - 1;
    entries.push({ number, tiles: tiles[i]!, length: lengths[i]!, offset });
  }
  return entries;
}

/** Returns a function that reads the next number: seven bits a byte, the lowest first. */
function varintsOf(bytes: Uint8Array): () => number {
  let at = 0;
  return () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) {
        return value;
      }
    }
  };
}

/** Finds the last entry that begins at the number or before, if it reaches to it. */
function findEntry(entries: readonly Entry[], number: number): Entry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.number <= number) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const entry = entries[low - 1];
  return entry === undefined || (entry.tiles > 0 && number >= entry.number + entry.tiles) ? undefined : entry;
}
