/**
 * Boxes in degrees, as in requests, on spatial indexes of cells in RD metres. The sides of such a box are curves in RD,
 * rotated by up to 2.5 degrees, so its bounding box in RD only gives candidates.
 */
import { geometryIntersectsBox } from "../geo/box-intersection.ts";
import {
  type Box,
  envelopeOf,
  firstVertexOf,
  type Geometry,
  polygonsOf,
  type Ring,
} from "../geo/geometry.ts";
import { rdToWgs84Into, roundDegrees, wgs84ToRdInto } from "../geo/rd.ts";

/** Box in degrees, edges included. */
export interface Wgs84Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Square cell in RD; its side is a power of two metres, on a grid with its origin south-west of the country. */
export interface Cell {
  readonly minX: number;
  readonly minY: number;
  readonly sizeM: number;
}

/** Root cell in RD: contains every position that an import accepts. */
export const ROOT_CELL: Cell = { minX: -131_072, minY: 200_000, sizeM: 524_288 };

/** Returns the four quarters of a cell: south-west, south-east, north-west, north-east. */
export function quartersOf({ minX, minY, sizeM }: Cell): Cell[] {
  const half = sizeM / 2;
  return [0, 1, 2, 3].map((i) => ({
    minX: minX + (i & 1) * half,
    minY: minY + (i >> 1) * half,
    sizeM: half,
  }));
}

const pair = new Float64Array(2);

export function holdsPosition(box: Wgs84Box, latitude: number, longitude: number): boolean {
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
}

/**
 * Returns an RD box around the intersection of a cell and a box in degrees, or `undefined` when it is empty. Never too
 * small; too large by the rotation between the frames, an excess that shrinks with the cell.
 */
export function commonBox({ minX, minY, sizeM }: Cell, box: Wgs84Box): Box | undefined {
  const bowDegrees = bowOf(sizeM) / METRES_PER_DEGREE;
  const inCell = boxAround(minX, minY, minX + sizeM, minY + sizeM, rdToWgs84Into);
  const south = Math.max(box.south, inCell.minX - bowDegrees);
  const north = Math.min(box.north, inCell.maxX + bowDegrees);
  const west = Math.max(box.west, inCell.minY - bowDegrees);
  const east = Math.min(box.east, inCell.maxY + bowDegrees);
  if (!(south <= north && west <= east)) return undefined;
  const common = boxAround(south, west, north, east, wgs84ToRdInto);
  const bowM = bowOf(Math.max(common.maxX - common.minX, common.maxY - common.minY));
  common.minX = Math.max(minX, common.minX - bowM);
  common.minY = Math.max(minY, common.minY - bowM);
  common.maxX = Math.min(minX + sizeM, common.maxX + bowM);
  common.maxY = Math.min(minY + sizeM, common.maxY + bowM);
  return common.minX <= common.maxX && common.minY <= common.maxY ? common : undefined;
}

/** Metres per degree of longitude in the north of the country, where it is shortest: a lower bound. */
const METRES_PER_DEGREE = 65_000;

/**
 * Returns a margin in metres for curved sides: a straight line of L km in one frame bows by at most 0.03 L² m in the
 * other; adds half of that, and 0.1 m for rounding.
 */
function bowOf(sizeM: number): number {
  return 0.1 + 0.045 * (sizeM / 1000) ** 2;
}

/** Returns the bounding box of the four corners of a rectangle, each converted to the other frame. */
function boxAround(
  a0: number,
  b0: number,
  a1: number,
  b1: number,
  convert: (a: number, b: number, out: Float64Array) => void,
): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let corner = 0; corner < 4; corner++) {
    convert(corner & 1 ? a1 : a0, corner & 2 ? b1 : b0, pair);
    box.minX = Math.min(box.minX, pair[0]!);
    box.maxX = Math.max(box.maxX, pair[0]!);
    box.minY = Math.min(box.minY, pair[1]!);
    box.maxY = Math.max(box.maxY, pair[1]!);
  }
  return box;
}

/** Above this number of vertices the sides near the box are tested first; below it, selecting them costs more. */
const FEW_VERTICES = 64;

/**
 * Returns true when an RD geometry and a box share a point, computed on the vertices as published in GeoJSON (degrees,
 * 8 decimals) with straight sides between them. Takes half a microsecond per converted vertex.
 */
export function meetsWgs84Box(geometry: Geometry, box: Wgs84Box): boolean {
  const first = firstVertexOf(geometry);
  toDegrees(first.x, first.y);
  if (holdsPosition(box, pair[0]!, pair[1]!)) return true;
  const polygons = polygonsOf(geometry);
  let vertices = 0;
  for (const rings of polygons) for (const ring of rings) vertices += ring.length / 2;
  if (vertices > FEW_VERTICES) {
    const { minX, minY, maxX, maxY } = envelopeOf(geometry);
    const near = commonBox({ minX, minY, sizeM: Math.max(maxX - minX, maxY - minY) }, box);
    if (near === undefined) return false;
    if (polygons.some((rings) => rings.some((ring) => hasSideIn(ring, near, box)))) return true;
  }
  const inDegrees: Geometry = {
    type: "MultiPolygon",
    polygons: polygons.map((rings) => rings.map(ringInDegrees)),
  };
  return geometryIntersectsBox(inDegrees, box.west, box.south, box.east, box.north);
}

const side = new Float64Array(4);
const SIDE: Geometry = { type: "Polygon", rings: [side] };

/** Returns true when a side of the ring intersects the box; skips sides outside `near` (RD), which cannot. */
function hasSideIn(ring: Ring, near: Box, box: Wgs84Box): boolean {
  for (let i = 0; i + 3 < ring.length; i += 2) {
    if (Math.max(ring[i]!, ring[i + 2]!) < near.minX || Math.min(ring[i]!, ring[i + 2]!) > near.maxX)
      continue;
    if (Math.max(ring[i + 1]!, ring[i + 3]!) < near.minY || Math.min(ring[i + 1]!, ring[i + 3]!) > near.maxY)
      continue;
    side.set(ringInDegrees(ring.subarray(i, i + 4)));
    if (geometryIntersectsBox(SIDE, box.west, box.south, box.east, box.north)) return true;
  }
  return false;
}

/** Converts a ring to degrees: longitude, latitude, … */
function ringInDegrees(ring: Ring): Ring {
  const converted = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    toDegrees(ring[i]!, ring[i + 1]!);
    converted[i] = pair[1]!;
    converted[i + 1] = pair[0]!;
  }
  return converted;
}

function toDegrees(x: number, y: number): void {
  rdToWgs84Into(x, y, pair);
  pair[0] = roundDegrees(pair[0]!);
  pair[1] = roundDegrees(pair[1]!);
}
