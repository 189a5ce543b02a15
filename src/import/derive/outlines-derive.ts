/** Generalises the borders of areas for tiles of low zooms (registry/area-outlines.ts). */
import type { Database } from "../../base/sqlite.ts";
import { dissolve } from "../../geo/dissolve.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry, encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { SharedBorders } from "../../geo/shared-borders.ts";
import {
  BORDERED_AREAS,
  type BorderedArea,
  FULL_DETAIL,
  OUTLINE_BANDS,
} from "../../registry/area-outlines.ts";

/** Fills `area_outline` from the borders of gemeenten, woonplaatsen and postcodegebieden. */
export function deriveOutlines(db: Database): void {
  for (const kind of BORDERED_AREAS) {
    const ids = listIds(db, `SELECT fid AS id FROM ${kind}`);
    const borders = readBorders(db, kind, ids);
    writeOutlines(db, { kind, ids: borders.keys(), borders });
  }
  writeProvincies(db, listIds(db, "SELECT DISTINCT provincie_id AS id FROM gemeente"));
}

function listIds(db: Database, sql: string): number[] {
  return db
    .query<{ id: number }, []>(sql)
    .all()
    .map(({ id }) => id);
}

type Borders = ReadonlyMap<number, Geometry>;

/** Reads the borders of those of the areas that have one. */
export function readBorders(db: Database, kind: BorderedArea, ids: Iterable<number>): Borders {
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

export interface OutlinesToWrite {
  readonly kind: BorderedArea;
  readonly ids: Iterable<number>;
  /** Borders of these areas and of all their neighbours, by id. */
  readonly borders: Borders;
}

/** Inserts the outlines of areas of all bands. */
export function writeOutlines(db: Database, { kind, ids, borders }: OutlinesToWrite): void {
  const written = [...ids];
  for (const [band, { gridM, toleranceM }] of OUTLINE_BANDS.entries()) {
    const shared = new SharedBorders(borders.values(), gridM);
    for (const id of written) {
      insertOutline(db, { kind, band, id }, shared.generalise(borders.get(id)!, toleranceM));
    }
  }
}

/** Inserts the outlines of provincies: of each band from those of their gemeenten, which share their lines exactly. */
export function writeProvincies(db: Database, provincies: Iterable<number>): void {
  const ofBand = db.query<{ geom: Uint8Array }, [number, number]>(`SELECT o.geom FROM gemeente g
    JOIN area_outline o ON o.kind = 'gemeente' AND o.band = ? AND o.area_id = g.fid
    WHERE g.provincie_id = ? ORDER BY g.fid`);
  const inFull = db.query<{ geom: Uint8Array }, [number]>(
    "SELECT geom FROM gemeente WHERE provincie_id = ? AND geom IS NOT NULL ORDER BY fid",
  );
  for (const id of provincies) {
    for (let band = 0; band <= FULL_DETAIL; band++) {
      const gemeenten = band === FULL_DETAIL ? inFull.all(id) : ofBand.all(band, id);
      const union =
        gemeenten.length > 0 ? dissolve(gemeenten.map(({ geom }) => decodeGpkgGeometry(geom))) : undefined;
      insertOutline(db, { kind: "provincie", band, id }, union);
    }
  }
}

function insertOutline(
  db: Database,
  { kind, band, id }: { kind: string; band: number; id: number },
  outline: Geometry | undefined,
): void {
  if (outline !== undefined) {
    db.query("INSERT INTO area_outline VALUES (?, ?, ?, ?)").run(kind, band, id, encodeGpkgGeometry(outline));
  }
}
