/** Generalises the borders of areas for tiles of low zooms (registry/read/area-outlines.ts). */
import type { Database } from "../../../base/sqlite.ts";
import { type Box, envelopeOf, type Geometry } from "../../../geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../../geo/gpkg-geometry.ts";
import { SharedBorders } from "../../../geo/shared-borders.ts";
import {
  type AreaKind,
  BORDERED_AREAS,
  type BorderedArea,
  FULL_DETAIL,
  OUTLINE_BANDS,
} from "../../../registry/read/area-outlines.ts";
import { rtreeName } from "../../../registry/schema/geopackage.ts";
import type { ImportReport } from "../../report.ts";
import { uniteAreas } from "../areas-derive.ts";
import { differencesSql } from "../touched.ts";
import { geometryBox } from "./layer-boxes.ts";

/** Fills `area_outline` from the borders of gemeenten, woonplaatsen and postcodegebieden. */
export function deriveOutlines(db: Database, report: ImportReport): void {
  for (const kind of BORDERED_AREAS) {
    const borders = readBorders(db, kind, listIds(db, `SELECT fid AS id FROM ${kind}`));
    writeOutlines(db, { kind, ids: borders.keys(), borders });
  }
  writeProvincies(db, listIds(db, "SELECT DISTINCT provincie_id AS id FROM gemeente"), report);
}

function listIds(db: Database, sql: string): number[] {
  return db
    .query<{ id: number }, []>(sql)
    .all()
    .map(({ id }) => id);
}

type Borders = ReadonlyMap<number, Geometry>;

/** Reads the borders of the areas that have one. */
function readBorders(db: Database, kind: BorderedArea, ids: Iterable<number>): Borders {
  const select = db.query<{ geom: Uint8Array | null }, [number]>(`SELECT geom FROM ${kind} WHERE fid = ?`);
  const borders = new Map<number, Geometry>();
  for (const id of ids) {
    const geom = select.get(id)?.geom;
    if (geom) {
      borders.set(id, decodeGpkgGeometry(geom));
    }
  }
  return borders;
}

interface OutlinesToWrite {
  readonly kind: AreaKind;
  /** Areas that have a border. */
  readonly ids: Iterable<number>;
  /** Borders of these areas and of all their neighbours, by id. */
  readonly borders: Borders;
}

/** Writes the generalised outlines of areas. */
function writeOutlines(db: Database, { kind, ids, borders }: OutlinesToWrite): void {
  const written = [...ids];
  for (const [band, { gridM, toleranceM }] of OUTLINE_BANDS.entries()) {
    const shared = new SharedBorders(borders.values(), gridM);
    for (const id of written) {
      writeOutline(db, { kind, band, id }, shared.generalise(borders.get(id)!, toleranceM));
    }
  }
}

/** Writes the outlines of all provincies; the given provincies have changed in full detail. */
function writeProvincies(db: Database, changed: Iterable<number>, report: ImportReport): void {
  const select = db.query<{ fid: number; geom: Uint8Array }, [number]>(
    "SELECT fid, geom FROM gemeente WHERE provincie_id = ? AND geom IS NOT NULL ORDER BY fid",
  );
  for (const id of changed) {
    const gemeenten = select.all(id);
    const onOverlap = (pair: string) =>
      report.add(
        "gemeente",
        "noticed",
        "overlaps another gemeente, and so does its part of the outline of the provincie",
        pair,
      );
    const union = gemeenten.length > 0 ? uniteAreas(gemeenten, onOverlap) : undefined;
    writeOutline(db, { kind: "provincie", band: FULL_DETAIL, id }, union);
  }
  const rows = db.query<{ id: number; geom: Uint8Array }, [number]>(
    "SELECT area_id AS id, geom FROM area_outline WHERE kind = 'provincie' AND band = ?",
  );
  const borders = new Map(rows.all(FULL_DETAIL).map(({ id, geom }) => [id, decodeGpkgGeometry(geom)]));
  writeOutlines(db, { kind: "provincie", ids: borders.keys(), borders });
}

interface OutlineKey {
  readonly kind: AreaKind;
  readonly band: number;
  readonly id: number;
}

/** Writes an outline, or removes one that is too small to be seen. */
function writeOutline(db: Database, { kind, band, id }: OutlineKey, outline: Geometry | undefined): void {
  if (outline === undefined) {
    db.query("DELETE FROM area_outline WHERE kind = ? AND band = ? AND area_id = ?").run(kind, band, id);
  } else {
    db.query("INSERT OR REPLACE INTO area_outline VALUES (?, ?, ?, ?)").run(
      kind,
      band,
      id,
      encodeGpkgGeometry(outline),
    );
  }
}

/** Distance in metres between boxes within which borders may share a vertex of the coarsest grid. */
const MARGIN_M = Math.max(...OUTLINE_BANDS.map(({ gridM }) => gridM));

/** Updates `area_outline` after borders of areas, or provincies of gemeenten, have changed, using the R*Trees. */
export function updateOutlines(db: Database, report: ImportReport): void {
  for (const kind of BORDERED_AREAS) {
    updateKind(db, kind);
  }
  const provincies = listIds(db, `SELECT DISTINCT provincie_id AS id FROM ${differencesSql("gemeente")}`);
  if (provincies.length > 0) {
    removeOutlines(db, "provincie", provincies);
    writeProvincies(db, provincies, report);
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
