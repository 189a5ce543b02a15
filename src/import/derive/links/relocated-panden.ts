/** Finds panden that may lie in another woonplaats after an update, before the spatial indexes are up to date. */
import type { Database } from "../../../base/sqlite.ts";
import type { Box, Geometry } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { rtreeName } from "../../../registry/schema/geopackage.ts";
import { WoonplaatsLocator } from "../../objects/woonplaats-locator.ts";
import { differenceBox } from "./difference-box.ts";

/**
 * Returns a locator like that of an import's parse workers, but reads geometries of untouched woonplaatsen on demand.
 */
export function openWoonplaatsLocator(db: Database): WoonplaatsLocator {
  const find = db.query<{ geom: Uint8Array }, [number]>("SELECT geom FROM woonplaats WHERE fid = ?");
  const read = (id: number) => decodeGpkgGeometry(find.get(id)!.geom);
  const untouched = db
    .query<Box & { id: number }, []>(
      `SELECT id, minx AS minX, miny AS minY, maxx AS maxX, maxy AS maxY FROM ${rtreeName("woonplaats")}
       WHERE id NOT IN (SELECT fid FROM work.touched_woonplaats)`,
    )
    .all()
    .map(({ id, ...box }) => withLazyGeometry(id, box, read));
  const touched = listTouchedBorders(db).flatMap(({ id, geometry }) => (geometry ? { id, geometry } : []));
  return new WoonplaatsLocator([...untouched, ...touched]);
}

function withLazyGeometry(id: number, box: Box, read: (id: number) => Geometry) {
  let cached: Geometry | undefined;
  return {
    id,
    box,
    get geometry() {
      cached ??= read(id);
      return cached;
    },
  };
}

/**
 * Adds to `work.affected_pand` the panden that may lie in another woonplaats than before because a woonplaats was
 * added or removed or has another border: those around the difference between its old and new geometry, and all panden
 * that lie in no woonplaats.
 */
export function findRelocatedPanden(db: Database): void {
  const insertNear = db.query(`INSERT OR IGNORE INTO work.affected_pand SELECT id FROM ${rtreeName("pand")}
    WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?`);
  let hasMovedBorder = false;
  for (const { geometry, before } of listTouchedBorders(db)) {
    const box = differenceBox(before, geometry);
    if (box === undefined) {
      continue;
    }
    hasMovedBorder = true;
    insertNear.run(box.minX, box.maxX, box.minY, box.maxY);
  }
  if (!hasMovedBorder) {
    return;
  }
  db.run(`INSERT OR IGNORE INTO work.affected_pand
    SELECT p.fid FROM unresolved_reference r CROSS JOIN pand p ON p.fid = r.source_id WHERE r.target_id < ${WOONPLAATS_ID_END}`);
}

/** Lower bound of all other identificaties: those of woonplaatsen have four digits, all others more. */
const WOONPLAATS_ID_END = 10_000;

/**
 * Lists the touched woonplaatsen with their current and previous geometry, undefined where they do not or did not
 * exist.
 */
function listTouchedBorders(db: Database) {
  const decode = (geom: Uint8Array | null) => (geom === null ? undefined : decodeGpkgGeometry(geom));
  return db
    .query<{ id: number; geom: Uint8Array | null; before: Uint8Array | null }, []>(
      `SELECT t.fid AS id, w.geom, o.geom AS before FROM work.touched_woonplaats t
       LEFT JOIN woonplaats w ON w.fid = t.fid LEFT JOIN work.old_woonplaats o ON o.fid = t.fid`,
    )
    .all()
    .map(({ id, geom, before }) => ({ id, geometry: decode(geom), before: decode(before) }));
}
