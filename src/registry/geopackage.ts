/** Metadata tables that make the SQLite file a GeoPackage 1.3 (OGC 12-128r17), as QGIS, GDAL and DuckDB open it. */
import type { Database } from "../base/sqlite.ts";
import { ANALYST_LAYERS, type AnalystLayer, layerDdl } from "./analyst-layers.ts";
import { FEATURE_TABLES, type FeatureTable } from "./schema.ts";

const RD_WKT = `PROJCS["Amersfoort / RD New",GEOGCS["Amersfoort",DATUM["Amersfoort",SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],TOWGS84[565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725],AUTHORITY["EPSG","6289"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4289"]],PROJECTION["Oblique_Stereographic"],PARAMETER["latitude_of_origin",52.1561605555556],PARAMETER["central_meridian",5.38763888888889],PARAMETER["scale_factor",0.9999079],PARAMETER["false_easting",155000],PARAMETER["false_northing",463000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["X",EAST],AXIS["Y",NORTH],AUTHORITY["EPSG","28992"]]`;
const WGS84_WKT = `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]`;

const DDL = `
CREATE TABLE gpkg_spatial_ref_sys (
  srs_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL PRIMARY KEY,
  organization TEXT NOT NULL,
  organization_coordsys_id INTEGER NOT NULL,
  definition TEXT NOT NULL,
  description TEXT
);
CREATE TABLE gpkg_contents (
  table_name TEXT NOT NULL PRIMARY KEY,
  data_type TEXT NOT NULL,
  identifier TEXT UNIQUE,
  description TEXT DEFAULT '',
  last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
  min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE,
  srs_id INTEGER REFERENCES gpkg_spatial_ref_sys(srs_id)
);
CREATE TABLE gpkg_geometry_columns (
  table_name TEXT NOT NULL UNIQUE REFERENCES gpkg_contents(table_name),
  column_name TEXT NOT NULL,
  geometry_type_name TEXT NOT NULL,
  srs_id INTEGER NOT NULL REFERENCES gpkg_spatial_ref_sys(srs_id),
  z TINYINT NOT NULL,
  m TINYINT NOT NULL,
  PRIMARY KEY (table_name, column_name)
);
CREATE TABLE gpkg_extensions (
  table_name TEXT,
  column_name TEXT,
  extension_name TEXT NOT NULL,
  definition TEXT NOT NULL,
  scope TEXT NOT NULL,
  UNIQUE (table_name, column_name, extension_name)
);
CREATE TABLE gpkg_data_columns (
  table_name TEXT NOT NULL REFERENCES gpkg_contents(table_name),
  column_name TEXT NOT NULL,
  name TEXT,
  title TEXT,
  description TEXT,
  mime_type TEXT,
  constraint_name TEXT,
  PRIMARY KEY (table_name, column_name),
  UNIQUE (table_name, name)
);
CREATE TABLE gpkg_data_column_constraints (
  constraint_name TEXT NOT NULL,
  constraint_type TEXT NOT NULL,
  value TEXT,
  min NUMERIC,
  min_is_inclusive BOOLEAN,
  max NUMERIC,
  max_is_inclusive BOOLEAN,
  description TEXT,
  UNIQUE (constraint_name, constraint_type, value)
);`;

const DESCRIPTIONS: Record<FeatureTable, string> = {
  adres: "Adressen: nummeraanduidingen met hun adresseerbaar object",
  pand: "Panden",
  woonplaats: "Woonplaatsen",
  gemeente: "Gemeenten",
  postcodegebied: "Postcodegebieden van vier cijfers",
};

/** Tables without geometry that a GIS lists too. Registering them hides the tables that only baken reads. */
const ATTRIBUTE_TABLES = {
  provincie: "Provincies",
  openbare_ruimte: "Openbare ruimten",
  nummeraanduiding: "Nummeraanduidingen",
  verblijfsobject: "Verblijfsobjecten",
  ligplaats: "Ligplaatsen",
  standplaats: "Standplaatsen",
  import_log: "Imports and updates that led to this registry, with their reports (JSON)",
} as const;

/** Returns the name of a layer's R*Tree, as the GeoPackage extension gpkg_rtree_index prescribes it. */
export function rtreeName(table: FeatureTable): string {
  return `rtree_${table}_geom`;
}

/** Creates and fills the GeoPackage metadata tables; the import builds the R*Trees named in them. */
export function createGeopackageTables(db: Database): void {
  db.run("PRAGMA application_id = 0x47504B47");
  db.run("PRAGMA user_version = 10300");
  db.run(DDL);
  const srs = db.query("INSERT INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, ?)");
  srs.run("Undefined cartesian SRS", -1, "NONE", -1, "undefined", null);
  srs.run("Undefined geographic SRS", 0, "NONE", 0, "undefined", null);
  srs.run("WGS 84 geodetic", 4326, "EPSG", 4326, WGS84_WKT, null);
  srs.run("Amersfoort / RD New", 28992, "EPSG", 28992, RD_WKT, null);
  ANALYST_LAYERS.forEach((layer) => void addLayer(db, layer));
  for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
    addFeatures(db, { name: table, description: DESCRIPTIONS[table] }, table);
    db.query(
      "INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree', 'write-only')",
    ).run(table);
  }
  for (const [name, description] of Object.entries(ATTRIBUTE_TABLES)) {
    addAttributes(db, { name, description });
  }
  const extension = db.query(
    "INSERT INTO gpkg_extensions VALUES (?, NULL, 'gpkg_schema', 'http://www.geopackage.org/spec120/#extension_schema', 'read-write')",
  );
  extension.run("gpkg_data_columns");
  extension.run("gpkg_data_column_constraints");
}

type NamedContents = Pick<AnalystLayer, "name" | "description">;

function addFeatures(db: Database, { name, description }: NamedContents, table: FeatureTable): void {
  db.query(
    "INSERT INTO gpkg_contents (table_name, data_type, identifier, description, srs_id) VALUES (?, 'features', ?, ?, 28992)",
  ).run(name, name, description);
  db.query("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', ?, 28992, 0, 0)").run(
    name,
    FEATURE_TABLES[table],
  );
}

function addAttributes(db: Database, { name, description }: NamedContents): void {
  db.query(
    "INSERT INTO gpkg_contents (table_name, data_type, identifier, description) VALUES (?, 'attributes', ?, ?)",
  ).run(name, name, description);
}

/** Creates a layer's view and describes it; SQLite looks for the tables behind it only when it is read. */
function addLayer(db: Database, layer: AnalystLayer): void {
  db.run(layerDdl(layer));
  if (layer.features === undefined) {
    addAttributes(db, layer);
  } else {
    addFeatures(db, layer, layer.features);
  }
  const describe = db.query(
    "INSERT INTO gpkg_data_columns (table_name, column_name, description) VALUES (?, ?, ?)",
  );
  for (const [column, [, description]] of Object.entries(layer.columns)) {
    describe.run(layer.name, column, description);
  }
}
