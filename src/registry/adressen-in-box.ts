import { countAdressenIn, listAdresBoxesIn } from "./adres-boxes.ts";
import { ADRES_COLUMNS, type AdresOptions, type AdresRow, toAdresRecord } from "./adres-record.ts";
import type { AdresRecord } from "./records.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Cell, commonBox, holdsPosition, quartersOf, ROOT_CELL, type Wgs84Box } from "./wgs84-box.ts";

const BY_ID = `SELECT ${ADRES_COLUMNS} FROM adres WHERE fid = ?`;

/** Cells are not cut smaller than this: addresses of one tower lie on one spot. */
const LEAST_CELL_M = 4;

/**
 * At most `limit` addresses whose latitude and longitude lie in the box, edges included.
 *
 * The country is cut in four, row by row, until a part of the box holds few enough to read; parts come in that order and
 * the addresses of one by id. So the answer depends on the data alone, not on how the R*Tree grew, and costs what it
 * returns: an empty box across the whole country stays below 50 ms.
 */
export function listAdressenInBox(
  s: Snapshot,
  box: Wgs84Box,
  limit: number,
  options?: AdresOptions,
): AdresRecord[] {
  const found = new Map<number, AdresRecord>();
  const most = limit * 2 + 200;

  function visit(cell: Cell): void {
    const area = commonBox(cell, box);
    if (area === undefined) return;
    const isSmall = cell.sizeM <= LEAST_CELL_M || countAdressenIn(s, area, most + 1) <= most;
    if (!isSmall) {
      for (const part of quartersOf(cell)) if (found.size < limit) visit(part);
      return;
    }
    for (const { id } of listAdresBoxesIn(s, area)) {
      if (found.has(id)) continue;
      const row = s.statement<AdresRow>(BY_ID).get(id)!;
      if (!holdsPosition(box, row.latitude, row.longitude)) continue;
      found.set(id, toAdresRecord(s, row, options));
      if (found.size === limit) return;
    }
  }

  if (limit > 0) visit(ROOT_CELL);
  return [...found.values()];
}
