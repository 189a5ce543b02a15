/** Rings of polygons in whole tile units, as the vector tile specification 2.1 wants them (4.3.4.4). */
import { clipRing } from "../geo/clip-ring.ts";
import type { Box, Ring } from "../geo/geometry.ts";
import { BUFFERED_TILE, TILE_EXTENT, type TileProjection } from "../geo/web-mercator.ts";

export interface TilePoint {
  readonly x: number;
  readonly y: number;
}

/** Closed ring; exteriors run clockwise on the screen, holes counterclockwise. */
export type TileRing = readonly TilePoint[];
type Polygon = readonly Ring[];

const { minX, minY, maxX, maxY } = BUFFERED_TILE;

/** Exterior of an area that fills a tile and its buffer: always this one, so that such tiles have the same bytes. */
export const FILLING_RING: TileRing = [
  { x: minX, y: minY },
  { x: maxX, y: minY },
  { x: maxX, y: maxY },
  { x: minX, y: maxY },
  { x: minX, y: minY },
];

/** Renderers cannot draw coordinates further from the tile than this; hardly a pand reaches it. */
const DRAWABLE: Box = {
  minX: -TILE_EXTENT,
  minY: -TILE_EXTENT,
  maxX: 2 * TILE_EXTENT,
  maxY: 2 * TILE_EXTENT,
};

/**
 * Returns the rings of polygons that are small compared with the tile, whole; none when they lie outside the tile and
 * its buffer. A polygon too small for a ring of whole units becomes a square of one unit.
 */
export function wholeTileRings(polygons: readonly Polygon[], project: TileProjection): TileRing[] {
  const rings: TileRing[] = [];
  for (const polygon of polygons) {
    const exterior = projectRing(polygon[0]!, project);
    const inTile = clipRing(exterior, BUFFERED_TILE);
    if (inTile.length === 0) {
      continue;
    }
    const drawable = inTile === exterior ? exterior : clipRing(exterior, DRAWABLE);
    rings.push(toTileRing(drawable, true) ?? unitSquareAt(drawable));
    if (polygon.length > 1) {
      rings.push(...holesOf(polygon.slice(1).map((ring) => clipRing(projectRing(ring, project), DRAWABLE))));
    }
  }
  return rings;
}

/** Returns the rings of polygons of any size, cut off at the buffer of the tile. */
export function clippedTileRings(
  polygons: readonly Polygon[],
  { rdBox, project }: { readonly rdBox: Box; readonly project: TileProjection },
): TileRing[] {
  return polygons.flatMap((polygon) => {
    // The first cut, in RD, saves the projection of distant parts.
    const [exterior, ...holes] = polygon.map((ring) => {
      const near = clipRing(ring, rdBox);
      return near.length === 0 ? near : clipRing(projectRing(near, project), BUFFERED_TILE);
    });
    const outline = exterior && toTileRing(exterior, true);
    if (outline === undefined) {
      return [];
    }
    const openings = holesOf(holes);
    // A hole that contains the whole tile leaves nothing of its polygon.
    const isEmpty = openings.some((hole) => -doubledArea(hole) >= doubledArea(outline));
    return isEmpty ? [] : [outline, ...openings];
  });
}

const position = new Float64Array(2);

function projectRing(ring: Ring, project: TileProjection): Ring {
  const projected = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    project(ring[i]!, ring[i + 1]!, position);
    projected[i] = position[0]!;
    projected[i + 1] = position[1]!;
  }
  return projected;
}

function holesOf(rings: readonly Ring[]): TileRing[] {
  return rings.map((ring) => toTileRing(ring, false)).filter((hole) => hole !== undefined);
}

/** Rounds a ring, leaves out vertices on a straight line, and turns it; `undefined` when no area remains. */
function toTileRing(ring: Ring, isExterior: boolean): TileRing | undefined {
  const corners: TilePoint[] = [];
  for (let i = 0; i + 3 < ring.length; i += 2) {
    // Twice as fast as Math.round, which distinguishes -0 from 0.
    addCorner(corners, Math.floor(ring[i]! + 0.5), Math.floor(ring[i + 1]! + 0.5));
  }
  const isLastStraight = () => isStraight(corners.at(-2)!, corners.at(-1)!, corners[0]!.x, corners[0]!.y);
  while (corners.length > 2 && isLastStraight()) {
    corners.pop();
  }
  while (corners.length > 2 && isStraight(corners.at(-1)!, corners[0]!, corners[1]!.x, corners[1]!.y)) {
    corners.shift();
  }
  const area = doubledArea(corners);
  if (area === 0) {
    return undefined;
  }
  if (isExterior && corners.length === 4 && corners.every(isCornerOfTile)) {
    return FILLING_RING;
  }
  if (area > 0 !== isExterior) {
    corners.reverse();
  }
  corners.push(corners[0]!);
  return corners;
}

function isCornerOfTile({ x, y }: TilePoint): boolean {
  return (x === minX || x === maxX) && (y === minY || y === maxY);
}

/** Adds a vertex, and removes vertices before it that now have no bend. */
function addCorner(corners: TilePoint[], x: number, y: number): void {
  // Indexes, because `at` takes a third of the time of a tile's rings.
  while (corners.length > 1 && isStraight(corners[corners.length - 2]!, corners[corners.length - 1]!, x, y)) {
    corners.pop();
  }
  const last = corners[corners.length - 1];
  if (last === undefined || last.x !== x || last.y !== y) {
    corners.push({ x, y });
  }
}

/** Returns true when b lies on the line from a to x, y, or equals one of them. */
function isStraight(a: TilePoint, b: TilePoint, x: number, y: number): boolean {
  return (b.x - a.x) * (y - b.y) === (b.y - a.y) * (x - b.x);
}

/** Returns twice the area of an open or closed ring, positive when it runs clockwise on the screen (y south). */
function doubledArea(ring: TileRing): number {
  let area = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    area += ring[i]!.x * ring[i + 1]!.y - ring[i + 1]!.x * ring[i]!.y;
  }
  const first = ring[0];
  const last = ring.at(-1);
  return first && last ? area + last.x * first.y - first.x * last.y : area;
}

function unitSquareAt(ring: Ring): TileRing {
  const x = Math.round(ring[0]!);
  const y = Math.round(ring[1]!);
  const northWest = { x, y };
  return [northWest, { x: x + 1, y }, { x: x + 1, y: y + 1 }, { x, y: y + 1 }, northWest];
}
