/** Declares a layer of the tiles: its features, the frame that a tile shows, and code shared by layers. */
import { computeOnce } from "../base/memoize.ts";
import { type Box, boxesOverlap, type PlanarPoint } from "../geo/geometry.ts";
import {
  createTileProjection,
  mercatorOf,
  mercatorToTileInto,
  TILE_EXTENT,
  type TileId,
  type TileProjection,
  wgs84BoxOfTile,
} from "../geo/web-mercator.ts";
import { extentOf, type Snapshot } from "../registry/file/snapshot.ts";
import { ROOT_CELL, rdIntersectionBox } from "../registry/index/wgs84-box.ts";
import { type AdresPosition, listAdresPositions } from "../registry/read/adres-positions.ts";
import type { TilePoint, TileRing } from "./tile-rings.ts";

interface Feature {
  readonly id?: number;
  /** Null and undefined are left out. */
  readonly properties: Readonly<Record<string, string | number | null | undefined>>;
}

export interface PointFeature extends Feature {
  readonly point: TilePoint;
}

export interface PolygonFeature extends Feature {
  readonly rings: readonly TileRing[];
}

export type TileFeature = PointFeature | PolygonFeature;

/** Declaration of a layer; encode-tile.ts and tilejson.ts read it. */
export interface TileLayer {
  readonly name: string;
  readonly description: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Properties with their meaning. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Returns the features of a tile. `coarseness` is 0 at first; each further step, asked for when the tile is too
   * large, leaves out more.
   */
  featuresOf(s: Snapshot, frame: TileFrame, coarseness: number): readonly TileFeature[];
}

export const MAX_TILE_ZOOM = 16;
export const MIN_TILE_ZOOM = 5;

/** Returns the share of a layer's features to keep at a coarseness. */
export function keptShare(coarseness: number): number {
  return 0.7 ** coarseness;
}

/** Part of the country that a tile shows, and the conversion from RD to its units. */
export interface TileFrame {
  readonly tile: TileId;
  /** RD box around the tile with its buffer, larger by the rotation between the frames. */
  readonly rdBox: Box;
  readonly project: TileProjection;
  /** Lists the addresses in the tile: read once for all its layers. */
  readonly listAdressen: () => readonly PlacedAdres[];
}

/** Address with its point in a tile. */
interface PlacedAdres {
  readonly adres: AdresPosition;
  readonly point: TilePoint;
}

/** Returns the frame of a tile; `undefined` when the registry has nothing there. */
export function frameOf(s: Snapshot, tile: TileId): TileFrame | undefined {
  const rdBox = rdIntersectionBox(ROOT_CELL, wgs84BoxOfTile(tile));
  return rdBox !== undefined && boxesOverlap(rdBox, extentOf(s))
    ? {
        tile,
        rdBox,
        project: createTileProjection(tile, rdBox),
        listAdressen: computeOnce(() => listPlacedAdressen(s, tile, rdBox)),
      }
    : undefined;
}

function listPlacedAdressen(s: Snapshot, tile: TileId, rdBox: Box): PlacedAdres[] {
  const placed: PlacedAdres[] = [];
  for (const adres of listAdresPositions(s, rdBox)) {
    const point = tilePointOf(tile, mercatorOf(adres.latitude, adres.longitude));
    if (point !== undefined) {
      placed.push({ adres, point });
    }
  }
  return placed;
}

const position = new Float64Array(2);

/** Returns a map position in tile units; `undefined` outside the tile proper. Each position is in only one tile. */
export function tilePointOf(tile: TileId, mercator: PlanarPoint): TilePoint | undefined {
  mercatorToTileInto(tile, mercator.x, mercator.y, position);
  const x = Math.floor(position[0]!);
  const y = Math.floor(position[1]!);
  return x >= 0 && x < TILE_EXTENT && y >= 0 && y < TILE_EXTENT ? { x, y } : undefined;
}

/** Returns the earlier of two years; either may be unknown. */
export function earlier(a: number | undefined, b: number | null): number | undefined {
  return b === null ? a : Math.min(a ?? b, b);
}

/** Joins the features of equal properties into one without id, ordered by properties. */
export function groupAlike(features: Iterable<PolygonFeature>): PolygonFeature[] {
  const groups = new Map<string, { properties: PolygonFeature["properties"]; rings: TileRing[] }>();
  for (const { properties, rings } of features) {
    const key = Object.values(properties).join(" ");
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { properties, rings: [...rings] });
    } else {
      group.rings.push(...rings);
    }
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, feature]) => feature);
}
