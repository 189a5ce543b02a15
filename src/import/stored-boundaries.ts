/** Table `grens`: every border of the boundary files, for areas that come into use with a later date. */
import type { Database } from "../base/sqlite.ts";
import { encodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import type { BoundaryFile } from "./boundaries.ts";

export type GrensSoort = "gemeente" | "postcodegebied";

/** An area's border, and the `boundary_source` that names where it is from. */
export interface AreaBorder {
  readonly bron: string;
  readonly geom: Uint8Array;
}

/** Of an area that several files have the first file's border counts. */
export function storeBoundaries(db: Database, files: readonly BoundaryFile[]): void {
  const insert = db.query("INSERT OR IGNORE INTO grens VALUES (?, ?, ?, ?)");
  const add = (soort: GrensSoort, { label }: BoundaryFile, areas: BoundaryFile["gemeenten"]) => {
    for (const [code, geometry] of areas) insert.run(soort, code, label, encodeGpkgGeometry(geometry));
  };
  for (const file of files) {
    add("gemeente", file, file.gemeenten);
    add("postcodegebied", file, file.postcodegebieden);
  }
}

export function findBoundary(db: Database, soort: GrensSoort, code: number): AreaBorder | undefined {
  const select = db.query<AreaBorder, [GrensSoort, number]>(
    "SELECT bron, geom FROM grens WHERE soort = ? AND code = ?",
  );
  return select.get(soort, code) ?? undefined;
}

/** Whether any file had areas of this kind. */
export function hasBoundaries(db: Database, soort: GrensSoort): boolean {
  return db.query("SELECT 1 FROM grens WHERE soort = ? LIMIT 1").get(soort) !== null;
}
