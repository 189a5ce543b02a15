import type { Database } from "../base/sqlite.ts";
import { type Box, envelopeOf } from "../geo/geometry.ts";
import { decodeGpkgGeometry, readGpkgEnvelope } from "../geo/gpkg-geometry.ts";
import { recordExtent } from "../registry/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../registry/schema.ts";
import { buildRtree, type RtreeBox } from "./rtree.ts";

/** The R*Tree and the recorded extent of every layer. */
export function deriveRtrees(db: Database): void {
  for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
    const extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
    buildRtree(db, table, boxesOf(db, table, extent));
    recordExtent(db, table, extent);
  }
}

/** The boxes of a layer in order of fid; widens `extent` by each. */
function* boxesOf(db: Database, table: FeatureTable, extent: Box): Generator<RtreeBox> {
  const rows = db.query<{ fid: number; geom: Uint8Array }, []>(`SELECT fid, geom FROM ${table} ORDER BY fid`);
  for (const { fid, geom } of rows.iterate()) {
    const box = readGpkgEnvelope(geom) ?? envelopeOf(decodeGpkgGeometry(geom));
    extent.minX = Math.min(extent.minX, box.minX);
    extent.minY = Math.min(extent.minY, box.minY);
    extent.maxX = Math.max(extent.maxX, box.maxX);
    extent.maxY = Math.max(extent.maxY, box.maxY);
    yield { id: fid, ...box };
  }
}
