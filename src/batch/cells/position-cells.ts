/** Reads a position from two cells: degrees or RD metres, told apart by their values. */
import { isInRdArea, type RdPoint, wgs84ToRd } from "../../geo/rd.ts";
import type { Cell } from "../../tables/table.ts";
import { cellText } from "./address-cells.ts";

export type PositionCells =
  | { readonly kind: "position"; readonly rd: RdPoint }
  | { readonly kind: "swapped" | "outside" | "none" };

/** Area where RD is valid, in metres. */
const RD_AREA = { minX: -7_000, maxX: 300_000, minY: 289_000, maxY: 629_000 };

/** Returns the number in a cell, written with a decimal point or comma; `undefined` for anything else. */
export function readAxis(cell: Cell | undefined): number | undefined {
  const text = cellText(cell);
  return /^[+-]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : undefined;
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

/** A pair of numbers, each with a decimal point, or with a comma when blanks or a semicolon are between them. */
const PAIR = /^\(?([+-]?\d{1,7}(?:\.\d{1,20})?)\s?[,; ]\s?([+-]?\d{1,7}(?:\.\d{1,20})?)\)?$/;
const COMMA_PAIR = /^\(?([+-]?\d{1,7},\d{1,20})[; ]\s?([+-]?\d{1,7},\d{1,20})\)?$/;
/** `POINT (5.02 52.31)`, also with SRID, height, and in RD. */
const WKT =
  /^(?:SRID=\d{1,6};)?POINT(?: ?ZM?)? ?\(\s?([+-]?\d{1,7}(?:\.\d{1,20})?) ([+-]?\d{1,7}(?:\.\d{1,20})?)[^()]{0,40}\)$/i;
const MAX_PAIR = 120;

/** Reads a position of one cell: a pair of coordinates in either order, told apart by their values, or a WKT point. */
export function readPositionCell(cell: Cell | undefined): PositionCells {
  const text = cellText(cell);
  const found = text.length > MAX_PAIR ? null : (PAIR.exec(text) ?? COMMA_PAIR.exec(text) ?? WKT.exec(text));
  if (found === null) {
    return { kind: "none" };
  }
  const position = readPosition(found[1]!, found[2]!);
  return position.kind === "swapped" ? readPosition(found[2]!, found[1]!) : position;
}

function isInRdMetres(x: number, y: number): boolean {
  return x >= RD_AREA.minX && x <= RD_AREA.maxX && y >= RD_AREA.minY && y <= RD_AREA.maxY;
}
