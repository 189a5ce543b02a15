/** Metadata tables that make a SQLite file a GeoPackage 1.3 (OGC 12-128r17), and its coordinate systems. */
/** Database that runs SQL: both drivers of base/sqlite.ts have this method. */
export interface SqlTarget {
  exec(sql: string): unknown;
}

/**
 * EPSG:28992. TOWGS84 has metres, seconds of arc in the sense of EPSG:9606 (position vector), and millionths; programs
 * without a table of EPSG compute with it.
 */
const RD_WKT = `PROJCS["Amersfoort / RD New",GEOGCS["Amersfoort",DATUM["Amersfoort",SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],TOWGS84[565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725],AUTHORITY["EPSG","6289"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4289"]],PROJECTION["Oblique_Stereographic"],PARAMETER["latitude_of_origin",52.1561605555556],PARAMETER["central_meridian",5.38763888888889],PARAMETER["scale_factor",0.9999079],PARAMETER["false_easting",155000],PARAMETER["false_northing",463000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["X",EAST],AXIS["Y",NORTH],AUTHORITY["EPSG","28992"]]`;
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
CREATE TABLE gpkg_ogr_contents (table_name TEXT NOT NULL PRIMARY KEY, feature_count INTEGER);`;

/**
 * Creates the metadata tables in an empty database, and fills the table of coordinate systems. GDAL and QGIS take the
 * number of a layer's rows from `gpkg_ogr_contents`, and count the rows of a layer that is not in it.
 */
export function createMetadataTables(db: SqlTarget): void {
  db.exec("PRAGMA application_id = 0x47504B47");
  db.exec("PRAGMA user_version = 10300");
  db.exec(DDL);
  // As text: a prepared statement that is never finalized keeps Bun's driver from closing the file.
  db.exec(`INSERT INTO gpkg_spatial_ref_sys VALUES
    ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
    ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
    ('WGS 84 geodetic', 4326, 'EPSG', 4326, '${WGS84_WKT}', NULL),
    ('Amersfoort / RD New', 28992, 'EPSG', 28992, '${RD_WKT}', NULL)`);
}

/** Database that is queried as well. */
interface SqlReader {
  query(sql: string): { get(...parameters: string[]): unknown };
}

/** Returns false when the file describes RD otherwise than {@link createMetadataTables} does. */
export function describesRd(db: SqlReader): boolean {
  const found = db.query("SELECT 1 FROM gpkg_spatial_ref_sys WHERE srs_id = 28992 AND definition = ?");
  return found.get(RD_WKT) !== null;
}

/** Brings the metadata of a copied file up to date: the description of RD, and the time of the last change. */
export function renewMetadata(db: SqlTarget): void {
  db.exec(`UPDATE gpkg_spatial_ref_sys SET definition = '${RD_WKT}' WHERE srs_id = 28992;
    UPDATE gpkg_contents SET last_change = strftime('%Y-%m-%dT%H:%M:%fZ','now')`);
}

export const RTREE_EXTENSION = "http://www.geopackage.org/spec120/#extension_rtree";

/** Returns the name of a layer's R*Tree, as the GeoPackage extension gpkg_rtree_index prescribes it. */
export function rtreeNameOf(table: string): string {
  return `rtree_${table}_geom`;
}

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

interface Trigger {
  readonly name: string;
  /** Statement that creates it. */
  readonly ddl: string;
}

/**
 * Triggers keep the spatial index (OGC 12-128r17, annex F.3) right when a program edits the file. Their functions ST_…
 * belong to the program that edits, such as QGIS. Returns the triggers of the index of a layer with columns `fid` and
 * `geom`. The triggers for a changed key are `OF fid`, which the annex leaves out: so a program without the functions
 * ST_… can change attributes.
 */
export function indexTriggers(layer: string): Trigger[] {
  const filled = "NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)";
  const empty = "NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)";
  const index = rtreeNameOf(layer);
  const tree = quoteName(index);
  const box = ["ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"].map((side) => `${side}(NEW.geom)`);
  const put = `INSERT OR REPLACE INTO ${tree} VALUES (NEW.fid, ${box.join(", ")});`;
  const drop = `DELETE FROM ${tree} WHERE id = OLD.fid;`;
  const triggers: [event: string, on: string, condition: string, action: string][] = [
    ["insert", "INSERT", filled, put],
    ["update1", "UPDATE OF geom", `OLD.fid = NEW.fid AND (${filled})`, put],
    ["update2", "UPDATE OF geom", `OLD.fid = NEW.fid AND (${empty})`, drop],
    ["update3", "UPDATE OF fid", `OLD.fid != NEW.fid AND (${filled})`, `${drop} ${put}`],
    [
      "update4",
      "UPDATE OF fid",
      `OLD.fid != NEW.fid AND (${empty})`,
      `${drop} DELETE FROM ${tree} WHERE id = NEW.fid;`,
    ],
    ["delete", "DELETE", "OLD.geom NOTNULL", drop],
  ];
  return triggers.map(([event, on, condition, action]) => ({
    name: `${index}_${event}`,
    // A line of its own for ON: GDAL writes an update3 with "UPDATE OF … ON" again when it opens the file for editing.
    ddl: `CREATE TRIGGER ${quoteName(`${index}_${event}`)} AFTER ${on}
ON ${quoteName(layer)} WHEN (${condition}) BEGIN ${action} END`,
  }));
}

/** Returns the statements that create the triggers of `gpkg_ogr_contents`. */
export function countTriggers(layer: string): string[] {
  const name = `'${layer.replaceAll("'", "''")}'`;
  return [
    ["insert", "+"],
    ["delete", "-"],
  ].map(
    ([event, sign]) =>
      `CREATE TRIGGER ${quoteName(`trigger_${event}_feature_count_${layer}`)} AFTER ${event} ON ${quoteName(layer)}
        BEGIN UPDATE gpkg_ogr_contents SET feature_count = feature_count ${sign} 1
          WHERE lower(table_name) = lower(${name}); END`,
  );
}
