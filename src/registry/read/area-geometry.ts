import { type GeoJsonGeometry, toGeoJson } from "../../geo/geojson.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { listByPlace } from "../index/list-by-place.ts";
import type { Region } from "../index/region.ts";
import { Rtree } from "../index/rtree.ts";

/** Tables of areas with a boundary. */
export type AreaTable = "woonplaats" | "gemeente" | "postcodegebied";
/** Tables of areas that are listed; no index finds buurten and wijken by place. */
export type ListedTable = AreaTable | "buurt" | "wijk";

/**
 * Reads the boundary of an area; null when no source gives one. The cost is proportional to the size of the boundary:
 * megabytes for a large gemeente.
 */
export function readAreaGeometry(s: Snapshot, table: ListedTable, id: number): GeoJsonGeometry | null {
  const boundary = readBoundary(s, table, id);
  return boundary && toGeoJson(boundary);
}

/** Reads the boundary of an area in RD; null when no source gives one. */
export function readBoundary(s: Snapshot, table: ListedTable, id: number): Geometry | null {
  const row = s.statement<{ geom: Uint8Array | null }>(`SELECT geom FROM ${table} WHERE fid = ?`).get(id);
  return row?.geom ? decodeGpkgGeometry(row.geom) : null;
}

/** Returns the keys of the areas whose boundary shares a point with a region. */
export function listAreasInRegion(s: Snapshot, table: AreaTable, region: Region): Set<number> {
  const candidates = [...listByPlace(new Rtree(s, table), region)].flat();
  return new Set(candidates.filter((id) => region.intersects(readBoundary(s, table, id)!)));
}

/** Estimates how many areas of a table {@link listAreasInRegion} returns. */
export function estimateAreasInRegion(s: Snapshot, table: AreaTable, region: Region): number {
  return new Rtree(s, table).estimateCount(region);
}
