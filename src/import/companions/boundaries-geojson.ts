import { readFileSync, statSync } from "node:fs";
import { parseGeoJsonGeometry } from "../../geo/geojson.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { refuse } from "../refuse.ts";
import { type BoundaryArea, parseBoundaryArea } from "./boundary-area.ts";

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
export function* readGeoJsonBoundaries(
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  const collection = readJson(path);
  const { features } = collection;
  if (collection.type !== "FeatureCollection" || !Array.isArray(features)) {
    refuse(`${path} is JSON but not a GeoJSON FeatureCollection.`);
  }
  assertDegrees(collection, path);
  for (const [index, feature] of features.entries()) {
    if (!isObject(feature) || feature.type !== "Feature") {
      refuse(`${path} feature ${index + 1} is not a Feature.`);
    }
    const { properties, geometry: json } = feature;
    const area = isObject(properties)
      ? parseBoundaryArea(properties, `${path} feature ${index + 1}`)
      : undefined;
    if (area === undefined || json === null || json === undefined) {
      continue;
    }
    const where = `${path} feature ${index + 1} (${area.kind} ${area.code})`;
    yield { area, geometry: parseGeoJsonGeometry(json) ?? refuse(`${where} ${describeFault(json)}`), where };
  }
}

function readJson(path: string): Record<string, unknown> {
  const sizeBytes = statSync(path).size;
  if (sizeBytes > MAX_SIZE_BYTES) {
    refuse(
      `${path} is ${Math.round(sizeBytes / 1e6)} MB, and at most 400 MB is read: use generalised boundaries or a GeoPackage.`,
    );
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path)));
    return isObject(value) ? value : refuse(`${path} is JSON but not an object.`);
  } catch (error) {
    if (error instanceof SyntaxError) {
      refuse(`${path} is not valid JSON: ${error.message}.`, error);
    }
    if (error instanceof TypeError) {
      refuse(`${path} is not UTF-8 text.`, error);
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
  refuse(`${path} is in ${name}: GeoJSON boundaries must be in WGS84 degrees (RFC 7946).`);
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
