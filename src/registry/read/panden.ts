import { toGeoJson } from "../../geo/geojson.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { formatIdentificatie } from "../schema/object-types.ts";
import { listAdressenOfPand } from "./adressen.ts";
import type { PandRecord } from "./records.ts";

export interface PandOptions {
  geometry?: boolean;
  addresses?: boolean;
  counts?: boolean;
}

/** Row of `pand`; select it with {@link PAND_COLUMNS}. */
export interface PandRow {
  fid: number;
  bouwjaar: number | null;
  status: string;
  geconstateerd: number;
  voorkomen_identificatie: number;
  begin_geldigheid: string;
  eind_geldigheid: string | null;
  adres_count: number;
  verblijfsobject_count: number;
}

export const PAND_COLUMNS = `fid, bouwjaar, status, geconstateerd, voorkomen_identificatie, begin_geldigheid,
  eind_geldigheid, adres_count, verblijfsobject_count`;
const BY_ID = `SELECT ${PAND_COLUMNS} FROM pand WHERE fid = ?`;
const FOOTPRINT = "SELECT geom FROM pand WHERE fid = ?";

/** Finds a pand by id. Option `addresses` adds all addresses: a block of flats has hundreds. */
export function findPand(s: Snapshot, id: string, options: PandOptions = {}): PandRecord | undefined {
  const key = parseIdentificatie("PND", id);
  const row = key && s.statement<PandRow>(BY_ID).get(key);
  if (!row) {
    return undefined;
  }
  const record = toPandRecord(row);
  if (options.counts) {
    record.counts = { addresses: row.adres_count, residences: row.verblijfsobject_count };
  }
  if (options.addresses) {
    record.addresses = listAdressenOfPand(s, row.fid);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(
      decodeGpkgGeometry(s.statement<{ geom: Uint8Array }>(FOOTPRINT).get(row.fid)!.geom),
    );
  }
  return record;
}

/** Converts a row to a record, without the extra data of {@link PandOptions}. */
export function toPandRecord(row: PandRow): PandRecord {
  return {
    identificatie: formatIdentificatie(row.fid),
    bouwjaar: row.bouwjaar,
    status: row.status,
    geconstateerd: row.geconstateerd === 1,
    voorkomen_identificatie: row.voorkomen_identificatie,
    begin_geldigheid: row.begin_geldigheid,
    eind_geldigheid: row.eind_geldigheid,
  };
}
