/**
 * The NSGI rdcorr2018 correction grid: the offset of the RD network from its ideal datum, in degrees on Bessel.
 *
 * `rdcorr2018.bin` has no header: int16 little-endian in units of 1e-9 degree, latitude and longitude interleaved,
 * row-major from the south-west. The published grid has 481 x 301 nodes (50-56 N every 0.0125 degree, 2-8 E every
 * 0.02 degree); the file keeps rows 27-312 and columns 32-300. All omitted nodes are zero and so is the outermost ring
 * of the kept ones, so the correction is continuous at the edge.
 *
 * Contains rdcorr2018, (c) NSGI, CC BY 4.0, converted to a binary format without changing values.
 */
import { readFileSync } from "node:fs";
import { programFile } from "../base/program-files.ts";

/** Bounds of the published grid in degrees: the only area in which RD coordinates are defined. */
export const GRID_BOUNDS = { south: 50, north: 56, west: 2, east: 8 } as const;

const FIRST_ROW = 27;
const FIRST_COLUMN = 32;
const ROWS = 286;
const COLUMNS = 269;
const ROWS_PER_DEGREE = 80;
const COLUMNS_PER_DEGREE = 50;
const DEGREES_PER_UNIT = 1e-9;

const nodes = readNodes();

/**
 * Writes the bilinear correction at a Bessel position, all in degrees: `out[0]` latitude, `out[1]` longitude.
 * Writes zero outside the grid and for NaN.
 */
export function correctionInto(lat: number, lon: number, out: Float64Array): void {
  const row = (lat - GRID_BOUNDS.south) * ROWS_PER_DEGREE - FIRST_ROW;
  const column = (lon - GRID_BOUNDS.west) * COLUMNS_PER_DEGREE - FIRST_COLUMN;
  if (!(row >= 0 && row < ROWS - 1 && column >= 0 && column < COLUMNS - 1)) {
    out[0] = 0;
    out[1] = 0;
    return;
  }
  const south = Math.floor(row);
  const west = Math.floor(column);
  const northShare = row - south;
  const eastShare = column - west;
  const southWest = (south * COLUMNS + west) * 2;
  const northWest = southWest + COLUMNS * 2;
  out[0] = interpolate(southWest, northWest, northShare, eastShare);
  out[1] = interpolate(southWest + 1, northWest + 1, northShare, eastShare);
}

/**
 * Returns the bilinear value in degrees; the two indices are the cell's western nodes in `nodes`. Hot: plain numbers.
 */
function interpolate(southWest: number, northWest: number, northShare: number, eastShare: number): number {
  const south = nodes[southWest]! + (nodes[southWest + 2]! - nodes[southWest]!) * eastShare;
  const north = nodes[northWest]! + (nodes[northWest + 2]! - nodes[northWest]!) * eastShare;
  return (south + (north - south) * northShare) * DEGREES_PER_UNIT;
}

function readNodes(): Int16Array {
  const bytes = readFileSync(programFile("src/geo/rdcorr2018.bin"));
  if (bytes.length !== ROWS * COLUMNS * 4) {
    throw new Error(`rdcorr2018.bin has ${bytes.length} bytes; expected ${ROWS * COLUMNS * 4}`);
  }
  return new Int16Array(new Uint8Array(bytes).buffer);
}
