/** Metadata tables that make the SQLite file a GeoPackage 1.3 (OGC 12-128r17), as QGIS, GDAL and DuckDB open it. */
import type { Database } from "../base/sqlite.ts";
import { createMetadataTables, RTREE_EXTENSION, rtreeNameOf } from "../geo/geopackage-tables.ts";
import { FEATURE_TABLES, type FeatureTable } from "./schema.ts";

const DESCRIPTIONS: Record<FeatureTable, string> = {
  adres: "Adressen: nummeraanduidingen met hun adresseerbaar object",
  pand: "Panden",
  woonplaats: "Woonplaatsen",
  gemeente: "Gemeenten",
  postcodegebied: "Postcodegebieden van vier cijfers",
};

/** Tables without geometry that a GIS lists too. Registering them hides the tables that only baken reads. */
const ATTRIBUTE_TABLES = [
  "provincie",
  "openbare_ruimte",
  "nummeraanduiding",
  "verblijfsobject",
  "ligplaats",
  "standplaats",
] as const;

/** Returns the name of a layer's R*Tree, as the GeoPackage extension gpkg_rtree_index prescribes it. */
export function rtreeName(table: FeatureTable): string {
  return rtreeNameOf(table);
}

/** Creates and fills the GeoPackage metadata tables; the import builds the R*Trees named in them. */
export function createGeopackageTables(db: Database): void {
  createMetadataTables(db);
  for (const [table, geometryType] of Object.entries(FEATURE_TABLES) as [FeatureTable, string][]) {
    db.query(
      "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) VALUES (?, 'features', ?, ?, 28992)",
    ).run(table, table, DESCRIPTIONS[table]);
    db.query("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 28992, 0, 0)").run(table, geometryType);
    db.query("INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')").run(
      table,
      RTREE_EXTENSION,
    );
  }
  for (const table of ATTRIBUTE_TABLES) {
    db.query("INSERT INTO gpkg_contents (table_name, data_type, identifier) VALUES (?, 'attributes', ?)").run(
      table,
      table,
    );
  }
}
