/**
 * Boxes in degrees as requests give them, laid over the squares in RD metres that spatial indexes know. The sides of
 * such a box are curves in RD, turned by up to 2.5 degrees, so a box in RD around it only says where to look.
 */
import { geometryIntersectsBox } from "../geo/box-intersection.ts";
import { type Box, type Geometry, polygonsOf, type Ring } from "../geo/geometry.ts";
import { rdToWgs84Into, roundDegrees, wgs84ToRdInto } from "../geo/rd.ts";

/** Degrees; edges belong to the box. */
export interface Wgs84Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** A square of a power of two metres on a grid whose origin lies south-west of the country. */
export interface Cell {
  readonly minX: number;
  readonly minY: number;
  readonly sizeM: number;
}

/** RD: holds every position an import accepts. */
export const ROOT_CELL: Cell = { minX: -131_072, minY: 200_000, sizeM: 524_288 };

const pair = new Float64Array(2);

export function holdsPosition(box: Wgs84Box, latitude: number, longitude: number): boolean {
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
}

/**
 * An RD box around what a cell and a box in degrees have in common, or `undefined` when that is nothing. Never too
 * small; too large by the turn of the grid, which fades as cells get smaller.
 */
export function commonBox({ minX, minY, sizeM }: Cell, box: Wgs84Box): Box | undefined {
  const bowM = bowOf(sizeM);
  const bowDegrees = bowM / METRES_PER_DEGREE;
  const inCell = boxAround(minX, minY, minX + sizeM, minY + sizeM, rdToWgs84Into);
  const south = Math.max(box.south, inCell.minX - bowDegrees);
  const north = Math.min(box.north, inCell.maxX + bowDegrees);
  const west = Math.max(box.west, inCell.minY - bowDegrees);
  const east = Math.min(box.east, inCell.maxY + bowDegrees);
  if (!(south <= north && west <= east)) return undefined;
  const common = boxAround(south, west, north, east, wgs84ToRdInto);
  common.minX = Math.max(minX, common.minX - bowM);
  common.minY = Math.max(minY, common.minY - bowM);
  common.maxX = Math.min(minX + sizeM, common.maxX + bowM);
  common.maxY = Math.min(minY + sizeM, common.maxY + bowM);
  return common.minX <= common.maxX && common.minY <= common.maxY ? common : undefined;
}

/** In the north of the country, where degrees of longitude are shortest. */
const METRES_PER_DEGREE = 65_000;

/** A straight line of L km in one frame bows by at most 0.03 L² m in the other; half as much again, and rounding. */
function bowOf(sizeM: number): number {
  return 0.1 + 0.045 * (sizeM / 1000) ** 2;
}

/** The box around the four corners of a rectangle, each taken to the other frame. */
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

/**
 * Whether an RD geometry and a box share a point, judged on the vertices as GeoJSON gives them (degrees, 8 decimals),
 * with straight sides between them. Costs half a microsecond for each vertex up to the first one in the box.
 */
export function meetsWgs84Box(geometry: Geometry, box: Wgs84Box): boolean {
  if (geometry.type === "Point") {
    toDegrees(geometry.x, geometry.y);
    return holdsPosition(box, pair[0]!, pair[1]!);
  }
  const polygons: Ring[][] = [];
  for (const rings of polygonsOf(geometry)) {
    const inDegrees: Ring[] = [];
    for (const ring of rings) {
      const converted = ringInDegrees(ring, box);
      if (converted === undefined) return true;
      inDegrees.push(converted);
    }
    polygons.push(inDegrees);
  }
  return geometryIntersectsBox(
    { type: "MultiPolygon", polygons },
    box.west,
    box.south,
    box.east,
    box.north,
  );
}

/** Longitude, latitude, …; `undefined` as soon as a vertex lies in the box. */
function ringInDegrees(ring: Ring, box: Wgs84Box): Ring | undefined {
  const converted = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    toDegrees(ring[i]!, ring[i + 1]!);
    if (holdsPosition(box, pair[0]!, pair[1]!)) return undefined;
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
