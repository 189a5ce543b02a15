import type { Box, Geometry } from "../../geo/geometry.ts";
import { decodeGpkgGeometry } from "../../geo/gpkg-geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { PARTS_PER_CELL, partOfCell, ROOT_LEVEL, UNKNOWN_BOUWJAAR } from "../index/pand-raster.ts";
import { pandTreeOf } from "../index/rtree.ts";
import {
  type BoxCell,
  intersectsWgs84Box,
  ROOT_CELL,
  rdIntersectionBox,
  type Wgs84Box,
} from "../index/wgs84-box.ts";
import { nameKey } from "../schema/name-key.ts";
import { type ExistingStage, OBJECT_TYPES, stageOf } from "../schema/object-types.ts";
import { PAND_COLUMNS, type PandRow, toPandRecord } from "./panden.ts";
import type { PandRecord } from "./records.ts";

export interface PandQuery {
  limit: number;
  /** Inclusive bounds; either excludes panden without a bouwjaar. */
  bouwjaarMin?: number | undefined;
  bouwjaarMax?: number | undefined;
  /** Matched case-insensitively. */
  status?: string | undefined;
  stage?: ExistingStage | undefined;
}

const OF_FILTER = `SELECT ${PAND_COLUMNS}, geom FROM pand
  WHERE fid = ? AND coalesce(bouwjaar, ${UNKNOWN_BOUWJAAR}) BETWEEN ? AND ?`;
const OCCUPIED = `SELECT part_bits FROM pand_raster WHERE level = ? AND cell = ? AND bouwjaar BETWEEN ? AND ?
  AND status`;

const MAX_BOUWJAAR = 9999;

/** Maximum panden in a box that is scanned completely, in order of id. */
const MAX_SCANNED_PANDEN = 400;

/**
 * Lists at most `limit` panden that pass the filters and whose footprint shares a point with the box. Compares all
 * panden of the box when they are few; otherwise walks the squares of `pand_raster` that the filters leave, in order of
 * number, panden within a square by id. Either way the order depends on the data alone, and the cost on the result.
 */
export function listPandenInBox(s: Snapshot, box: Wgs84Box, query: PandQuery): PandRecord[] {
  const filter = toPandFilter(query);
  if (filter === undefined || query.limit <= 0) {
    return [];
  }
  const found = new Map<number, PandRecord>();
  const isFull = () => found.size >= query.limit;

  function readCell(cell: BoxCell): void {
    const area = isFull() ? undefined : rdIntersectionBox(cell, box);
    if (area !== undefined) {
      readAll(pandTreeOf(s).list(area));
    }
  }

  function readAll(ids: number[]): void {
    for (const id of Float64Array.from(ids).sort()) {
      if (isFull()) {
        return;
      }
      const row = found.has(id) ? undefined : findRow(s, id, filter!);
      if (row !== undefined && intersectsWgs84Box(decodeGpkgGeometry(row.geom), box)) {
        found.set(id, toPandRecord(row));
      }
    }
  }

  function visit(level: number, cellNumber: number, cell: BoxCell): void {
    if (isFull() || rdIntersectionBox(cell, box) === undefined) {
      return;
    }
    for (const part of listOccupiedParts(s, { level, cellNumber, filter: filter! })) {
      if (level === 0) {
        readCell(partOfCell(cell, part));
      } else {
        visit(level - 1, cellNumber * PARTS_PER_CELL + part, partOfCell(cell, part));
      }
    }
  }

  const area = rdIntersectionBox(ROOT_CELL, box);
  const ids = area === undefined ? [] : pandTreeOf(s).list(area, MAX_SCANNED_PANDEN + 1);
  if (ids.length <= MAX_SCANNED_PANDEN) {
    readAll(ids);
  } else {
    visit(ROOT_LEVEL, 0, ROOT_CELL);
  }
  return [...found.values()];
}

const PARTS = Array.from({ length: PARTS_PER_CELL }, (_, part) => part);

type PandRowWithGeometry = PandRow & { geom: Uint8Array };

/** Reads a pand; `undefined` when it does not pass the filter. */
function findRow(s: Snapshot, id: number, { from, to, rowSql }: PandFilter): PandRowWithGeometry | undefined {
  return s.statement<PandRowWithGeometry>(rowSql).get(id, from, to) ?? undefined;
}

