/** Worker thread: makes tiles of a registry, gzipped. */
import { gzipSync } from "node:zlib";
import { openSnapshot, type Snapshot } from "../../registry/file/snapshot.ts";
import { makeTile } from "../make-tile.ts";
import { isFilledTile } from "./filled-tile.ts";
import { tileOf, tilesBelow } from "./tile-number.ts";
import { mayHaveContents } from "./tiles-with-data.ts";

/** Sent first: the registry to read. */
export interface RegistryToRead {
  readonly path: string;
}

export interface TileTask {
  readonly zoom: number;
  readonly isLastZoom: boolean;
  /** Numbers of tiles of that zoom, ascending. */
  readonly numbers: readonly number[];
}

export interface MadeTile {
  readonly number: number;
  /** Undefined when the tile is empty. */
  readonly gzipped: Uint8Array<ArrayBuffer> | undefined;
  /** True when all tiles below it have the same bytes, or are empty as it is. */
  readonly isFilled: boolean;
  /** Numbers of the tiles of the next zoom that may have other contents, ascending. */
  readonly below: readonly number[];
}

export type TileResponse = { readonly made: readonly MadeTile[] } | { readonly failed: string };

let registry: RegistryToRead;
let snapshot: Snapshot | undefined;

function make(s: Snapshot, number: number, { zoom, isLastZoom }: TileTask): MadeTile {
  const tile = tileOf(number);
  const bytes = makeTile(s, tile.z, tile.x, tile.y);
  const isFilled = !isLastZoom && isFilledTile(s, tile);
  const below = isLastZoom || isFilled ? [] : tilesBelow(number, zoom);
  return {
    number,
    gzipped: bytes && new Uint8Array(gzipSync(bytes)),
    isFilled,
    below: below.filter((next) => mayHaveContents(s, tileOf(next))),
  };
}

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<RegistryToRead | TileTask>) => {
  if ("path" in data) {
    registry = data;
    return;
  }
  try {
    snapshot ??= openSnapshot(registry.path);
    const s = snapshot;
    const made = data.numbers.map((number) => make(s, number, data));
    const buffers = made.flatMap(({ gzipped }) => (gzipped === undefined ? [] : [gzipped.buffer]));
    self.postMessage({ made } satisfies TileResponse, buffers);
  } catch (error) {
    self.postMessage({
      failed: error instanceof Error ? `${error.stack}` : String(error),
    } satisfies TileResponse);
  }
};
