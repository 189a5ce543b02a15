import { closeSync, openSync, readSync } from "node:fs";
import { type Box, envelopeOf, type Geometry, polygonsOf } from "../../geo/geometry.ts";
import { refuse } from "../refuse.ts";
import { readGeoJsonBoundaries } from "./boundaries-geojson.ts";
import { readGpkgBoundaries } from "./boundaries-gpkg.ts";
import { RECOGNISED_PROPERTIES } from "./boundary-area.ts";

/** Boundaries of one file in RD metres, by gemeentecode and by the digits of the postcode. */
export interface BoundaryFile {
  /** The `boundary_source` of its areas. */
  readonly label: string;
  readonly gemeenten: ReadonlyMap<number, Geometry>;
  readonly postcodegebieden: ReadonlyMap<number, Geometry>;
}

const HEAD_BYTES = 1024;
const SQLITE_MAGIC = "SQLite format 3\0";

/** Minimum number of coordinates of a ring: a triangle has four positions, of which the last equals the first. */
const MIN_RING_LENGTH = 8;

/**
 * Box far around the country in RD metres; detects exchanged axes and other coordinate systems, not errors of a
 * kilometre.
 */
const NETHERLANDS_BOX = { minX: -100_000, minY: 200_000, maxX: 400_000, maxY: 750_000 };

/** Returns true when a file's first bytes are those of a boundary file: a JSON object or an SQLite database. */
export function isBoundaryFile(head: Uint8Array): boolean {
  return isSqlite(head) || isJsonObject(head);
}

/**
 * Reads a GeoJSON (WGS84) or GeoPackage (RD or WGS84) with gemeenten, postcodegebieden or both, in any layout of
 * CBS, Kadaster and OpenDataSoft. Several features of one code become one MultiPolygon.
 */
export function readBoundaries(path: string, label: string): BoundaryFile {
  const head = readHead(path);
  if (!isBoundaryFile(head)) {
    refuse(`${path} is neither GeoJSON nor a GeoPackage.`);
  }
  const areas = { gemeente: new Map<number, Geometry>(), postcodegebied: new Map<number, Geometry>() };
  const boundaries = isSqlite(head) ? readGpkgBoundaries(path) : readGeoJsonBoundaries(path);
  for (const { area, geometry, where } of boundaries) {
    if (geometry.type === "Point") {
      refuse(`${where} is a Point: expected a Polygon or MultiPolygon.`);
    }
    assertRings(geometry, where);
    const box = envelopeOf(geometry);
    // Skips an area without a shape, for which GeoPackage writers store a geometry without vertices.
    if (box.minX > box.maxX) {
      continue;
    }
    assertInNetherlands(box, where);
    const known = areas[area.kind].get(area.code);
    areas[area.kind].set(area.code, known === undefined ? geometry : mergeAreas(known, geometry));
  }
  if (areas.gemeente.size + areas.postcodegebied.size === 0) {
    refuse(
      `${path} holds no boundaries of gemeenten or postcode areas. Looked for ${RECOGNISED_PROPERTIES}.`,
    );
  }
  return { label, gemeenten: areas.gemeente, postcodegebieden: areas.postcodegebied };
}

function isSqlite(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, SQLITE_MAGIC.length)).toString("latin1") === SQLITE_MAGIC;
}

function isJsonObject(head: Uint8Array): boolean {
  return /^\uFEFF?\s*\{/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(head));
}

function readHead(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  try {
    const file = openSync(path, "r");
    try {
      return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return refuse(`${path} cannot be read: ${(error as Error).message}`, error);
  }
}

/** Returns a MultiPolygon with the polygons of both; polygons that overlap or touch are not dissolved. */
function mergeAreas(a: Geometry, b: Geometry): Geometry {
  return { type: "MultiPolygon", polygons: [...polygonsOf(a), ...polygonsOf(b)] };
}

function assertRings(geometry: Geometry, where: string): void {
  for (const ring of polygonsOf(geometry).flat()) {
    const isClosed = ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
    if (ring.length < MIN_RING_LENGTH || !isClosed || !ring.every(Number.isFinite)) {
      refuse(`${where} has a ring that is not closed, too short or not of numbers.`);
    }
  }
}

function assertInNetherlands({ minX, minY, maxX, maxY }: Box, where: string): void {
  const isInside =
    minX >= NETHERLANDS_BOX.minX &&
    minY >= NETHERLANDS_BOX.minY &&
    maxX <= NETHERLANDS_BOX.maxX &&
    maxY <= NETHERLANDS_BOX.maxY;
  if (isInside) {
    return;
  }
  const at = `RD ${Math.round(minX)}, ${Math.round(minY)}`;
  refuse(`${where} reaches outside the Netherlands (${at}): wrong coordinate system, or exchanged axes?`);
}
