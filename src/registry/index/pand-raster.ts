/**
 * The table `pand_raster`: occupancy bitmaps of squares by bouwjaar and status of panden, so that a box and a filter
 * with few panden in common are answered without reading all panden of either.
 *
 * The country is a square split 4 by 4, recursively, down to leaves of 128 m. A row has for one square (`cell`, at
 * `level`: 0 for the smallest that is split) a bitmap of its 16 parts: the parts that the boxes of panden with that
 * bouwjaar (0: unknown) and status touch. Parts are numbered west to east, then south to north; the `cell` of a part is
 * 16 times the `cell` of its square plus its number. Updates set and clear bits by `pand_leaf`, which counts these
 * panden in each part of a square of level 0.
 */
import { type BoxCell, ROOT_CELL } from "./wgs84-box.ts";

export const LEAF_SIDE_M = 128;
/** The `level` of {@link ROOT_CELL}, whose `cell` is 0. */
export const ROOT_LEVEL = 5;
export const PARTS_PER_CELL = 16;
export const UNKNOWN_BOUWJAAR = 0;

export function partOfCell({ minX, minY, sizeM }: BoxCell, part: number): BoxCell {
  const partM = sizeM / 4;
  return { minX: minX + (part & 3) * partM, minY: minY + (part >> 2) * partM, sizeM: partM };
}
