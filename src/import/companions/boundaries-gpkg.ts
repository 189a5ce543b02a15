import { type Database, openReadOnly } from "../../base/sqlite.ts";
import type { Geometry, Ring } from "../../geo/geometry.ts";
import { quoteName } from "../../geo/geopackage-tables.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { wgs84ToRdInto } from "../../geo/rd.ts";
import { refuse } from "../refuse.ts";
import { type BoundaryArea, type BoundaryProperties, parseBoundaryArea } from "./boundary-area.ts";

interface Layer {
  readonly name: string;
  readonly geometryColumn: string;
  /** Coordinate system, such as `EPSG:28992`. */
  readonly srs: string;
}

const RD = "EPSG:28992";
const WGS84 = "EPSG:4326";

/**
 * Layers of areas in order of preference, as the first of each kind is read: generalised before not generalised, and
 * the latest of `cbs_pc4_<year>`. Excludes layers of points (CBS's labelpoints); `UPPER` because the spelling of
 * geometry types varies.
 */
const LAYERS_SQL = `
SELECT c.table_name AS name, g.column_name AS geometryColumn,
  COALESCE(UPPER(s.organization) || ':' || s.organization_coordsys_id, 'srs_id ' || g.srs_id) AS srs
FROM gpkg_contents c
JOIN gpkg_geometry_columns g USING (table_name)
LEFT JOIN gpkg_spatial_ref_sys s ON s.srs_id = g.srs_id
WHERE c.data_type = 'features' AND UPPER(g.geometry_type_name) IN ('GEOMETRY', 'POLYGON', 'MULTIPOLYGON')
ORDER BY c.table_name LIKE '%niet_gegeneraliseerd%', c.table_name DESC`;

const position = new Float64Array(2);

/**
 * Yields the gemeenten and postcodegebieden of a GeoPackage in RD metres, from the first layer of each kind. Skips
 * rows without a geometry.
 */
export function* readGpkgBoundaries(
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  let db: Database | undefined;
  try {
    db = openReadOnly(path);
    const done = new Set<BoundaryArea["kind"]>();
    for (const layer of db.query<Layer, []>(LAYERS_SQL).all()) {
      const kind = kindOf(db, layer, path);
      if (kind === undefined || done.has(kind)) {
        continue;
      }
      assertSrs(layer, path);
      done.add(kind);
      yield* readLayer(db, layer, path);
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SQLiteError") {
      throw error;
    }
    refuse(`${path} cannot be read as a GeoPackage: ${error.message}.`, error);
  } finally {
    db?.close();
  }
}

/** Returns the kind of area of a layer by its first row only: irrelevant layers can have millions of rows. */
function kindOf(db: Database, layer: Layer, path: string): BoundaryArea["kind"] | undefined {
  const first = db.query<BoundaryProperties, []>(`SELECT * FROM ${quoteName(layer.name)} LIMIT 1`).get();
  return first === null ? undefined : parseBoundaryArea(first, `${path} layer ${layer.name}`)?.kind;
}

function assertSrs({ name, srs }: Layer, path: string): void {
  if (srs !== RD && srs !== WGS84) {
    refuse(`${path} layer ${name} is in ${srs}: expected ${RD} or ${WGS84}.`);
  }
}

function* readLayer(
  db: Database,
  { name, geometryColumn, srs }: Layer,
  path: string,
): Generator<{ area: BoundaryArea; geometry: Geometry; where: string }> {
  let row = 0;
  for (const properties of db.query<BoundaryProperties, []>(`SELECT * FROM ${quoteName(name)}`).iterate()) {
    row++;
    const area = parseBoundaryArea(properties, `${path} layer ${name} row ${row}`);
    const blob = properties[geometryColumn];
    if (area === undefined || blob === null) {
      continue;
    }
    const where = `${path} layer ${name} row ${row} (${area.kind} ${area.code})`;
    const geometry = decode(blob, where);
    yield { area, geometry: srs === RD ? geometry : toRd(geometry), where };
  }
}

function decode(blob: unknown, where: string): Geometry {
  if (!(blob instanceof Uint8Array)) {
    return refuse(`${where} has no geometry blob.`);
  }
  try {
    return decodeGpkgGeometry(blob);
  } catch (error) {
    return refuse(`${where} has a geometry that cannot be read: ${(error as Error).message}.`, error);
  }
}

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
