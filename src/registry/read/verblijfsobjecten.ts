/** Verblijfsobjecten, one by one and by place: each is found by its hoofdadres, at the same position. */
import { toGeoJson } from "../../geo/geojson.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { rowNames, type TableRowOf } from "../schema/field-types.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { formatIdentificatie, OBJECT_TYPES, stageOf } from "../schema/object-types.ts";
import { RESIDENCE } from "../schema/record-fields.ts";
import { nevenadressenSql } from "../schema/shared-fields.ts";
import { isOfStageSql } from "../schema/status-sql.ts";
import { hasArea } from "./adres-filter.ts";
import { readAdres, splitList } from "./adres-record.ts";
import { adresConditions, estimateAdressen, listAdresKeys } from "./adressen-by-place.ts";
import { hasBuurt } from "./buurt-filter.ts";
import type { VerblijfsobjectRecord } from "./records.ts";
import { LISTED_KEYS, readRowsByKeys, type Selection } from "./rows-by-place.ts";

export interface VerblijfsobjectOptions {
  geometry?: boolean;
  /** Adds the hoofdadres; null when its nummeraanduiding is no address (any more). */
  address?: boolean;
  stage?: boolean;
}

/** Row of `verblijfsobject`; select it with {@link VERBLIJFSOBJECT_COLUMNS}. */
type VerblijfsobjectRow = TableRowOf<typeof RESIDENCE> & {
  fid: number;
  status: number;
  pand_id: number | null;
  hoofdadres_id: number;
  /** Identificaties joined by `|`. */
  nevenadressen: string | null;
};

/** Row with the text of its status. */
export type VerblijfsobjectValues = Omit<VerblijfsobjectRow, "status"> & { readonly status: string };

const STORED_COLUMNS = ["fid", ...rowNames(RESIDENCE), "status", "pand_id", "hoofdadres_id"];

/** Lists SQL for the values of the record of a row of `table`, whose nevenadressen are the ones in `adressen`. */
export function verblijfsobjectValuesSql(table: string, adressen?: string): string[] {
  return [...STORED_COLUMNS.map((name) => `${table}.${name}`), nevenadressenSql(table, adressen)];
}

const VERBLIJFSOBJECT_COLUMNS = `${verblijfsobjectValuesSql("verblijfsobject").join(", ")} AS nevenadressen`;
const BY_ID = `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM verblijfsobject WHERE fid = ?`;
const GEOMETRY = "SELECT geom FROM verblijfsobject WHERE fid = ?";

export function findVerblijfsobject(
  s: Snapshot,
  id: string,
  options: VerblijfsobjectOptions = {},
): VerblijfsobjectRecord | undefined {
  const key = parseIdentificatie("VBO", id);
  return key === undefined ? undefined : readVerblijfsobject(s, key, options);
}

/** Reads one verblijfsobject by its key. */
export function readVerblijfsobject(
  s: Snapshot,
  key: number,
  options: VerblijfsobjectOptions = {},
): VerblijfsobjectRecord | undefined {
  const row = s.statement<VerblijfsobjectRow>(BY_ID).get(key);
  if (row === null) {
    return undefined;
  }
  const record = toVerblijfsobjectRecord(row);
  if (options.address) {
    record.address = readAdres(s, row.hoofdadres_id) ?? null;
  }
  if (options.stage) {
    record.stage = stageOf("VBO", record.status);
  }
  if (options.geometry) {
    const { geom } = s.statement<{ geom: Uint8Array }>(GEOMETRY).get(row.fid)!;
    record.geometry = toGeoJson(decodeGpkgGeometry(geom));
  }
  return record;
}

/** Converts a row to a record, without the extra data of {@link VerblijfsobjectOptions}. */
function toVerblijfsobjectRecord(row: VerblijfsobjectRow): VerblijfsobjectRecord {
  return verblijfsobjectRecordOf({ ...row, status: OBJECT_TYPES.VBO.statuses[row.status]! });
}

/** Makes the record of a verblijfsobject from its values. */
export function verblijfsobjectRecordOf(row: VerblijfsobjectValues): VerblijfsobjectRecord {
  return {
    identificatie: formatIdentificatie(row.fid),
    gebruiksdoel: splitList(row.gebruiksdoel),
    oppervlakte: row.oppervlakte,
    status: row.status,
    pand_id: row.pand_id === null ? null : formatIdentificatie(row.pand_id),
    hoofdadres_nummeraanduiding_id: formatIdentificatie(row.hoofdadres_id),
    nevenadres_nummeraanduiding_ids: splitList(row.nevenadressen),
    latitude: row.latitude,
    longitude: row.longitude,
    rd_x: row.rd_x,
    rd_y: row.rd_y,
  };
}

const OF_ADRESSEN = `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM ${LISTED_KEYS} CROSS JOIN adres ON adres.fid = listed
  CROSS JOIN verblijfsobject ON verblijfsobject.fid = adresseerbaar_object_id AND hoofdadres_id = adres.fid
  WHERE true`;
/** Verblijfsobjecten whose hoofdadres is no address, or is the address of another object (schema.ts, reference a). */
const withoutAdres = (condition: string) => `SELECT ${VERBLIJFSOBJECT_COLUMNS} FROM unresolved_reference
  CROSS JOIN verblijfsobject ON verblijfsobject.fid = source_id AND hoofdadres_id = target_id${condition}
  ORDER BY verblijfsobject.fid`;

/**
 * Yields the selected verblijfsobjecten by place, some hundreds at a time; those without an address come last. Areas of
 * the filter are columns of the hoofdadres, so that a verblijfsobject without an address is in no area.
 */
export function* readVerblijfsobjecten(
  s: Snapshot,
  { filter, region }: Selection,
): Generator<VerblijfsobjectRecord[]> {
  const selection = { region, filter: { ...filter, type: "verblijfsobject" } } as const;
  const { stage, ...ofAdres } = selection.filter;
  const ofStage = stage === undefined ? "" : ` AND ${isOfStageSql("VBO", "verblijfsobject", stage)}`;
  const { sql, values } = adresConditions(s, ofAdres);
  const keys = listAdresKeys(s, selection);
  const toSelected = (rows: VerblijfsobjectRow[]) => {
    const records = rows.map(toVerblijfsobjectRecord);
    return region === undefined ? records : records.filter((record) => region.contains(record));
  };
  for (const rows of readRowsByKeys<VerblijfsobjectRow>(s, keys, {
    sql: OF_ADRESSEN + sql + ofStage,
    values,
  })) {
    yield toSelected(rows);
  }
  if (!hasArea(filter) && !hasBuurt(filter) && filter.postcodegebied === undefined) {
    yield toSelected(s.statement<VerblijfsobjectRow>(withoutAdres(ofStage)).all());
  }
}

/**
 * Estimates the number of selected verblijfsobjecten. The estimate includes nevenadressen and objects of other stages,
 * but no objects without an address.
 */
export function estimateVerblijfsobjecten(s: Snapshot, { filter, region }: Selection): number {
  return estimateAdressen(s, { region, filter: { ...filter, type: "verblijfsobject" } });
}
