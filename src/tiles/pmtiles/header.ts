/** Header of a PMTiles archive, version 3 (github.com/protomaps/PMTiles, spec/v3). */
import { HEADER_BYTES } from "./directory.ts";

/** Header and root directory are within the first bytes, which readers fetch at once. */
export const MAX_HEADER_AND_ROOT_BYTES = 16_384;

const MAGIC = "PMTiles";
const VERSION = 3;
const GZIP = 2;
const MVT = 1;
const IS_CLUSTERED = 1;
/** Degrees are stored as integers in units of 10^-7. */
const UNITS_PER_DEGREE = 1e7;

/** Facts about an archive in its header. */
export interface ArchiveInfo {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** Longitude, latitude, zoom. */
  readonly center: readonly [number, number, number];
}

export interface ArchiveLayout extends ArchiveInfo {
  /** Lengths in bytes of the sections, which follow each other in this order. */
  readonly lengths: {
    readonly root: number;
    readonly metadata: number;
    readonly leaves: number;
    readonly tiles: number;
  };
  /** Number of tiles, of directory entries, and of different contents. */
  readonly counts: { readonly tiles: number; readonly entries: number; readonly contents: number };
}

export function encodeHeader({
  lengths,
  counts,
  minZoom,
  maxZoom,
  bounds,
  center,
}: ArchiveLayout): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  for (let i = 0; i < MAGIC.length; i++) {
    view.setUint8(i, MAGIC.charCodeAt(i));
  }
  view.setUint8(7, VERSION);
  let at = 8;
  const writeIntegers = (values: readonly number[]) => {
    for (const value of values) {
      view.setBigUint64(at, BigInt(value), true);
      at += 8;
    }
  };
  const writeBytes = (values: readonly number[]) => {
    for (const value of values) {
      view.setUint8(at++, value);
    }
  };
  const writeDegrees = (values: readonly number[]) => {
    for (const degrees of values) {
      view.setInt32(at, Math.round(degrees * UNITS_PER_DEGREE), true);
      at += 4;
    }
  };
  writeIntegers(placesOf(lengths));
  writeIntegers([counts.tiles, counts.entries, counts.contents]);
  writeBytes([IS_CLUSTERED, GZIP, GZIP, MVT, minZoom, maxZoom]);
  writeDegrees(bounds);
  const [longitude, latitude, zoom] = center;
  writeBytes([zoom]);
  writeDegrees([longitude, latitude]);
  return new Uint8Array(view.buffer);
}

/** Returns offset and length of each section. */
function placesOf({ root, metadata, leaves, tiles }: ArchiveLayout["lengths"]): number[] {
  let offset = HEADER_BYTES;
  return [root, metadata, leaves, tiles].flatMap((length) => {
    offset += length;
    return [offset - length, length];
  });
}

/** Returns true for the first bytes of a PMTiles archive of any version. */
export function startsLikePmtiles(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, MAGIC.length)) === MAGIC;
}
