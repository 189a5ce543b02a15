/** Writes GeoPackages with layers of areas, as CBS and Kadaster do: only the tables that are read. */
import { rmSync } from "node:fs";
import { openScratch } from "../../../src/base/sqlite.ts";
import type { Geometry } from "../../../src/geo/geometry.ts";
import { encodeGpkgGeometry } from "../../../src/geo/gpkg-geometry.ts";

type LayerCells = Readonly<Record<string, string | number | null>>;

export interface AreaLayer {
  readonly name: string;
  readonly rows: readonly LayerCells[];
  /** Of each row; a layer without any is a table of attributes. */
  readonly geometries?: readonly (Geometry | Uint8Array | null)[];
  readonly column?: string;
  readonly type?: string;
  readonly srsId?: number;
}

/** Writes the layers to a file, in place of one that exists; returns its path. */
export function writeAreaLayers(path: string, layers: readonly AreaLayer[]): string {
  rmSync(path, { force: true });
  using db = openScratch(path);
  db.run(
    "CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER)",
  );
  db.run(
    "INSERT INTO gpkg_spatial_ref_sys VALUES (28992,'epsg',28992),(4326,'EPSG',4326),(31370,'EPSG',31370)",
  );
  db.run("CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT)");
  db.run("CREATE TABLE gpkg_geometry_columns (table_name, column_name, geometry_type_name, srs_id)");
  for (const { name, rows, geometries, column = "geom", type = "MULTIPOLYGON", srsId = 28992 } of layers) {
    db.run("INSERT INTO gpkg_contents VALUES (?, ?)", [name, geometries ? "features" : "attributes"]);
    if (geometries !== undefined) {
      db.run("INSERT INTO gpkg_geometry_columns VALUES (?, ?, ?, ?)", [name, column, type, srsId]);
    }
    const names = Object.keys(rows[0] ?? {});
    db.run(`CREATE TABLE "${name}" (fid INTEGER PRIMARY KEY, "${column}" BLOB, ${names.join(", ")})`);
    const insert = db.query(`INSERT INTO "${name}" VALUES (NULL, ?, ${names.map(() => "?").join(", ")})`);
    db.transaction(() => {
      for (const [i, row] of rows.entries()) {
        const geometry = geometries?.[i] ?? null;
        const isBlob = geometry === null || geometry instanceof Uint8Array;
        insert.run(isBlob ? geometry : encodeGpkgGeometry(geometry, srsId), ...Object.values(row));
      }
    })();
  }
  return path;
}
