/** Worker thread: makes tiles of a registry, gzipped. */
import { gzipSync } from "node:zlib";
import { serveTasks } from "../../base/ordered-workers.ts";
import type { TileId } from "../../geo/web-mercator.ts";
import { openSnapshot, type Snapshot } from "../../registry/file/snapshot.ts";
import { OUTLINE_BANDS } from "../../registry/read/area-outlines.ts";
import { TILE_LAYERS } from "../layers.ts";
import { makeTile } from "../make-tile.ts";
import { frameOf, type TileFeature } from "../tile-layer.ts";
import { FILLING_RING } from "../tile-rings.ts";
import { hasObjects, mayHaveContents } from "./tile-contents.ts";
import { tileOf, tilesBelow } from "./tile-number.ts";

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
  /** True when all tiles below it have the same bytes, or are empty like it. */
  readonly isFilled: boolean;
  /** Numbers of the tiles of the next zoom that may have other contents, ascending. */
  readonly below: readonly number[];
}

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

function makeAll(task: TileTask): MadeTile[] {
  snapshot ??= openSnapshot(registry.path);
  const s = snapshot;
  return task.numbers.map((number) => make(s, number, task));
}

serveTasks(makeAll, {
  buffersOf: (made) => made.flatMap(({ gzipped }) => (gzipped === undefined ? [] : [gzipped.buffer])),
  onBroadcast(message: RegistryToRead) {
    registry = message;
  },
});

/** The first zoom whose tiles have areas as the tiles of all higher zooms have them. */
const FIRST_ZOOM = OUTLINE_BANDS.at(-1)!.maxZoom + 1;

/**
 * Returns true when a tile has nothing but areas that fill it and its buffer, or nothing at all. All tiles below it
 * then have the same bytes. Nearly all tiles of water and fields at high zooms are filled.
 */
function isFilledTile(s: Snapshot, tile: TileId): boolean {
  if (tile.z < FIRST_ZOOM || hasObjects(s, tile)) {
    return false;
  }
  const frame = frameOf(s, tile);
  const layers = TILE_LAYERS.filter(({ minZoom, maxZoom }) => tile.z >= minZoom && tile.z <= maxZoom);
  return frame === undefined || layers.every((layer) => layer.featuresOf(s, frame, 0).every(fillsTile));
}

function fillsTile(feature: TileFeature): boolean {
  return !("point" in feature) && feature.rings.length === 1 && feature.rings[0] === FILLING_RING;
}
