/**
 * The table `pand_raster`: in which squares panden of a bouwjaar and status lie, so that a box and a filter that have
 * little in common are told apart without reading the panden of either.
 *
 * The country is a square cut 4 by 4, and again, down to leaves of 128 m. A row says of one square (`cel`, at `niveau`:
 * 0 the smallest that is cut further) which of its 16 parts the boxes of panden with that bouwjaar (0: unknown) and
 * status touch, as bits. Parts are numbered west to east, then south to north; a part's `cel` is 16 times its square's
 * plus its number.
 */
import { type Cell, ROOT_CELL } from "./wgs84-box.ts";

export const LEAF_M = 128;
/** The `niveau` of {@link ROOT_CELL}, whose `cel` is 0. */
export const ROOT_NIVEAU = 5;
export const PARTS = 16;
export const UNKNOWN_BOUWJAAR = 0;

export function partOf({ minX, minY, sizeM }: Cell, part: number): Cell {
  const partM = sizeM / 4;
  return { minX: minX + (part & 3) * partM, minY: minY + (part >> 2) * partM, sizeM: partM };
}

/** The square a `cel` of a `niveau` stands for. */
export function rasterCell(niveau: number, cel: number): Cell {
  let cell = ROOT_CELL;
  for (let digit = ROOT_NIVEAU - niveau - 1; digit >= 0; digit--) {
    cell = partOf(cell, Math.trunc(cel / PARTS ** digit) % PARTS);
  }
  return cell;
}
