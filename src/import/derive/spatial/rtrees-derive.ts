import { type DatabaseSync, openWithoutDefensiveMode } from "../../../base/sqlite.ts";
import { buildRtree, type RtreeBox } from "../../../geo/build-rtree.ts";
import { type Box, envelopeOf } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry, readGpkgEnvelope } from "../../../geo/gpkg-geometry.ts";
import { rtreeName } from "../../../registry/geopackage.ts";
import { FEATURE_TABLES, type FeatureTable } from "../../../registry/schema.ts";

/**
 * Number of rows above which garbage is collected, which takes a tenth of a second; in that time a small country is
 * read as a whole.
 */
const MIN_ROWS_TO_COLLECT_GARBAGE = 100_000;

/** Builds the R*Tree and records the extent of every layer of a registry on which no handle is open. */
export function deriveRtrees(path: string): void {
  const db = openWithoutDefensiveMode(path);
  try {
    db.exec("BEGIN");
    for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
      const extent = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
      const { total } = db.prepare(`SELECT count(*) AS total FROM ${table}`).get() as { total: number };
      buildRtree(db, rtreeName(table), { boxes: boxesOf(db, table, extent), count: total });
      if (total > 0) {
        recordExtent(db, table, extent);
      }
      // Frees half a gigabyte of columns after the panden of the country; nothing else would trigger the collection.
      if (total > MIN_ROWS_TO_COLLECT_GARBAGE) {
        Bun.gc(true);
      }
    }
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}

/** Yields the boxes of a layer in order of fid; widens `extent` by each. */
function* boxesOf(db: DatabaseSync, table: FeatureTable, extent: Box): Generator<RtreeBox> {
  const rows = db.prepare(`SELECT fid, geom FROM ${table} ORDER BY fid`).iterate();
  for (const { fid, geom } of rows as Iterable<{ fid: number; geom: Uint8Array }>) {
    const box = geometryBox(geom);
    extent.minX = Math.min(extent.minX, box.minX);
    extent.minY = Math.min(extent.minY, box.minY);
    extent.maxX = Math.max(extent.maxX, box.maxX);
    extent.maxY = Math.max(extent.maxY, box.maxY);
    yield { id: fid, ...box };
  }
}

/** Returns the box around a GeoPackage geometry. */
export function geometryBox(geom: Uint8Array): Box {
  return readGpkgEnvelope(geom) ?? envelopeOf(decodeGpkgGeometry(geom));
}

/** Records a layer's extent in RD metres in `gpkg_contents`; an empty layer has none. */
function recordExtent(db: DatabaseSync, table: FeatureTable, { minX, minY, maxX, maxY }: Box): void {
  db.prepare(SET_EXTENT_SQL).run(minX, minY, maxX, maxY, table);
}

/** Parameters: min_x, min_y, max_x, max_y in RD metres, table. */
export const SET_EXTENT_SQL =
  "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = ?";
