/** Geometries as text (WKT) with two coordinates, x or longitude first. */
import { type GeoJsonGeometry, toGeoJson } from "../../geo/geojson.ts";
import { type Geometry, polygonsOf } from "../../geo/geometry.ts";

export function toWktPoint(x: number, y: number): string {
  return `POINT(${x} ${y})`;
}

/** Formats the border of an area (RD) as MULTIPOLYGON in that unit. */
export function toWktArea(boundary: Geometry, unit: "degrees" | "metres"): string {
  const polygons = unit === "degrees" ? positionsOfDegrees(toGeoJson(boundary)) : positionsOfMetres(boundary);
  const texts = polygons.map((rings) => {
    const ringTexts = rings.map((ring) => `(${ring.map((position) => position.join(" ")).join(", ")})`);
    return `(${ringTexts.join(", ")})`;
  });
  return `MULTIPOLYGON(${texts.join(", ")})`;
}

/** Polygons of rings of positions. */
type Polygons = (readonly number[])[][][];

function positionsOfDegrees(geometry: GeoJsonGeometry): Polygons {
  if (geometry.type === "Point") {
    return [];
  }
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

function positionsOfMetres(geometry: Geometry): Polygons {
  return polygonsOf(geometry).map((rings) =>
    rings.map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!])),
  );
}