/** Lists the numbers of the square's parts with panden of the filter. */
function listOccupiedParts(
  s: Snapshot,
  { level, cellNumber, filter }: { level: number; cellNumber: number; filter: PandFilter },
): number[] {
  const { from, to, occupiedSql } = filter;
  const rows = s.statement(occupiedSql).values(level, cellNumber, from, to);
  let occupied = 0;
  for (const [parts] of rows as [number][]) {
    occupied |= parts;
  }
  return PARTS.filter((part) => (occupied & (1 << part)) !== 0);
}

interface PandFilter {
  /** Inclusive bounds of the bouwjaar; a range with UNKNOWN_BOUWJAAR includes panden without one. */
  readonly from: number;
  readonly to: number;
  /** OF_FILTER and OCCUPIED, with the statuses that pass. */
  readonly rowSql: string;
  readonly occupiedSql: string;
}

const STATUSES: readonly string[] = OBJECT_TYPES.PND.statuses;

/** Converts the query to bounds and statuses; `undefined` when no pand can pass. */
function toPandFilter({ bouwjaarMin, bouwjaarMax, status, stage }: PandQuery): PandFilter | undefined {
  const hasYears = bouwjaarMin !== undefined || bouwjaarMax !== undefined;
  const from = hasYears ? Math.max(bouwjaarMin ?? 0, UNKNOWN_BOUWJAAR + 1) : UNKNOWN_BOUWJAAR;
  const to = bouwjaarMax ?? MAX_BOUWJAAR;
  const numbers = [...STATUSES.keys()].filter((number) => {
    const pandStatus = STATUSES[number]!;
    const isAsked = !status || nameKey(pandStatus) === nameKey(status);
    return isAsked && (stage === undefined || stageOf("PND", pandStatus) === stage);
  });
  if (from > to || numbers.length === 0) {
    return undefined;
  }
  const isAny = numbers.length === STATUSES.length;
  const names = numbers.map((number) => `'${STATUSES[number]}'`).join(", ");
  return {
    from,
    to,
    rowSql: isAny ? OF_FILTER : `${OF_FILTER} AND status IN (${names})`,
    occupiedSql: `${OCCUPIED} IN (${numbers.join(", ")})`,
  };
}

/** Footprint of a pand, in RD, with the values by which a map colours it. */
export interface PandFootprint {
  /** Identificatie as a number. */
  readonly id: number;
  readonly bouwjaar: number | null;
  readonly status: string;
  readonly geometry: Geometry;
}

const IN_BOX = "rtree_pand_geom WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?";
const SIZE = "(maxx - minx) * (maxy - miny)";
const COUNT = `SELECT count(*) AS n FROM (SELECT 1 FROM ${IN_BOX} LIMIT ?)`;
const SIZE_AT = `SELECT ${SIZE} AS size FROM ${IN_BOX} ORDER BY size DESC LIMIT 1 OFFSET ?`;
const ALL = footprintsOf(IN_BOX);
const LARGEST = footprintsOf(`${IN_BOX} AND ${SIZE} > ?`);

function footprintsOf(boxes: string): string {
  return `SELECT fid, bouwjaar, status, geom FROM (SELECT id FROM ${boxes}) CROSS JOIN pand ON fid = id`;
}

/** Part of the panden to list. */
interface Selection {
  /** Maximum number of panden. */
  readonly limit: number;
  /** Share to list of the limit, or of the panden in the box when they are fewer; 1 lists all of these. */
  readonly share: number;
}

/**
 * Lists the panden whose envelope shares a point with an RD box, by id. When the selection leaves some out, it leaves
 * out those with the smallest envelopes.
 */
export function listPandFootprints(s: Snapshot, box: Box, { limit, share }: Selection): PandFootprint[] {
  const bounds = [box.maxX, box.minX, box.maxY, box.minY];
  const { n } = s.statement<{ n: number }>(COUNT).get(...bounds, limit + 1)!;
  const kept = Math.floor(Math.min(n, limit) * share);
  const excludedSize =
    n > kept ? s.statement<{ size: number }>(SIZE_AT).get(...bounds, kept)!.size : undefined;
  const rows =
    excludedSize === undefined
      ? s.statement(ALL).values(...bounds)
      : s.statement(LARGEST).values(...bounds, excludedSize);
  return (rows as [number, number | null, string, Uint8Array][])
    .sort((a, b) => a[0] - b[0])
    .map(([id, bouwjaar, status, geom]) => ({ id, bouwjaar, status, geometry: decodeGpkgGeometry(geom) }));
}
