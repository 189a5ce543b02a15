import { toGeoJson } from "../../geo/geojson.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { nevenadressenSql } from "../schema/analyst-layers.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { formatIdentificatie, OBJECT_TYPES } from "../schema/object-types.ts";
import { readAdres, splitList } from "./adres-record.ts";
import type { VerblijfsobjectRecord } from "./records.ts";

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
  /** Identificaties joined by `|`. */
  nevenadressen: string | null;
  latitude: number;
  longitude: number;
  rd_x: number;
  rd_y: number;
}

export const VERBLIJFSOBJECT_COLUMNS = `verblijfsobject.fid, verblijfsobject.gebruiksdoel, verblijfsobject.oppervlakte,
  status, verblijfsobject.pand_id, hoofdadres_id,
  ${nevenadressenSql("verblijfsobject")} AS nevenadressen, verblijfsobject.latitude, verblijfsobject.longitude,
  verblijfsobject.rd_x, verblijfsobject.rd_y`;
const BY_ID = `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM verblijfsobject WHERE fid = ?`;
const GEOMETRY = "SELECT geom FROM verblijfsobject WHERE fid = ?";

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
    const { geom } = s.statement<{ geom: Uint8Array }>(GEOMETRY).get(row.fid)!;
    record.geometry = toGeoJson(decodeGpkgGeometry(geom));
  }
  return record;
}

/** Converts a row to a record, without the extra data of {@link VerblijfsobjectOptions}. */
export function toVerblijfsobjectRecord(row: VerblijfsobjectRow): VerblijfsobjectRecord {
  return {
    identificatie: formatIdentificatie(row.fid),
    gebruiksdoel: splitList(row.gebruiksdoel),
    oppervlakte: row.oppervlakte,
    status: OBJECT_TYPES.VBO.statuses[row.status]!,
    pand_id: row.pand_id === null ? null : formatIdentificatie(row.pand_id),
    hoofdadres_nummeraanduiding_id: formatIdentificatie(row.hoofdadres_id),
    nevenadres_nummeraanduiding_ids: splitList(row.nevenadressen),
    latitude: row.latitude,
    longitude: row.longitude,
    rd_x: row.rd_x,
    rd_y: row.rd_y,
  };
}
