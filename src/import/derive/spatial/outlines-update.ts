import type { Database } from "../../../base/sqlite.ts";
import { type Box, envelopeOf } from "../../../geo/geometry.ts";
import {
  type AreaKind,
  BORDERED_AREAS,
  type BorderedArea,
  FULL_DETAIL,
  OUTLINE_BANDS,
} from "../../../registry/read/area-outlines.ts";
import { rtreeName } from "../../../registry/schema/geopackage.ts";
import { differencesSql } from "../weighted-rows.ts";
import { geometryBox } from "./layer-boxes.ts";
import { listIds, readBorders, writeOutlines, writeProvincies } from "./outlines-derive.ts";

/** Distance in metres between boxes within which borders may share a vertex of the coarsest grid. */
const MARGIN_M = Math.max(...OUTLINE_BANDS.map(({ gridM }) => gridM));

/** Updates `area_outline` after borders of areas, or provincies of gemeenten, have changed, using the R*Trees. */
export function updateOutlines(db: Database): void {
  for (const kind of BORDERED_AREAS) {
    updateKind(db, kind);
  }
  const provincies = listIds(db, `SELECT DISTINCT provincie_id AS id FROM ${differencesSql("gemeente")}`);
  if (provincies.length > 0) {
    removeOutlines(db, "provincie", provincies);
    writeProvincies(db, provincies);
  }
}

/**
 * Generalises the changed areas of a kind, and their neighbours: junctions with a changed area, or with each other, may
 * have moved.
 */
function updateKind(db: Database, kind: BorderedArea): void {
  const changed = db
    .query<{ fid: number; geom: Uint8Array }, []>(
      `SELECT fid, geom FROM ${differencesSql(kind)} WHERE geom IS NOT NULL
       GROUP BY fid, geom HAVING sum(weight) <> 0`,
    )
    .all();
  const changedBoxes = changed.map(({ geom }) => geometryBox(geom));
  const affected = readBorders(db, kind, listNear(db, kind, changedBoxes));
  const neighbours = listNear(db, kind, [...affected.values()].map(envelopeOf));
  removeOutlines(
    db,
    kind,
    changed.map(({ fid }) => fid),
  );
  writeOutlines(db, { kind, ids: affected.keys(), borders: readBorders(db, kind, neighbours) });
}

/** Lists the areas that may share a vertex with a geometry in one of the boxes. */
function listNear(db: Database, kind: BorderedArea, boxes: readonly Box[]): Set<number> {
  const select = db.query<{ id: number }, number[]>(
    `SELECT id FROM ${rtreeName(kind)} WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?`,
  );
  const found = boxes.flatMap(({ minX, minY, maxX, maxY }) =>
    select.all(maxX + MARGIN_M, minX - MARGIN_M, maxY + MARGIN_M, minY - MARGIN_M),
  );
  return new Set(found.map(({ id }) => id));
}

function removeOutlines(db: Database, kind: AreaKind, ids: Iterable<number>): void {
  const remove = db.query("DELETE FROM area_outline WHERE kind = ? AND band = ? AND area_id = ?");
  for (const id of ids) {
    for (let band = 0; band <= FULL_DETAIL; band++) {
      remove.run(kind, band, id);
    }
  }
}
