/** Metadata tables that make the SQLite file a GeoPackage 1.3 (OGC 12-128r17), as QGIS, GDAL and DuckDB open it. */
import type { Database } from "../../base/sqlite.ts";
import {
  createMetadataTables,
  indexTriggers,
  RTREE_EXTENSION,
  rtreeNameOf,
  type SqlTarget,
} from "../../geo/geopackage-tables.ts";
import { ANALYST_LAYERS, type AnalystLayer, layerDdl } from "./analyst-layers.ts";
import { FEATURE_TABLES, type FeatureTable } from "./schema.ts";

/** Tables of the GeoPackage extension that describes columns. */
const COLUMN_DESCRIPTIONS_DDL = `
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
  return rtreeNameOf(table);
}

/** Creates and fills the GeoPackage metadata tables; the import builds the R*Trees named in them. */
export function createGeopackageTables(db: Database): void {
  createMetadataTables(db);
  db.run(COLUMN_DESCRIPTIONS_DDL);
  ANALYST_LAYERS.forEach((layer) => void addLayer(db, layer));
  for (const table of Object.keys(FEATURE_TABLES) as FeatureTable[]) {
    addFeatures(db, { name: table, description: DESCRIPTIONS[table] }, table);
    db.query("INSERT INTO gpkg_extensions VALUES (?, 'geom', 'gpkg_rtree_index', ?, 'write-only')").run(
      table,
      RTREE_EXTENSION,
    );
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

/** Creates the triggers that keep the R*Trees right when another program edits the file: GeoPackage demands them. */
export function createIndexTriggers(db: SqlTarget): void {
  for (const { ddl } of listIndexTriggers()) {
    db.exec(ddl);
  }
}

/** Drops them before baken writes: SQLite alone lacks their functions. */
export function dropIndexTriggers(db: SqlTarget): void {
  for (const { name } of listIndexTriggers()) {
    db.exec(`DROP TRIGGER IF EXISTS ${name}`);
  }
}

function listIndexTriggers() {
  return Object.keys(FEATURE_TABLES).flatMap(indexTriggers);
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

/** Creates a layer's view and describes it; SQLite looks for its tables only when it is read. */
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
