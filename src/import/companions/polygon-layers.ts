/** Layers of polygons of a GeoPackage, and their geometries in RD metres, checked. */
import { type Database, openReadOnly } from "../../base/sqlite.ts";
import { type Box, envelopeOf, type Geometry, polygonsOf, type Ring } from "../../geo/geometry.ts";
import { quoteName } from "../../geo/geopackage-tables.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { wgs84ToRdInto } from "../../geo/rd.ts";
import { refuseImport } from "../refuse.ts";

export interface PolygonLayer {
  readonly name: string;
  readonly geometryColumn: string;
  /** Coordinate system, such as `EPSG:28992`. */
  readonly srs: string;
}

/** Names of columns with their values, as a file spells them. */
export type LayerRow = Readonly<Record<string, unknown>>;

/**
 * Returns the values of a row that are not empty, by their names in lower case without underscores. Unwraps lists of
 * one element, because OpenDataSoft wraps some values in a list.
 */
export function normaliseNames(row: LayerRow): Map<string, unknown> {
  return new Map(
    Object.entries(row)
      .filter(([, value]) => value !== null && value !== "")
      .map(([name, value]) => [
        name.toLowerCase().replaceAll("_", ""),
        Array.isArray(value) && value.length === 1 ? value[0] : value,
      ]),
  );
}

/**
 * Layers of areas. Generalised layers come first, then by name in descending order, so that the latest `cbs_pc4_<year>`
 * comes first. Excludes layers of points (CBS's labelpoints); `UPPER` because the spelling of geometry types varies.
 */
const LAYERS_SQL = `
SELECT c.table_name AS name, g.column_name AS geometryColumn,
  COALESCE(UPPER(s.organization) || ':' || s.organization_coordsys_id, 'srs_id ' || g.srs_id) AS srs
FROM gpkg_contents c
JOIN gpkg_geometry_columns g USING (table_name)
LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
WHERE c.data_type = 'features' AND UPPER(g.geometry_type_name) IN ('GEOMETRY', 'POLYGON', 'MULTIPOLYGON')
ORDER BY c.table_name LIKE '%niet_gegeneraliseerd%', c.table_name DESC`;

export function listPolygonLayers(db: Database): PolygonLayer[] {
  return db.query<PolygonLayer, []>(LAYERS_SQL).all();
}

/**
 * Returns the first row of a layer only: layers that are not needed can have millions. Throws `import_refused` for a
 * layer that is not a stored table.
 */
export function firstRow(db: Database, { name }: PolygonLayer, path: string): LayerRow | undefined {
  assertStored(db, name, path);
  return db.query<LayerRow, []>(`SELECT * FROM ${quoteName(name)} LIMIT 1`).get() ?? undefined;
}

/** Lists the layers and other tables of a GeoPackage that have all these columns, given in lower case. */
export function listTablesWith(db: Database, columns: readonly string[]): { name: string }[] {
  const sql = `
    SELECT c.table_name AS name FROM gpkg_contents c
    WHERE (SELECT count(*) FROM pragma_table_info(c.table_name)
      WHERE LOWER(name) IN (SELECT value FROM json_each(?))) = ?`;
  return db.query<{ name: string }, [string, number]>(sql).all(JSON.stringify(columns), columns.length);
}

/**
 * Yields the rows of a layer; `where` names a row in messages. `columns` is a list of SQL. Throws `import_refused` for
 * a layer that is not a stored table.
 */
export function* readLayerRows(
  db: Database,
  { name }: Pick<PolygonLayer, "name">,
  path: string,
  columns = "*",
): Generator<{ row: LayerRow; where: string }> {
  assertStored(db, name, path);
  let number = 0;
  for (const row of db.query<LayerRow, []>(`SELECT ${columns} FROM ${quoteName(name)}`).iterate()) {
    number++;
    yield { row, where: `${path} layer ${name} row ${number}` };
  }
}

/**
 * Yields the items that `read` yields of a GeoPackage. Throws `import_refused` in place of the errors of SQLite that a
 * damaged file causes.
 */
export function* readGeoPackage<T>(path: string, read: (db: Database) => Iterable<T>): Generator<T> {
  let db: Database | undefined;
  try {
    db = openReadOnly(path);
    for (const name of SYSTEM_TABLES) {
      assertStored(db, name, path);
    }
    yield* read(db);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SQLiteError") {
      throw error;
    }
    refuseImport(`${path} cannot be read as a GeoPackage: ${error.message}.`, error);
  } finally {
    db?.close();
  }
}

const SYSTEM_TABLES = ["gpkg_contents", "gpkg_geometry_columns", "gpkg_spatial_ref_sys"];

