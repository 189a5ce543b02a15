import { countAdressenIn, listAdresBoxesIn } from "./adres-boxes.ts";
import { ADRES_COLUMNS, type AdresOptions, type AdresRow, toAdresRecord } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";
import type { Snapshot } from "./snapshot.ts";
import {
  type Cell,
  containsPosition,
  quartersOf,
  ROOT_CELL,
  rdIntersectionBox,
  type Wgs84Box,
} from "./wgs84-box.ts";

const BY_ID = `SELECT ${ADRES_COLUMNS} FROM adres WHERE fid = ?`;

/** Minimum side of a cell in metres; addresses of one tower share one position and cannot be split further. */
const MIN_CELL_M = 4;

/**
 * Lists at most `limit` addresses whose latitude and longitude lie in the box, edges included.
 *
 * Walks a quadtree over the country, quarters row by row, down to cells that hold few enough addresses to read; cells
 * come in that order, addresses within a cell by id. The result depends on the data alone, not on the insertion order
 * of the R*Tree, and the cost is proportional to the result: an empty box across the whole country stays below 50 ms.
 */
export function listAdressenInBox(
  s: Snapshot,
  box: Wgs84Box,
  limit: number,
  options?: AdresOptions,
): AdresRecord[] {
  const found = new Map<number, AdresRecord>();
  const maxPerCell = limit * 2 + 200;

  function visit(cell: Cell): void {
    const area = rdIntersectionBox(cell, box);
    if (area === undefined) {
      return;
    }
    const isSmall = cell.sizeM <= MIN_CELL_M || countAdressenIn(s, area, maxPerCell + 1) <= maxPerCell;
    if (!isSmall) {
      for (const part of quartersOf(cell)) {
        if (found.size < limit) {
          visit(part);
        }
      }
      return;
    }
    for (const { id } of listAdresBoxesIn(s, area)) {
      if (found.has(id)) {
        continue;
      }
      const row = s.statement<AdresRow>(BY_ID).get(id)!;
      if (!containsPosition(box, row.latitude, row.longitude)) {
        continue;
      }
      found.set(id, toAdresRecord(s, row, options));
      if (found.size === limit) {
        return;
      }
    }
  }

  if (limit > 0) {
    visit(ROOT_CELL);
  }
  return [...found.values()];
}
