import { readFileSync, statSync } from "node:fs";
import type { Database } from "../../base/sqlite.ts";
import { parseGeoJsonGeometry } from "../../geo/geojson.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { isSqlite, readHead } from "../file-head.ts";
import { refuseImport } from "../refuse.ts";
import { type BoundaryArea, parseBoundaryArea, RECOGNISED_PROPERTIES } from "./boundary-area.ts";
import {
  assertSrs,
  decodeArea,
  firstRow,
  isUsableArea,
  listPolygonLayers,
  mergeAreas,
  type PolygonLayer,
  readGeoPackage,
  readLayerRows,
} from "./polygon-layers.ts";

/** Boundaries of one file in RD metres, by gemeentecode and by the digits of the postcode. */
export interface BoundaryFile {
  /** The `boundary_source` of its areas. */
  readonly label: string;
  readonly gemeenten: ReadonlyMap<number, Geometry>;
  readonly postcodegebieden: ReadonlyMap<number, Geometry>;
}

/** Returns true when a file's first bytes begin a boundary file: a JSON object or an SQLite database. */
export function isBoundaryFile(head: Uint8Array): boolean {
  return isSqlite(head) || isJsonObject(head);
}

/**
 * Reads a GeoJSON (WGS84) or GeoPackage (RD or WGS84) with gemeenten, postcodegebieden or both, in any layout of
 * CBS, Kadaster and OpenDataSoft. Several features of one code become one MultiPolygon. Refuses a file without any,
 * unless it `mayBeEmpty`.
 */
export function readBoundaries(path: string, label: string, { mayBeEmpty = false } = {}): BoundaryFile {
  const head = readHead(path);
  if (!isBoundaryFile(head)) {
    refuseImport(`${path} is neither GeoJSON nor a GeoPackage.`);
  }
  const areas = { gemeente: new Map<number, Geometry>(), postcodegebied: new Map<number, Geometry>() };
  const boundaries = isSqlite(head) ? readGpkgBoundaries(path) : readGeoJsonBoundaries(path);
  for (const { area, geometry, where } of boundaries) {
    if (!isUsableArea(geometry, where)) {
      continue;
    }
    const known = areas[area.kind].get(area.code);
    areas[area.kind].set(area.code, known === undefined ? geometry : mergeAreas(known, geometry));
  }
  if (areas.gemeente.size + areas.postcodegebied.size === 0 && !mayBeEmpty) {
    refuseImport(
      `${path} contains no boundaries of gemeenten or postcode areas. Looked for ${RECOGNISED_PROPERTIES}.`,
    );
  }
  return { label, gemeenten: areas.gemeente, postcodegebieden: areas.postcodegebied };
}

function isJsonObject(head: Uint8Array): boolean {
  return /^\uFEFF?\s*\{/.test(new TextDecoder("utf-8", { ignoreBOM: true }).decode(head));
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
      `${path} is ${Math.round(sizeBytes / 1e6)} MB, and at most 400 MB is read: use generalised boundaries or a ` +
        "GeoPackage.",
    );
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
    return isObject(value) ? value : refuseImport(`${path} is JSON but not an object.`);
  } catch (error) {
    // Bun reports lists in lists, thousands deep, as a stack that is too large.
    if (error instanceof RangeError) {
      refuseImport(`${path} has lists within lists, too deep to be read.`, error);
    }
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

/**
 * Yields the gemeenten and postcodegebieden of a GeoPackage in RD metres, from the first layer of each kind:
 * generalised before not generalised. Skips rows without a geometry.
 */
function readGpkgBoundaries(
  path: string,
): Iterable<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  return readGeoPackage(path, function* (db) {
    const done = new Set<BoundaryArea["kind"]>();
    for (const layer of listPolygonLayers(db)) {
      const first = firstRow(db, layer, path);
      const kind = first && parseBoundaryArea(first, `${path} layer ${layer.name}`)?.kind;
      if (kind === undefined || done.has(kind)) {
        continue;
      }
      assertSrs(layer, path);
      done.add(kind);
      yield* readLayer(db, layer, path);
    }
  });
}

function* readLayer(
  db: Database,
  layer: PolygonLayer,
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  for (const { row, where: place } of readLayerRows(db, layer, path)) {
    const area = parseBoundaryArea(row, place);
    const blob = row[layer.geometryColumn];
    if (area === undefined || blob === null) {
      continue;
    }
    const where = `${place} (${area.kind} ${area.code})`;
    yield { area, geometry: decodeArea(blob, layer, where), where };
  }
}

type BoundaryKind = "gemeente" | "postcodegebied";

/** Border of an area, and the `boundary_source` that names its origin. */
export interface AreaBorder {
  readonly source: string;
  readonly geom: Uint8Array;
}

/**
 * Stores the borders of all files. When several files have an area, the first file's border is kept. Areas that are not
 * in use yet are stored too, because they may come into use later.
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
