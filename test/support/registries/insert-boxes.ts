import type { Database } from "../../../src/base/sqlite.ts";
import { envelopeOf } from "../../../src/geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";
import { rtreeName } from "../../../src/registry/schema/geopackage.ts";
import { FEATURE_TABLES } from "../../../src/registry/schema/schema.ts";

/** Creates the R*Tree of each layer from its geometries. */
export function insertBoxes(db: Database): void {
  for (const table of Object.keys(FEATURE_TABLES)) {
    const name = rtreeName(table as keyof typeof FEATURE_TABLES);
    db.run(`CREATE VIRTUAL TABLE ${name} USING rtree(id, minx, maxx, miny, maxy)`);
    const add = db.query(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`);
    const rows = db.query<{ fid: number; geom: Uint8Array }, []>(
      `SELECT fid, geom FROM ${table} WHERE geom IS NOT NULL`,
    );
    for (const { fid, geom } of rows.all()) {
      const { minX, maxX, minY, maxY } = envelopeOf(decodeGpkgGeometry(geom));
      add.run(fid, minX, maxX, minY, maxY);
    }
  }
}
