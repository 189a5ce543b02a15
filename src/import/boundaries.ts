import { closeSync, openSync, readSync } from "node:fs";
import { type Box, envelopeOf, type Geometry, polygonsOf } from "../geo/geometry.ts";
import { readGeoJsonBoundaries } from "./boundaries-geojson.ts";
import { readGpkgBoundaries } from "./boundaries-gpkg.ts";
import { RECOGNISED_PROPERTIES } from "./boundary-area.ts";
import { refuse } from "./refuse.ts";

/** What one boundary file gives, by gemeentecode and by postcode's digits, in RD metres. */
export interface BoundaryFile {
  /** The `boundary_source` of its areas. */
  readonly label: string;
  readonly gemeenten: ReadonlyMap<number, Geometry>;
  readonly postcodegebieden: ReadonlyMap<number, Geometry>;
}

const HEAD_BYTES = 1024;
const SQLITE_MAGIC = "SQLite format 3\0";

/** Of a triangle: four positions, the last as the first. */
const LEAST_RING_LENGTH = 8;

/** RD metres, far around the country: tells exchanged axes and other coordinate systems, not errors of a kilometre. */
const NEDERLAND = { minX: -100_000, minY: 200_000, maxX: 400_000, maxY: 750_000 };

/** Whether a file can only be meant as boundaries, by its first bytes: a JSON object or an SQLite database. */
export function isBoundaryFile(head: Uint8Array): boolean {
  return isSqlite(head) || isJsonObject(head);
}

/**
 * Reads a GeoJSON (WGS84) or GeoPackage (RD or WGS84) with gemeenten, postcodegebieden or both, in any layout of
 * CBS, Kadaster and OpenDataSoft. Several features of one code become one MultiPolygon.
 */
export function readBoundaries(path: string, label: string): BoundaryFile {
  const head = readHead(path);
  if (!isBoundaryFile(head)) refuse(`${path} is neither GeoJSON nor a GeoPackage.`);
  const areas = { gemeente: new Map<number, Geometry>(), postcodegebied: new Map<number, Geometry>() };
  const boundaries = isSqlite(head) ? readGpkgBoundaries(path) : readGeoJsonBoundaries(path);
  for (const { area, geometry, where } of boundaries) {
    if (geometry.type === "Point") refuse(`${where} is a Point: expected a Polygon or MultiPolygon.`);
    assertRings(geometry, where);
    const box = envelopeOf(geometry);
    // GeoPackage writers give an area without a shape a geometry without vertices.
    if (box.minX > box.maxX) continue;
    assertInNederland(box, where);
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

/** The parts of both; parts that overlap or touch stay as they are. */
function mergeAreas(a: Geometry, b: Geometry): Geometry {
  return { type: "MultiPolygon", polygons: [...polygonsOf(a), ...polygonsOf(b)] };
}

function assertRings(geometry: Geometry, where: string): void {
  for (const ring of polygonsOf(geometry).flat()) {
    const isClosed = ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
    if (ring.length < LEAST_RING_LENGTH || !isClosed || !ring.every(Number.isFinite)) {
      refuse(`${where} has a ring that is not closed, too short or not of numbers.`);
    }
  }
}

function assertInNederland({ minX, minY, maxX, maxY }: Box, where: string): void {
  const isInside =
    minX >= NEDERLAND.minX && minY >= NEDERLAND.minY && maxX <= NEDERLAND.maxX && maxY <= NEDERLAND.maxY;
  if (isInside) return;
  const at = `RD ${Math.round(minX)}, ${Math.round(minY)}`;
  refuse(`${where} reaches outside the Netherlands (${at}): wrong coordinate system, or exchanged axes?`);
}
