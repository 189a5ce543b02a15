/**
 * Boxes in degrees, as in requests, on spatial indexes of cells in RD metres. The sides of such a box are curves in RD,
 * rotated by up to 2.5 degrees, so its bounding box in RD only gives candidates.
 */
import { geometryIntersectsBox } from "../../geo/box-intersection.ts";
import {
  type Box,
  envelopeOf,
  firstVertexOf,
  type Geometry,
  type MultiPolygonGeometry,
  polygonsOf,
  type Ring,
} from "../../geo/geometry.ts";
import { rdToWgs84Into, roundDegrees, wgs84ToRdInto } from "../../geo/rd.ts";

/** Box in degrees, edges included. */
export interface Wgs84Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** Square cell in RD; its side is a power of two metres, on a grid with its origin south-west of the country. */
export interface BoxCell {
  readonly minX: number;
  readonly minY: number;
  readonly sizeM: number;
}

/** Root cell in RD: contains every position that an import accepts. */
export const ROOT_CELL: BoxCell = { minX: -131_072, minY: 200_000, sizeM: 524_288 };

/** Returns the four quarters of a cell in Z-order: south-west, south-east, north-west, north-east. */
export function quartersOf({ minX, minY, sizeM }: BoxCell): BoxCell[] {
  const half = sizeM / 2;
  return [0, 1, 2, 3].map((i) => ({
    minX: minX + (i & 1) * half,
    minY: minY + (i >> 1) * half,
    sizeM: half,
  }));
}

const scratch = new Float64Array(2);

export function containsPosition(box: Wgs84Box, latitude: number, longitude: number): boolean {
  return latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
}

/**
 * Returns an RD box around the intersection of a cell and a box in degrees, or `undefined` when it is empty. Never too
 * small; too large by the rotation between the frames, an excess that shrinks with the cell.
 */
export function rdIntersectionBox({ minX, minY, sizeM }: BoxCell, box: Wgs84Box): Box | undefined {
  const marginDegrees = curvatureMarginM(sizeM) / METRES_PER_DEGREE;
  const cellInDegrees = boundingBoxOfCorners(
    { minX, minY, maxX: minX + sizeM, maxY: minY + sizeM },
    rdToWgs84Into,
  );
  const south = Math.max(box.south, cellInDegrees.minX - marginDegrees);
  const north = Math.min(box.north, cellInDegrees.maxX + marginDegrees);
  const west = Math.max(box.west, cellInDegrees.minY - marginDegrees);
  const east = Math.min(box.east, cellInDegrees.maxY + marginDegrees);
  if (!(south <= north && west <= east)) {
    return undefined;
  }
  const intersection = boundingBoxOfCorners(
    { minX: south, minY: west, maxX: north, maxY: east },
    wgs84ToRdInto,
  );
  const marginM = curvatureMarginM(
    Math.max(intersection.maxX - intersection.minX, intersection.maxY - intersection.minY),
  );
  intersection.minX = Math.max(minX, intersection.minX - marginM);
  intersection.minY = Math.max(minY, intersection.minY - marginM);
  intersection.maxX = Math.min(minX + sizeM, intersection.maxX + marginM);
  intersection.maxY = Math.min(minY + sizeM, intersection.maxY + marginM);
  return intersection.minX <= intersection.maxX && intersection.minY <= intersection.maxY
    ? intersection
    : undefined;
}

/** Returns a box in degrees around a box in RD: never too small, too large by the rotation between the frames. */
export function wgs84BoxAround(box: Box): Wgs84Box {
  const { minX, minY, maxX, maxY } = boundingBoxOfCorners(box, rdToWgs84Into);
  const sizeM = Math.max(box.maxX - box.minX, box.maxY - box.minY);
  const margin = curvatureMarginM(sizeM) / METRES_PER_DEGREE;
  return { south: minX - margin, north: maxX + margin, west: minY - margin, east: maxY + margin };
}

/** Metres per degree of longitude in the north of the country, where it is shortest: a lower bound. */
const METRES_PER_DEGREE = 65_000;

/**
 * Returns a margin in metres for curved sides: a straight line of L km in one frame bows by at most 0.03 L² m in the
 * other; adds half of that, and 0.1 m for rounding.
 */
