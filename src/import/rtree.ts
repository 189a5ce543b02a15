/** Filling of the R*Trees that GeoPackage calls its spatial index (GeoPackage Encoding Standard, annex F.3). */
import type { Database } from "../base/sqlite.ts";
import type { Box } from "../geo/geometry.ts";

export interface RtreeBox extends Box {
  readonly id: number;
}

/**
 * Creates the index table `rtree_<table>_geom` and fills it, in one transaction, best in ascending order of id; SQLite rounds the boxes outward to
 * float32. About 270,000 boxes a second for millions whose ids begin with the gemeentecode, as those of the BAG do: that
 * order is spatial enough, and a space-filling curve makes it slower, as it scatters the ids.
 *
 * Writing packed nodes would be six times faster, but Bun's driver opens databases in SQLite's defensive mode, which
 * guards an R*Tree's own tables.
 */
export function buildRtree(db: Database, table: string, boxes: Iterable<RtreeBox>): void {
  const name = `"rtree_${table}_geom"`;
  db.transaction(() => {
    db.run(`CREATE VIRTUAL TABLE ${name} USING rtree(id, minx, maxx, miny, maxy)`);
    const insert = db.prepare(`INSERT INTO ${name} VALUES (?, ?, ?, ?, ?)`);
    for (const { id, minX, maxX, minY, maxY } of boxes) {
      // SQLite would read NaN as null and null as 0.
      if (!(minX <= maxX && minY <= maxY)) throw new Error(`the box of ${id} has no extent`);
      insert.run(id, minX, maxX, minY, maxY);
    }
    insert.finalize();
  })();
}
