import type { Box } from "../../geo/geometry.ts";
import type { Snapshot } from "../file/snapshot.ts";
import { adresTreeOf } from "../index/rtree.ts";
import {
  type BoxCell,
  containsPosition,
  quartersOf,
  ROOT_CELL,
  rdIntersectionBox,
  type Wgs84Box,
} from "../index/wgs84-box.ts";
import type { ExistingStage } from "../schema/object-types.ts";
import { isAdresOfStageSql } from "../schema/status-sql.ts";
import { ADRESSEN_BY_IDS, type AdresOptions, type AdresRow, toAdresRecord } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";

/** Minimum side of a cell in metres; addresses of one tower share one position and cannot be split further. */
const MIN_CELL_M = 4;

interface BoxRequest extends AdresOptions {
  /** Maximum addresses. */
  readonly limit: number;
  /** Leaves out addresses of other stages. */
  readonly ofStage?: ExistingStage | undefined;
}

/**
 * Lists addresses whose latitude and longitude lie in the box, edges included.
 *
 * Walks a quadtree around the box, quarters row by row, down to cells with few enough addresses to read; cells come in
 * that order, addresses within a cell by id. The result depends on the data alone, not on the insertion order of the
 * R*Tree, and the cost is proportional to the result: an empty box across the whole country stays below 50 ms. With a
 * stage, addresses of the other stage are read too.
 */
export function listAdressenInBox(s: Snapshot, box: Wgs84Box, request: BoxRequest): AdresRecord[] {
  const { limit, ofStage } = request;
  const ofRequest = ofStage === undefined ? "" : ` AND ${isAdresOfStageSql("adres", ofStage)}`;
  const rowsOf = s.statement<AdresRow>(ADRESSEN_BY_IDS + ofRequest);
  const found = new Map<number, AdresRecord>();
  const maxPerCell = limit * 2 + 200;

  function visit(cell: BoxCell): void {
    const area = found.size < limit ? rdIntersectionBox(cell, box) : undefined;
    if (area === undefined) {
      return;
    }
    const isSplit = cell.sizeM > MIN_CELL_M;
    const ids = adresTreeOf(s).list(area, isSplit ? maxPerCell + 1 : undefined);
    if (isSplit && ids.length > maxPerCell) {
      quartersOf(cell).forEach(visit);
    } else {
      // Sorted as numbers by the engine, which takes half the time of a comparison in JavaScript.
      readAll([...Float64Array.from(ids).sort()]);
    }
  }

  function readAll(ids: readonly number[]): void {
    for (let from = 0; from < ids.length && found.size < limit; ) {
      const next = ids.slice(from, from + limit - found.size);
      from += next.length;
      for (const row of rowsOf.all(JSON.stringify(next.filter((id) => !found.has(id))))) {
        if (containsPosition(box, row.latitude, row.longitude)) {
          found.set(row.fid, toAdresRecord(s, row, request));
        }
      }
    }
  }

  const area = rdIntersectionBox(ROOT_CELL, box);
  if (area !== undefined) {
    visit(smallestCellAround(area));
  }
  return [...found.values()];
}

/** Returns the smallest cell around an RD box. A search of each larger one would find the same addresses again. */
function smallestCellAround(area: Box): BoxCell {
  let cell = ROOT_CELL;
  for (;;) {
    const quarter = cell.sizeM > MIN_CELL_M && quartersOf(cell).find((each) => containsBox(each, area));
    if (!quarter) {
      return cell;
    }
    cell = quarter;
  }
}

function containsBox({ minX, minY, sizeM }: BoxCell, box: Box): boolean {
  return box.minX >= minX && box.minY >= minY && box.maxX <= minX + sizeM && box.maxY <= minY + sizeM;
}
