import type { Database, DatabaseSync } from "../../../base/sqlite.ts";
import { type Box, envelopeOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry, readGpkgEnvelope } from "../../../geo/gpkg-geometry.ts";
import type { FeatureTable } from "../../../registry/schema.ts";
import { countRows } from "../../verify.ts";
import { collectGarbageAt } from "../collect-garbage.ts";
import { BoxCollector } from "./rtree.ts";

/** Collects the boxes of a layer in order of fid. */
export function collectBoxes(db: Database, table: FeatureTable): BoxCollector {
  const boxes = new BoxCollector(countRows(db, table));
  const rows = db.query<{ fid: number; geom: Uint8Array }, []>(`SELECT fid, geom FROM ${table} ORDER BY fid`);
  let row = 0;
  for (const { fid, geom } of rows.iterate()) {
    boxes.add(fid, geometryBox(geom));
    collectGarbageAt(++row);
  }
  return boxes;
}

/** Returns the box around a GeoPackage geometry. */
export function geometryBox(geom: Uint8Array): Box {
  return readGpkgEnvelope(geom) ?? envelopeOf(decodeGpkgGeometry(geom));
}

/** Records a layer's extent in RD metres in `gpkg_contents`; an empty layer has none. */
export function recordExtent(db: DatabaseSync, table: FeatureTable, { minX, minY, maxX, maxY }: Box): void {
  if (minX <= maxX) {
    db.prepare(SET_EXTENT_SQL).run(minX, minY, maxX, maxY, table);
  }
}

/** Parameters: min_x, min_y, max_x, max_y in RD metres, table. */
export const SET_EXTENT_SQL =
  "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?";