function curvatureMarginM(sizeM: number): number {
  return 0.1 + 0.045 * (sizeM / 1000) ** 2;
}

/** Returns the bounding box of the four corners of a box, each converted to the other frame; x is RD x or latitude. */
function boundingBoxOfCorners(
  { minX, minY, maxX, maxY }: Box,
  convert: (a: number, b: number, out: Float64Array) => void,
): Box {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let corner = 0; corner < 4; corner++) {
    convert(corner & 1 ? maxX : minX, corner & 2 ? maxY : minY, scratch);
    box.minX = Math.min(box.minX, scratch[0]!);
    box.maxX = Math.max(box.maxX, scratch[0]!);
    box.minY = Math.min(box.minY, scratch[1]!);
    box.maxY = Math.max(box.maxY, scratch[1]!);
  }
  return box;
}

/** Above this number of vertices the sides near the box are tested first; below it, selecting them costs more. */
const MAX_UNFILTERED_VERTICES = 64;

/**
 * Returns true when an RD geometry and a box share a point, computed on the vertices as published in GeoJSON (degrees,
 * 8 decimals) with straight sides between them. Takes half a microsecond per converted vertex.
 */
export function intersectsWgs84Box(geometry: Geometry, box: Wgs84Box): boolean {
  const first = firstVertexOf(geometry);
  toDegrees(first.x, first.y);
  if (containsPosition(box, scratch[0]!, scratch[1]!)) {
    return true;
  }
  const polygons = polygonsOf(geometry);
  let vertices = 0;
  for (const rings of polygons) {
    for (const ring of rings) {
      vertices += ring.length / 2;
    }
  }
  if (vertices > MAX_UNFILTERED_VERTICES) {
    const { minX, minY, maxX, maxY } = envelopeOf(geometry);
    const nearBox = rdIntersectionBox({ minX, minY, sizeM: Math.max(maxX - minX, maxY - minY) }, box);
    if (nearBox === undefined) {
      return false;
    }
    if (polygons.some((rings) => rings.some((ring) => hasIntersectingSide(ring, nearBox, box)))) {
      return true;
    }
  }
  return geometryIntersectsBox(polygonsInDegrees(geometry), planarBoxOf(box));
}

const side = new Float64Array(4);
const SIDE: Geometry = { type: "Polygon", rings: [side] };

/** Returns true when a side of the ring intersects the box; skips sides outside `near` (RD), which cannot. */
function hasIntersectingSide(ring: Ring, nearBox: Box, box: Wgs84Box): boolean {
  const boxInDegrees = planarBoxOf(box);
  for (let i = 0; i + 3 < ring.length; i += 2) {
    if (Math.max(ring[i]!, ring[i + 2]!) < nearBox.minX || Math.min(ring[i]!, ring[i + 2]!) > nearBox.maxX) {
      continue;
    }
    if (
      Math.max(ring[i + 1]!, ring[i + 3]!) < nearBox.minY ||
      Math.min(ring[i + 1]!, ring[i + 3]!) > nearBox.maxY
    ) {
      continue;
    }
    side.set(ringInDegrees(ring.subarray(i, i + 4)));
    if (geometryIntersectsBox(SIDE, boxInDegrees)) {
      return true;
    }
  }
  return false;
}

/** Returns the box in the plane of published coordinates: x is the longitude. */
export function planarBoxOf({ south, north, west, east }: Wgs84Box): Box {
  return { minX: west, minY: south, maxX: east, maxY: north };
}

/** Converts the polygons of an RD geometry to degrees as published (8 decimals): x = longitude, y = latitude. */
export function polygonsInDegrees(geometry: Geometry): MultiPolygonGeometry {
  return {
    type: "MultiPolygon",
    polygons: polygonsOf(geometry).map((rings) => rings.map(ringInDegrees)),
  };
}

function ringInDegrees(ring: Ring): Ring {
  const converted = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    toDegrees(ring[i]!, ring[i + 1]!);
    converted[i] = scratch[1]!;
    converted[i + 1] = scratch[0]!;
  }
  return converted;
}

function toDegrees(x: number, y: number): void {
  rdToWgs84Into(x, y, scratch);
  scratch[0] = roundDegrees(scratch[0]!);
  scratch[1] = roundDegrees(scratch[1]!);
}
