import { collectGarbageAt } from "../../../base/process-resources.ts";
import type { Database } from "../../../base/sqlite.ts";
import { BoxCollector } from "../../../geo/build-rtree.ts";
import { type Box, envelopeOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry, readGpkgEnvelope } from "../../../geo/gpkg-geometry.ts";
import type { FeatureTable } from "../../../registry/schema/schema.ts";
import { countTableRows } from "../../verify.ts";

/** File with the R*Tree of a layer, and the layer's extent in RD metres. */
export interface RtreeFile {
  readonly layer: FeatureTable;
  readonly path: string;
  readonly extent: Box;
}

/** Collects the boxes of a layer in order of fid. */
export function collectBoxes(db: Database, layer: FeatureTable): BoxCollector {
  const boxes = new BoxCollector(countTableRows(db, layer));
  const rows = db.query<{ fid: number; geom: Uint8Array }, []>(`SELECT fid, geom FROM ${layer} ORDER BY fid`);
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
