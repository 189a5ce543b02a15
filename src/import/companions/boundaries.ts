import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { type Database, openReadOnly } from "../../base/sqlite.ts";
import { parseGeoJsonGeometry } from "../../geo/geojson.ts";
import { type Box, envelopeOf, type Geometry, polygonsOf, type Ring } from "../../geo/geometry.ts";
import { quoteName } from "../../geo/geopackage-tables.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { wgs84ToRdInto } from "../../geo/rd.ts";
import { refuseImport } from "../refuse.ts";
import {
  type BoundaryArea,
  type BoundaryProperties,
  parseBoundaryArea,
  RECOGNISED_PROPERTIES,
} from "./boundary-area.ts";

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

/** Returns true when a file's first bytes begin a boundary file: a JSON object or an SQLite database. */
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
    refuseImport(`${path} is neither GeoJSON nor a GeoPackage.`);
  }
  const areas = { gemeente: new Map<number, Geometry>(), postcodegebied: new Map<number, Geometry>() };
  const boundaries = isSqlite(head) ? readGpkgBoundaries(path) : readGeoJsonBoundaries(path);
  for (const { area, geometry, where } of boundaries) {
    if (geometry.type === "Point") {
      refuseImport(`${where} is a Point: expected a Polygon or MultiPolygon.`);
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
    refuseImport(
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
    return refuseImport(`${path} cannot be read: ${(error as Error).message}`, error);
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
      refuseImport(`${where} has a ring that is not closed, too short or not of numbers.`);
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
  refuseImport(
    `${where} reaches outside the Netherlands (${at}): wrong coordinate system, or exchanged axes?`,
  );
}

/** Maximum file size, as the text is parsed in memory; generalised boundaries of the whole country take 2 to 60 MB. */
const MAX_SIZE_BYTES = 400e6;

/**
 * Values of `crs` that older writers use for longitude and latitude in WGS84 or ETRS89; RFC 7946 files have no `crs`.
 */
const GEOGRAPHIC_CRS = /CRS84|EPSG:+(4326|4258)$/i;

/**
 * Yields the gemeenten and postcodegebieden of a GeoJSON FeatureCollection in degrees, converted to RD metres; one
 * area per recognised feature. Skips features without a geometry.
 */
function* readGeoJsonBoundaries(
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  const collection = readJson(path);
  const { features } = collection;
  if (collection.type !== "FeatureCollection" || !Array.isArray(features)) {
    refuseImport(`${path} is JSON but not a GeoJSON FeatureCollection.`);
  }
  assertDegrees(collection, path);
  for (const [index, feature] of features.entries()) {
    if (!isObject(feature) || feature.type !== "Feature") {
      refuseImport(`${path} feature ${index + 1} is not a Feature.`);
    }
    const { properties, geometry: json } = feature;
    const area = isObject(properties)
      ? parseBoundaryArea(properties, `${path} feature ${index + 1}`)
      : undefined;
    if (area === undefined || json === null || json === undefined) {
      continue;
    }
    const where = `${path} feature ${index + 1} (${area.kind} ${area.code})`;
    yield {
      area,
      geometry: parseGeoJsonGeometry(json) ?? refuseImport(`${where} ${describeFault(json)}`),
      where,
    };
  }
}

function readJson(path: string): Record<string, unknown> {
  const sizeBytes = statSync(path).size;
  if (sizeBytes > MAX_SIZE_BYTES) {
    refuseImport(
      `${path} is ${Math.round(sizeBytes / 1e6)} MB, and at most 400 MB is read: use generalised boundaries or a GeoPackage.`,
    );
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
    return isObject(value) ? value : refuseImport(`${path} is JSON but not an object.`);
  } catch (error) {
    if (error instanceof SyntaxError) {
      refuseImport(`${path} is not valid JSON: ${error.message}.`, error);
    }
    if (error instanceof TypeError) {
      refuseImport(`${path} is not UTF-8 text.`, error);
    }
    throw error;
  }
}

function assertDegrees(collection: Record<string, unknown>, path: string): void {
  const crs = collection.crs;
  const properties = isObject(crs) ? crs.properties : undefined;
  const name = isObject(properties) ? properties.name : undefined;
  if (name === undefined || GEOGRAPHIC_CRS.test(String(name))) {
    return;
  }
  refuseImport(`${path} is in ${name}: GeoJSON boundaries must be in WGS84 degrees (RFC 7946).`);
}

function describeFault(geometry: unknown): string {
  const type = isObject(geometry) ? geometry.type : undefined;
  return type === "Polygon" || type === "MultiPolygon"
    ? "has coordinates that are not closed rings of longitude and latitude in degrees."
    : `has a geometry of type ${type}: expected a Polygon or MultiPolygon.`;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Layer {
  readonly name: string;
  readonly geometryColumn: string;
  /** Coordinate system, such as `EPSG:28992`. */
  readonly srs: string;
}

const RD = "EPSG:28992";
const WGS84 = "EPSG:4326";

/**
 * Layers of areas in order of preference, as the first of each kind is read: generalised before not generalised, and
 * the latest of `cbs_pc4_<year>`. Excludes layers of points (CBS's labelpoints); `UPPER` because the spelling of
 * geometry types varies.
 */
const LAYERS_SQL = `
SELECT c.table_name AS name, g.column_name AS geometryColumn,
  COALESCE(UPPER(s.organization) || ':' || s.organization_coordsys_id, 'srs_id ' || g.srs_id) AS srs
FROM gpkg_contents c
JOIN gpkg_geometry_columns g USING (table_name)
LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
WHERE c.data_type = 'features' AND UPPER(g.geometry_type_name) IN ('GEOMETRY', 'POLYGON', 'MULTIPOLYGON')
ORDER BY c.table_name LIKE '%niet_gegeneraliseerd%', c.table_name DESC`;

const position = new Float64Array(2);

/**
 * Yields the gemeenten and postcodegebieden of a GeoPackage in RD metres, from the first layer of each kind. Skips
 * rows without a geometry.
 */
function* readGpkgBoundaries(
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  let db: Database | undefined;
  try {
    db = openReadOnly(path);
    const done = new Set<BoundaryArea["kind"]>();
    for (const layer of db.query<Layer, []>(LAYERS_SQL).all()) {
      const kind = kindOf(db, layer, path);
      if (kind === undefined || done.has(kind)) {
        continue;
      }
      assertSrs(layer, path);
      done.add(kind);
      yield* readLayer(db, layer, path);
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SQLiteError") {
      throw error;
    }
    refuseImport(`${path} cannot be read as a GeoPackage: ${error.message}.`, error);
  } finally {
    db?.close();
  }
}

/** Returns the kind of area of a layer by its first row only: irrelevant layers can have millions of rows. */
function kindOf(db: Database, layer: Layer, path: string): BoundaryArea["kind"] | undefined {
  const first = db.query<BoundaryProperties, []>(`SELECT * FROM ${quoteName(layer.name)} LIMIT 1`).get();
  return first === null ? undefined : parseBoundaryArea(first, `${path} layer ${layer.name}`)?.kind;
}

function assertSrs({ name, srs }: Layer, path: string): void {
  if (srs !== RD && srs !== WGS84) {
    refuseImport(`${path} layer ${name} is in ${srs}: expected ${RD} or ${WGS84}.`);
  }
}

function* readLayer(
  db: Database,
  { name, geometryColumn, srs }: Layer,
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  let row = 0;
  for (const properties of db.query<BoundaryProperties, []>(`SELECT * FROM ${quoteName(name)}`).iterate()) {
    row++;
    const area = parseBoundaryArea(properties, `${path} layer ${name} row ${row}`);
    const blob = properties[geometryColumn];
    if (area === undefined || blob === null) {
      continue;
    }
    const where = `${path} layer ${name} row ${row} (${area.kind} ${area.code})`;
    const geometry = decode(blob, where);
    yield { area, geometry: srs === RD ? geometry : toRd(geometry), where };
  }
}

function decode(blob: unknown, where: string): Geometry {
  if (!(blob instanceof Uint8Array)) {
    return refuseImport(`${where} has no geometry blob.`);
  }
  try {
    return decodeGpkgGeometry(blob);
  } catch (error) {
    return refuseImport(`${where} has a geometry that cannot be read: ${(error as Error).message}.`, error);
  }
}

/**
 * Converts WGS84 degrees to RD metres. GeoPackages store longitude before latitude, whatever the axis order of the
 * coordinate system.
 */
function toRd(geometry: Geometry): Geometry {
  if (geometry.type === "Point") {
    return geometry;
  }
  if (geometry.type === "Polygon") {
    return { type: "Polygon", rings: geometry.rings.map(ringToRd) };
  }
  return { type: "MultiPolygon", polygons: geometry.polygons.map((rings) => rings.map(ringToRd)) };
}

function ringToRd(ring: Ring): Ring {
  const converted = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    wgs84ToRdInto(ring[i + 1]!, ring[i]!, position);
    converted.set(position, i);
  }
  return converted;
}

type BoundaryKind = "gemeente" | "postcodegebied";

/** Border of an area, and the `boundary_source` that names its origin. */
export interface AreaBorder {
  readonly source: string;
  readonly geom: Uint8Array;
}

/**
 * Stores the borders of all files; of an area that is in several files, the first file's border is kept. Areas that
 * come into use at a later date have theirs so.
 */
export function storeBoundaries(db: Database, files: readonly BoundaryFile[]): void {
  const insert = db.query("INSERT OR IGNORE INTO boundary VALUES (?, ?, ?, ?)");
  const add = (kind: BoundaryKind, { label }: BoundaryFile, areas: BoundaryFile["gemeenten"]) => {
    for (const [code, geometry] of areas) {
      insert.run(kind, code, label, encodeGpkgGeometry(geometry));
    }
  };
  for (const file of files) {
    add("gemeente", file, file.gemeenten);
    add("postcodegebied", file, file.postcodegebieden);
  }
}

export function findBoundary(db: Database, kind: BoundaryKind, code: number): AreaBorder | undefined {
  const select = db.query<AreaBorder, [BoundaryKind, number]>(
    "SELECT source, geom FROM boundary WHERE kind = ? AND code = ?",
  );
  return select.get(kind, code) ?? undefined;
}

/** Returns true when any file had areas of this kind. */
export function hasBoundaries(db: Database, kind: BoundaryKind): boolean {
  return db.query("SELECT 1 FROM boundary WHERE kind = ? LIMIT 1").get(kind) !== null;
}