/** Finds views and tables that compute values: they may never end, or differ from one reading to the next. */
const NOT_STORED_SQL = `
SELECT CASE WHEN type = 'view' THEN 'a view' WHEN sql LIKE 'CREATE VIRTUAL%' THEN 'a virtual table'
  ELSE 'a table with computed columns' END AS kind
FROM sqlite_schema WHERE name = ? COLLATE NOCASE AND (type = 'view' OR type = 'table' AND (sql LIKE 'CREATE VIRTUAL%'
  OR EXISTS (SELECT 1 FROM pragma_table_xinfo(sqlite_schema.name) WHERE hidden IN (2, 3))))`;

/** Throws `import_refused` for a view, or a table that computes values. */
function assertStored(db: Database, name: string, path: string): void {
  const found = db.query<{ kind: string }, [string]>(NOT_STORED_SQL).get(name);
  if (found !== null) {
    refuseImport(
      `${path}: ${name} is ${found.kind}, and only stored tables are read: give a copy with tables.`,
    );
  }
}

const RD = "EPSG:28992";
const WGS84 = "EPSG:4326";

/** Throws `import_refused` for a layer that is neither in RD nor in WGS84. */
export function assertSrs({ name, srs }: PolygonLayer, path: string): void {
  if (srs !== RD && srs !== WGS84) {
    refuseImport(`${path} layer ${name} is in ${srs}: expected ${RD} or ${WGS84}.`);
  }
}

/** Returns the geometry of a blob of a layer, in RD metres. Throws `import_refused` for one that cannot be read. */
export function decodeArea(blob: unknown, { srs }: PolygonLayer, where: string): Geometry {
  if (!(blob instanceof Uint8Array)) {
    return refuseImport(`${where} has no geometry blob.`);
  }
  try {
    const geometry = decodeGpkgGeometry(blob);
    return srs === RD ? geometry : toRd(geometry);
  } catch (error) {
    return refuseImport(`${where} has a geometry that cannot be read: ${(error as Error).message}.`, error);
  }
}

const position = new Float64Array(2);

/**
 * Converts WGS84 degrees to RD metres. GeoPackages store longitude before latitude, whatever the axis order of the
 * coordinate system.
 */
function toRd(geometry: Geometry): Geometry {
  if (geometry.type === "Point") {
    return geometry;
  }
  if (geometry.type === "Polygon") {
    return { type: "Polygon", rings: geometry.rings.map(ringToRd) };
  }
  return { type: "MultiPolygon", polygons: geometry.polygons.map((rings) => rings.map(ringToRd)) };
}

function ringToRd(ring: Ring): Ring {
  const converted = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    wgs84ToRdInto(ring[i + 1]!, ring[i]!, position);
    converted.set(position, i);
  }
  return converted;
}

/** Minimum number of coordinates of a ring: a triangle has four positions; the last equals the first. */
const MIN_RING_LENGTH = 8;

/**
 * Box far around the country in RD metres; detects exchanged axes and other coordinate systems, not errors of a
 * kilometre.
 */
const NETHERLANDS_BOX = { minX: -100_000, minY: 200_000, maxX: 400_000, maxY: 750_000 };

/**
 * Returns true for an area's geometry, in RD metres; false for one without vertices, which GeoPackage writers store for
 * an area without a shape. Throws `import_refused` for a point, an invalid ring, and coordinates far from the
 * Netherlands.
 */
export function isUsableArea(geometry: Geometry, where: string): boolean {
  if (geometry.type === "Point") {
    refuseImport(`${where} is a Point: expected a Polygon or MultiPolygon.`);
  }
  assertRings(geometry, where);
  const box = envelopeOf(geometry);
  if (box.minX > box.maxX) {
    return false;
  }
  assertInNetherlands(box, where);
  return true;
}

/** Returns a MultiPolygon with the polygons of both; polygons that overlap or touch are not dissolved. */
export function mergeAreas(a: Geometry, b: Geometry): Geometry {
  return { type: "MultiPolygon", polygons: [...polygonsOf(a), ...polygonsOf(b)] };
}

function assertRings(geometry: Geometry, where: string): void {
  for (const ring of polygonsOf(geometry).flat()) {
    const isClosed = ring[0] === ring.at(-2) && ring[1] === ring.at(-1);
    if (ring.length < MIN_RING_LENGTH || !isClosed || !ring.every(Number.isFinite)) {
      refuseImport(`${where} has a ring that is not closed, too short or not of numbers.`);
    }
  }
}

function assertInNetherlands({ minX, minY, maxX, maxY }: Box, where: string): void {
  const isInside =
    minX >= NETHERLANDS_BOX.minX &&
    minY >= NETHERLANDS_BOX.minY &&
    maxX <= NETHERLANDS_BOX.maxX &&
    maxY <= NETHERLANDS_BOX.maxY;
  if (isInside) {
    return;
  }
  const at = `RD ${Math.round(minX)}, ${Math.round(minY)}`;
  refuseImport(
    `${where} reaches outside the Netherlands (${at}): wrong coordinate system, or exchanged axes?`,
  );
}
