import { toGeoJson } from "../geo/geojson.ts";
import { decodeGpkgGeometry } from "../geo/gpkg-geometry.ts";
import { rdPosition, readAdres, splitList } from "./adres-record.ts";
import { parseIdentificatie } from "./identificatie.ts";
import { formatIdentificatie, OBJECT_TYPES } from "./object-types.ts";
import type { VerblijfsobjectRecord } from "./records.ts";
import type { Snapshot } from "./snapshot.ts";

export interface VerblijfsobjectOptions {
  geometry?: boolean;
  /** Adds the hoofdadres; null when its nummeraanduiding is no address (any more). */
  address?: boolean;
}

/** Row of `verblijfsobject`; select it with {@link VERBLIJFSOBJECT_COLUMNS}. */
export interface VerblijfsobjectRow {
  fid: number;
  gebruiksdoel: string | null;
  oppervlakte: number | null;
  status: number;
  pand_id: number | null;
  hoofdadres_id: number;
  nevenadres_ids: string | null;
  latitude: number;
  longitude: number;
  geom: Uint8Array;
}

export const VERBLIJFSOBJECT_COLUMNS = `verblijfsobject.fid, verblijfsobject.gebruiksdoel, verblijfsobject.oppervlakte,
  status, verblijfsobject.pand_id, hoofdadres_id, nevenadres_ids, verblijfsobject.latitude, verblijfsobject.longitude,
  verblijfsobject.geom`;
const BY_ID = `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM verblijfsobject WHERE fid = ?`;

export function findVerblijfsobject(
  s: Snapshot,
  id: string,
  options: VerblijfsobjectOptions = {},
): VerblijfsobjectRecord | undefined {
  const key = parseIdentificatie("VBO", id);
  const row = key && s.statement<VerblijfsobjectRow>(BY_ID).get(key);
  if (!row) {
    return undefined;
  }
  const record = toVerblijfsobjectRecord(row);
  if (options.address) {
    record.address = readAdres(s, row.hoofdadres_id) ?? null;
  }
  if (options.geometry) {
    record.geometry = toGeoJson(decodeGpkgGeometry(row.geom));
  }
  return record;
}

/** Converts a row to a record, without the extra data of {@link VerblijfsobjectOptions}. */
export function toVerblijfsobjectRecord(row: VerblijfsobjectRow): VerblijfsobjectRecord {
  const rd = rdPosition(decodeGpkgGeometry(row.geom));
  return {
    identificatie: formatIdentificatie(row.fid),
    gebruiksdoel: splitList(row.gebruiksdoel),
    oppervlakte: row.oppervlakte,
    status: OBJECT_TYPES.VBO.statuses[row.status]!,
    pand_id: row.pand_id === null ? null : formatIdentificatie(row.pand_id),
    hoofdadres_nummeraanduiding_id: formatIdentificatie(row.hoofdadres_id),
    nevenadres_nummeraanduiding_ids: splitList(row.nevenadres_ids).map((nevenadres) =>
      nevenadres.padStart(16, "0"),
    ),
    latitude: row.latitude,
    longitude: row.longitude,
    rd_x: rd.x,
    rd_y: rd.y,
  };
}
