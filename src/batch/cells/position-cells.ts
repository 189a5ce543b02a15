/** Reads a position from two cells: degrees or RD metres, told apart by their values. */
import { isInRdArea, type RdPoint, wgs84ToRd } from "../../geo/rd.ts";
import type { Cell } from "../../tables/table.ts";
import { cellText } from "./cell-text.ts";

export type PositionCells =
  | { readonly kind: "position"; readonly rd: RdPoint }
  | { readonly kind: "swapped" | "outside" | "none" };

/** Area where RD is valid, in metres. */
const RD_AREA = { minX: -7_000, maxX: 300_000, minY: 289_000, maxY: 629_000 };

/** Returns the number in a cell, written with a decimal point or comma; `undefined` for anything else. */
export function readAxis(cell: Cell | undefined): number | undefined {
  const text = cellText(cell);
  return /^[+-]?\d{1,7}(?:[.,]\d{1,20})?$/.test(text) ? Number(text.replace(",", ".")) : undefined;
}

/** Returns the position of a row: `y` is the latitude or RD y, `x` the longitude or RD x. */
export function readPosition(y: Cell | undefined, x: Cell | undefined): PositionCells {
  const [north, east] = [readAxis(y), readAxis(x)];
  if (north === undefined || east === undefined || (north === 0 && east === 0)) {
    return { kind: "none" };
  }
  if (isInRdArea(north, east)) {
    return { kind: "position", rd: wgs84ToRd(north, east) };
  }
  if (isInRdMetres(east, north)) {
    return { kind: "position", rd: { x: east, y: north } };
  }
  return { kind: isInRdArea(east, north) || isInRdMetres(north, east) ? "swapped" : "outside" };
}

function isInRdMetres(x: number, y: number): boolean {
  return x >= RD_AREA.minX && x <= RD_AREA.maxX && y >= RD_AREA.minY && y <= RD_AREA.maxY;
}
