import type { Database } from "../base/sqlite.ts";
import { envelopeOf } from "../geo/geometry.ts";
import { decodeGpkgGeometry, readGpkgEnvelope } from "../geo/gpkg-geometry.ts";
import { recordExtent } from "../registry/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../registry/schema.ts";
import { buildRtree } from "./rtree.ts";

/** The R*Tree and the recorded extent of every layer. */
export function deriveRtrees(db: Database): void {
  for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
    const { total } = db.query<{ total: number }, []>(`SELECT count(*) AS total FROM ${table}`).get()!;
    const boxes = {
      ids: new Float64Array(total),
      minX: new Float64Array(total),
      maxX: new Float64Array(total),
      minY: new Float64Array(total),
      maxY: new Float64Array(total),
    };
    let i = 0;
    for (const { fid, geom } of db
      .query<{ fid: number; geom: Uint8Array }, []>(`SELECT fid, geom FROM ${table}`)
      .iterate()) {
      const box = readGpkgEnvelope(geom) ?? envelopeOf(decodeGpkgGeometry(geom));
      boxes.ids[i] = fid;
      boxes.minX[i] = box.minX;
      boxes.maxX[i] = box.maxX;
      boxes.minY[i] = box.minY;
      boxes.maxY[i++] = box.maxY;
    }
    buildRtree(db, table, boxes);
    recordExtent(db, table);
  }
}
