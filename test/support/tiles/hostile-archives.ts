/** Makes PMTiles archives byte by byte, from what their directories say. */
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { encodeHeader } from "../../../src/tiles/pmtiles/header.ts";

/** First number, tiles (0: a directory), length and offset of an entry. */
export type RawEntry = readonly [number: number, tiles: number, length: number, offset: number];

interface RawArchive {
  readonly root: Uint8Array;
  readonly leaves?: Uint8Array;
  readonly tiles?: Uint8Array;
  /** Compressed. */
  readonly metadata?: Uint8Array;
}

const HEADER_BYTES = 127;

function varint(value: number): number[] {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + 128);
  }
  return [...bytes, rest];
}

/** Returns a directory of these entries that claims to have `count` of them. */
export function directoryOf(entries: readonly RawEntry[], count = entries.length): Uint8Array {
  const columns = [
    entries.map(([number], i) => number - (entries[i - 1]?.[0] ?? 0)),
    entries.map(([, tiles]) => tiles),
    entries.map(([, , length]) => length),
    entries.map(([, , , offset]) => offset + 1),
  ];
  return gzipSync(Uint8Array.from([count, ...columns.flat()].flatMap(varint)));
}

/** Writes an archive of zooms 0 to 14 that covers the whole country. */
export function writeArchive(path: string, archive: RawArchive): string {
  const { root, leaves = new Uint8Array(), tiles = new Uint8Array(), metadata = gzipSync("{}") } = archive;
  const lengths = {
    root: root.length,
    metadata: metadata.length,
    leaves: leaves.length,
    tiles: tiles.length,
  };
  const header = encodeHeader({
    ...{ minZoom: 0, maxZoom: 14, bounds: [3, 50, 8, 54], center: [5, 52, 7] },
    ...{ lengths, counts: { tiles: 1, entries: 1, contents: 1 } },
  });
  if (header.length !== HEADER_BYTES) {
    throw new Error(`the header has ${header.length} bytes`);
  }
  writeFileSync(path, Buffer.concat([header, root, metadata, leaves, tiles]));
  return path;
}
