/** Panden with their footprint, by place. */
import type { Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { listByPlace } from "../index/list-by-place.ts";
import { pandTreeOf } from "../index/rtree.ts";
import { acceptedWoonplaatsen, hasArea } from "./adres-filter.ts";
import { PAND_COLUMNS, type PandRow } from "./panden.ts";
import { LISTED_KEYS, readRowsByKeys, type Selection } from "./rows-by-place.ts";

/** Pand with the woonplaats that it belongs to and its footprint in RD. */
export interface PlacedPand {
  readonly row: PandRow & { readonly woonplaats_id: number };
  readonly footprint: Geometry;
}

type PlacedPandRow = PlacedPand["row"] & { readonly geom: Uint8Array };

const LISTED = `SELECT ${PAND_COLUMNS}, woonplaats_id, geom FROM ${LISTED_KEYS} CROSS JOIN pand ON pand.fid = listed`;
const IN_WOONPLAATSEN = " WHERE woonplaats_id IN (SELECT value FROM json_each(?))";

/**
 * Yields the selected panden by place, some hundreds at a time. No index leads from an area to its panden: with an area
 * and without a region all are read and tested, which takes 1 µs each.
 */
export function* readPanden(s: Snapshot, { filter, region }: Selection): Generator<PlacedPand[]> {
  const ofAreas = hasArea(filter);
  const sql = ofAreas ? LISTED + IN_WOONPLAATSEN : LISTED;
  const values = ofAreas ? [JSON.stringify([...acceptedWoonplaatsen(s, filter)])] : [];
  const keys = listByPlace(pandTreeOf(s), region);
  for (const rows of readRowsByKeys<PlacedPandRow>(s, keys, { sql, values })) {
    const panden = rows.map((row) => ({ row, footprint: decodeGpkgGeometry(row.geom) }));
    yield region === undefined ? panden : panden.filter(({ footprint }) => region.intersects(footprint));
  }
}

/** Estimates the number of selected panden; exact without a region. */
export function estimatePanden(s: Snapshot, { filter, region }: Selection): number {
  let total = 0;
  for (const woonplaats of acceptedWoonplaatsen(s, filter)) {
    total += s.areas.woonplaatsen.get(woonplaats)!.pandCount;
  }
  return region === undefined ? total : Math.min(total, pandTreeOf(s).estimateCount(region));
}
