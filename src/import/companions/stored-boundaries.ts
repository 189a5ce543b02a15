/** Stores every border of the boundary files in table `boundary`, for areas that come into use at a later date. */
import type { Database } from "../../base/sqlite.ts";
import { encodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { BoundaryFile } from "./boundaries.ts";

export type BoundaryKind = "gemeente" | "postcodegebied";

/** Border of an area, and the `boundary_source` that names its origin. */
export interface AreaBorder {
  readonly source: string;
  readonly geom: Uint8Array;
}

/** Stores the borders of all files; of an area that is in several files, the first file's border is kept. */
export function storeBoundaries(db: Database, files: readonly BoundaryFile[]): void {
  const insert = db.query("INSERT OR IGNORE INTO boundary VALUES (?, ?, ?, ?)");
  const add = (kind: BoundaryKind, { label }: BoundaryFile, areas: BoundaryFile["gemeenten"]) => {
    for (const [code, geometry] of areas) {
      insert.run(kind, code, label, encodeGpkgGeometry(geometry));
    }
  };
  for (const file of files) {
    add("gemeente", file, file.gemeenten);
    add("postcodegebied", file, file.postcodegebieden);
  }
}

export function findBoundary(db: Database, kind: BoundaryKind, code: number): AreaBorder | undefined {
  const select = db.query<AreaBorder, [BoundaryKind, number]>(
    "SELECT source, geom FROM boundary WHERE kind = ? AND code = ?",
  );
  return select.get(kind, code) ?? undefined;
}

/** Returns true when any file had areas of this kind. */
export function hasBoundaries(db: Database, kind: BoundaryKind): boolean {
  return db.query("SELECT 1 FROM boundary WHERE kind = ? LIMIT 1").get(kind) !== null;
}
