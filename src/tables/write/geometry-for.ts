import { type Geometry, polygonsOf } from "../../geo/geometry.ts";
import type { OutputRow, TableLayout } from "../table.ts";

/**
 * Returns the geometry of a row in the one type of its layer: a polygon as a multipolygon where those are. Null for no
 * geometry, and for one without vertices.
 */
export function geometryFor({ geometryType }: TableLayout, geometry: OutputRow["geometry"]): Geometry | null {
  if (!geometry) {
    return null;
  }
  if (geometry.type === "Point") {
    return geometry;
  }
  const polygons = polygonsOf(geometry).filter((rings) => (rings[0]?.length ?? 0) > 0);
  if (polygons.length === 0) {
    return null;
  }
  return geometryType === "MultiPolygon" ? { type: "MultiPolygon", polygons } : geometry;
}
