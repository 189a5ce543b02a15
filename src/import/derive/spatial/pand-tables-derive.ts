/** Derives every table that depends on the geometries of panden, which are read once. */
import { collectGarbageAfter, collectGarbageAt } from "../../../base/process-resources.ts";
import type { Database } from "../../../base/sqlite.ts";
import { BoxCollector } from "../../../geo/build-rtree.ts";
import { countTableRows } from "../../verify.ts";
import { geometryBox } from "./layer-boxes.ts";
import { derivePandCells, packFootprint } from "./pand-cells.ts";
import { derivePandRaster, statusYearOf } from "./pand-raster.ts";

interface PandRow {
  readonly fid: number;
  readonly geom: Uint8Array;
  readonly bouwjaar: number | null;
  readonly status: string;
}

/**
 * Fills `pand_cells`, `pand_leaf` and `pand_raster`; returns the boxes of all panden, in order of fid. Takes 36 bytes
 * of memory for each pand.
 */
export function derivePandTables(db: Database): BoxCollector {
  const count = countTableRows(db, "pand");
  const boxes = new BoxCollector(count);
  const statusYears = new Uint32Array(count);
  derivePandCells(db, readPanden(db, boxes, statusYears));
  collectGarbageAfter(count);
  derivePandRaster(db, boxes.finish(), statusYears);
  return boxes;
}

/** Collects the boxes of all panden, their status and bouwjaar; returns their packed footprints. */
function readPanden(db: Database, boxes: BoxCollector, statusYears: Uint32Array): Float64Array {
  const footprints = new Float64Array(statusYears.length);
  const panden = db.query<PandRow, []>("SELECT fid, geom, bouwjaar, status FROM pand ORDER BY fid");
  let row = 0;
  for (const pand of panden.iterate()) {
    boxes.add(pand.fid, geometryBox(pand.geom));
    statusYears[row] = statusYearOf(pand);
    footprints[row] = packFootprint(pand);
    collectGarbageAt(++row);
  }
  return footprints;
}
