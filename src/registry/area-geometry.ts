import { type GeoJsonGeometry, toGeoJson } from "../geo/geojson.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Reads the boundary of an area; null when no source gives one. The cost is proportional to the size of the boundary:
 * megabytes for a large gemeente.
 */
export function readAreaGeometry(
  s: Snapshot,
  table: "woonplaats" | "gemeente" | "postcodegebied",
  id: number,
): GeoJsonGeometry | null {
  const row = s.statement<{ geom: Uint8Array | null }>(`SELECT geom FROM ${table} WHERE fid = ?`).get(id);
  return row?.geom ? toGeoJson(decodeGpkgGeometry(row.geom)) : null;
}
