/** Postcodegebieden (four digits) that have an address. */
import { memoizePerObject } from "../../base/memoize.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import { type RdPoint, roundDegrees, wgs84ToRd } from "../../geo/rd.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { intersectsWgs84Box, ROOT_CELL, rdIntersectionBox, type Wgs84Box } from "../index/wgs84-box.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import type { PostcodegebiedRecord } from "./records.ts";

export interface Postcodegebied {
  /** The four digits as a number. */
  readonly id: number;
  /** Record without boundary and source. */
  readonly record: Readonly<PostcodegebiedRecord>;
  readonly boundarySource: string;
  /** Centroid in RD. */
  readonly centroid: RdPoint;
}

const IN_RD_BOX = `SELECT id FROM rtree_postcodegebied_geom
  WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?`;
const BOUNDARY = "SELECT geom FROM postcodegebied WHERE fid = ?";

/** Returns the keys of the postcodegebieden whose boundary shares a point with the box. */
export function idsInBox(s: Snapshot, box: Wgs84Box): Set<number> {
  const area = rdIntersectionBox(ROOT_CELL, box);
  if (area === undefined) {
    return new Set();
  }
  const candidates = s
    .statement<{ id: number }>(IN_RD_BOX)
    .all(area.maxX, area.minX, area.maxY, area.minY)
    .map(({ id }) => id);
  return new Set(
    candidates.filter((id) => {
      const { geom } = s.statement<{ geom: Uint8Array }>(BOUNDARY).get(id)!;
      return intersectsWgs84Box(decodeGpkgGeometry(geom), box);
    }),
  );
}

interface PostcodegebiedRow {
  fid: number;
  adres_count: number;
  woonplaats_naam: string;
  latitude: number;
  longitude: number;
  boundary_source: string;
}

const ALL = `SELECT fid, adres_count, woonplaats_naam, latitude, longitude, boundary_source FROM postcodegebied
  ORDER BY fid`;

/** Returns all postcodegebieden by code; reads them once per snapshot: 4,000 rows, about 10 ms for the country. */
export const postcodegebiedenOf = memoizePerObject(({ db }: Snapshot): readonly Postcodegebied[] =>
  db.query<PostcodegebiedRow, []>(ALL).all().map(toPostcodegebied),
);

function toPostcodegebied(row: PostcodegebiedRow): Postcodegebied {
  return {
    id: row.fid,
    record: {
      area: formatIdentificatie(row.fid, 4),
      address_count: row.adres_count,
      sample_city: row.woonplaats_naam,
      centroid_latitude: roundDegrees(row.latitude),
      centroid_longitude: roundDegrees(row.longitude),
    },
    boundarySource: row.boundary_source,
    centroid: wgs84ToRd(row.latitude, row.longitude),
  };
}
