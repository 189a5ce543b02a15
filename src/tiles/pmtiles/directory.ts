/** Reading of PMTiles archives: where header and directories say that tiles lie. */

export const HEADER_BYTES = 127;
const UNITS_PER_DEGREE = 1e7;

export interface ArchiveSection {
  readonly offset: number;
  readonly length: number;
}

/** Tiles of consecutive numbers with the same bytes; without tiles, the directory of the numbers from this one on. */
export interface TileEntry extends ArchiveSection {
  readonly number: number;
  readonly tiles: number;
}

export interface ReadHeader {
  readonly root: ArchiveSection;
  readonly metadata: ArchiveSection;
  readonly leaves: ArchiveSection;
  readonly tiles: ArchiveSection;
  /** 2 is gzip. */
  readonly directoryCompression: number;
  readonly tileCompression: number;
  /** 1 is a vector tile. */
  readonly tileType: number;
  readonly minzoom: number;
  readonly maxzoom: number;
  /** West, south, east, north in degrees. */
  readonly bounds: [number, number, number, number];
}

/** Reads the header of an archive; undefined for another file, and for another version than 3. */
export function readArchiveHeader(bytes: ArrayBuffer): ReadHeader | undefined {
  if (bytes.byteLength < HEADER_BYTES) {
    return undefined;
  }
  const view = new DataView(bytes);
  if (new TextDecoder().decode(bytes.slice(0, 7)) !== "PMTiles" || view.getUint8(7) !== 3) {
    return undefined;
  }
  const section = (at: number): ArchiveSection => ({
    offset: Number(view.getBigUint64(at, true)),
    length: Number(view.getBigUint64(at + 8, true)),
  });
  const degrees = (at: number) => view.getInt32(at, true) / UNITS_PER_DEGREE;
  return {
    root: section(8),
    metadata: section(24),
    leaves: section(40),
    tiles: section(56),
    directoryCompression: view.getUint8(97),
    tileCompression: view.getUint8(98),
    tileType: view.getUint8(99),
    minzoom: view.getUint8(100),
    maxzoom: view.getUint8(101),
    bounds: [degrees(102), degrees(106), degrees(110), degrees(114)],
  };
}

/** Returns the place in the file of a place in one of its sections. Throws an Error for a place outside the section. */
export function within(section: ArchiveSection, { offset, length }: ArchiveSection): ArchiveSection {
  if (offset + length > section.length) {
    throw new Error(
      `A directory names bytes ${offset} to ${offset + length} of a section of ${section.length}.`,
    );
  }
  return { offset: section.offset + offset, length };
}

/** Directories from the root to a tile, at most; the specification advises two. */
export const MAX_DEPTH = 4;
/** Bytes that an entry of a directory takes at least: one for each column. */
const MIN_ENTRY_BYTES = 4;

/**
 * Reads a directory, column by column: differences of numbers, tiles, lengths, and offsets plus one. Throws an Error
 * for bytes that are not a directory.
 */
export function readDirectory(bytes: Uint8Array): TileEntry[] {
  const next = varintsOf(bytes);
  const count = next();
  if (count * MIN_ENTRY_BYTES > bytes.length) {
    throw new Error(`A directory of ${bytes.length} bytes says that it has ${count} entries.`);
  }
  const column = () => Array.from({ length: count }, next);
  const [differences, tiles, lengths, offsets] = [column(), column(), column(), column()];
  const entries: TileEntry[] = [];
  let number = 0;
  for (const [i, difference] of differences.entries()) {
    number += difference;
    const before = entries.at(-1);
    // Zero: the bytes follow the entry before.
    const offset = offsets[i] === 0 ? (before?.offset ?? 0) + (before?.length ?? 0) : offsets[i]! - 1;
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
      const byte = bytes[at++];
      if (byte === undefined || factor > Number.MAX_SAFE_INTEGER) {
        throw new Error("A directory is damaged.");
      }
      value += (byte & 127) * factor;
      if (byte < 128) {
        return value;
      }
    }
  };
}

/** Finds the last entry that begins at the number or before, if it reaches to it. */
export function findEntry(entries: readonly TileEntry[], number: number): TileEntry | undefined {
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
