/** Panden, one by one and with their footprint by place. */
import { toGeoJson } from "../../geo/geojson.ts";
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { listByPlace } from "../index/list-by-place.ts";
import { pandTreeOf } from "../index/rtree.ts";
import { rowNames, type TableRowOf } from "../schema/field-types.ts";
import { parseIdentificatie } from "../schema/identificatie.ts";
import { formatIdentificatie, stageOf } from "../schema/object-types.ts";
import { BUILDING } from "../schema/record-fields.ts";
import { isOfStageSql } from "../schema/status-sql.ts";
import { acceptedWoonplaatsen, hasArea } from "./adres-filter.ts";
import { listAdressenOfPand } from "./adressen.ts";
import type { PandRecord } from "./records.ts";
import { LISTED_KEYS, readRowsByKeys, type Selection } from "./rows-by-place.ts";

export interface PandOptions {
  geometry?: boolean;
  addresses?: boolean;
  counts?: boolean;
  stage?: boolean;
}

/** Row of `pand`; select it with {@link PAND_COLUMNS}. */
export type PandRow = TableRowOf<typeof BUILDING> & {
  fid: number;
  adres_count: number;
  verblijfsobject_count: number;
};

/** Columns of the fields that a record always has. */
export const PLAIN_PAND_COLUMNS: readonly string[] = ["fid", ...rowNames(BUILDING)];
export const PAND_COLUMNS = [...PLAIN_PAND_COLUMNS, "adres_count", "verblijfsobject_count"].join(", ");
const BY_ID = `SELECT ${PAND_COLUMNS} FROM pand WHERE fid = ?`;
const FOOTPRINT = "SELECT geom FROM pand WHERE fid = ?";

/** Finds a pand by id. Option `addresses` adds all addresses: a block of flats has hundreds. */
export function findPand(s: Snapshot, id: string, options: PandOptions = {}): PandRecord | undefined {
  const key = parseIdentificatie("PND", id);
  return key === undefined ? undefined : readPand(s, key, options);
}

/** Reads one pand by its key. */
export function readPand(s: Snapshot, key: number, options: PandOptions = {}): PandRecord | undefined {
  const row = s.statement<PandRow>(BY_ID).get(key);
  if (row === null) {
    return undefined;
  }
  const record = toPandRecord(row);
  if (options.counts) {
    record.counts = { addresses: row.adres_count, residences: row.verblijfsobject_count };
  }
  if (options.addresses) {
    record.addresses = listAdressenOfPand(s, row.fid);
  }
  if (options.stage) {
    record.stage = stageOf("PND", row.status);
  }
  if (options.geometry) {
    record.geometry = toGeoJson(readFootprint(s, row.fid));
  }
  return record;
}

/** Reads the footprint of a pand in RD; the pand must exist. */
export function readFootprint(s: Snapshot, key: number): Geometry {
  return decodeGpkgGeometry(s.statement<{ geom: Uint8Array }>(FOOTPRINT).get(key)!.geom);
}

/** Converts a row to a record, without the extra data of {@link PandOptions}. */
export function toPandRecord(row: Omit<PandRow, "adres_count" | "verblijfsobject_count">): PandRecord {
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

/** Pand with the woonplaats that it belongs to and its footprint in RD. */
export interface PlacedPand {
  readonly row: PandRow & { readonly woonplaats_id: number };
  readonly footprint: Geometry;
}

type PlacedPandRow = PlacedPand["row"] & { readonly geom: Uint8Array };

const LISTED = `SELECT ${PAND_COLUMNS}, woonplaats_id, geom FROM ${LISTED_KEYS} CROSS JOIN pand ON pand.fid = listed`;
const IN_WOONPLAATSEN = " AND woonplaats_id IN (SELECT value FROM json_each(?))";

/**
 * Yields the selected panden by place, some hundreds at a time. No index leads from an area to its panden: with an area
 * and without a region all are read and tested, which takes 1 µs each.
 */
export function* readPanden(s: Snapshot, { filter, region }: Selection): Generator<PlacedPand[]> {
  const ofAreas = hasArea(filter);
  const ofStage = filter.stage === undefined ? "" : ` AND ${isOfStageSql("PND", "pand", filter.stage)}`;
  const sql = LISTED + (ofAreas ? IN_WOONPLAATSEN : "") + ofStage;
  const values = ofAreas ? [JSON.stringify([...acceptedWoonplaatsen(s, filter)])] : [];
  const keys = listByPlace(pandTreeOf(s), region);
  for (const rows of readRowsByKeys<PlacedPandRow>(s, keys, { sql, values })) {
    const panden = rows.map((row) => ({ row, footprint: decodeGpkgGeometry(row.geom) }));
    yield region === undefined ? panden : panden.filter(({ footprint }) => region.intersects(footprint));
  }
}

/** Estimates the number of selected panden. Exact without a region and a stage; the estimate includes other stages. */
export function estimatePanden(s: Snapshot, { filter, region }: Selection): number {
  let total = 0;
  for (const woonplaats of acceptedWoonplaatsen(s, filter)) {
    total += s.areas.woonplaatsen.get(woonplaats)!.pandCount;
  }
  return region === undefined ? total : Math.min(total, pandTreeOf(s).estimateCount(region));
}
