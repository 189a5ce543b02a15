/** Tiles of the panden of a registry by PostGIS, as one would make them otherwise. */
import type { SQL } from "bun";
import { type Geometry, polygonsOf } from "../../src/geo/geometry.ts";
import { decodeGpkgGeometry } from "../../src/geo/gpkg-geometry.ts";
import { rdToWgs84Into } from "../../src/geo/rd.ts";
import { TILE_EXTENT, type TileId, wgs84ToTileInto } from "../../src/geo/web-mercator.ts";
import { wkbSizeBytes, writeWkb } from "../../src/geo/wkb.ts";
import type { Snapshot } from "../../src/registry/file/snapshot.ts";
import type { Cluster } from "./postgres.ts";

/** Loads all panden in Web Mercator, so that no request has to project them, with a GiST index. */
export async function loadPanden({ sql, copy }: Cluster, s: Snapshot): Promise<void> {
  await sql.unsafe(`CREATE EXTENSION postgis;
    CREATE TABLE pand (id bigint, bouwjaar int, status text, geom geometry(Geometry, 3857))`);
  await copy("pand", pandLines(s));
  await sql.unsafe("CREATE INDEX ON pand USING gist (geom)");
  await sql.unsafe("VACUUM ANALYZE pand");
}

/** Makes the tile of panden that ours has: whole buildings with their ids. */
export async function makePostgisTile(sql: SQL, { z, x, y }: TileId): Promise<Uint8Array> {
  const [{ tile }] = await sql`
    WITH edges AS (SELECT ST_TileEnvelope(${z}, ${x}, ${y}) AS inner_box,
        ST_TileEnvelope(${z}, ${x}, ${y}, margin => (64.0 / 4096)) AS outer_box),
      features AS (
        SELECT id, bouwjaar, status, ST_AsMVTGeom(geom, inner_box, 4096, 64, false) AS geom
        FROM pand, edges WHERE geom && outer_box)
    SELECT ST_AsMVT(features, 'pand', 4096, 'geom', 'id') AS tile FROM features`;
  return tile;
}

type PandRow = [id: number, bouwjaar: number | null, status: string, geom: Uint8Array];

function* pandLines(s: Snapshot): Generator<string> {
  let last = 0;
  for (;;) {
    const rows = s
      .statement("SELECT fid, bouwjaar, status, geom FROM pand WHERE fid > ? ORDER BY fid LIMIT 10000")
      .values(last) as PandRow[];
    for (const [id, bouwjaar, status, geom] of rows) {
      yield `${id}\t${bouwjaar ?? "\\N"}\t${status}\t${toEwkb(decodeGpkgGeometry(geom))}`;
    }
    const final = rows.at(-1);
    if (final === undefined) {
      return;
    }
    last = final[0];
  }
}

const WORLD: TileId = { z: 0, x: 0, y: 0 };
const HALF_WORLD_M = Math.PI * 6_378_137;
const UNIT_M = (2 * HALF_WORLD_M) / TILE_EXTENT;
const HAS_SRID = 0x20000000;
const TYPE_OFFSET = 1;
const SRID_OFFSET = 5;

/** Returns a geometry in Web Mercator as hexadecimal EWKB, PostGIS's text form. */
function toEwkb(geometry: Geometry): string {
  const projected: Geometry = {
    type: "MultiPolygon",
    polygons: polygonsOf(geometry).map((rings) => rings.map(toWebMercator)),
  };
  const size = wkbSizeBytes(projected);
  const view = new DataView(new ArrayBuffer(size + 4));
  // The SRID is between the type and the rest.
  writeWkb(view, 4, projected);
  view.setUint8(0, 1);
  view.setUint32(TYPE_OFFSET, view.getUint32(4 + TYPE_OFFSET, true) | HAS_SRID, true);
  view.setUint32(SRID_OFFSET, 3857, true);
  return Buffer.from(view.buffer).toString("hex");
}

const position = new Float64Array(2);

function toWebMercator(ring: Float64Array): Float64Array {
  const projected = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    rdToWgs84Into(ring[i]!, ring[i + 1]!, position);
    wgs84ToTileInto(WORLD, position[0]!, position[1]!, position);
    projected[i] = position[0]! * UNIT_M - HALF_WORLD_M;
    projected[i + 1] = HALF_WORLD_M - position[1]! * UNIT_M;
  }
  return projected;
}
