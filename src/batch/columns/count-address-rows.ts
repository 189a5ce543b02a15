/** Counts rows that look like addresses, by form alone: of several sheets that with most of them is read. */
import type { Cell, Row } from "../../tables/table.ts";
import { filledText } from "../cells/cell-text.ts";
import { readAxis, readPositionCell } from "../cells/position-cells.ts";
import { readPostcodeCell } from "../cells/postcode-cell.ts";

/** Longer cells are explanations. */
const MAX_TEXT = 200;
const STREET =
  /\p{L}(?:straat|str|weg|laan|plein|kade|gracht|dijk|singel|hof|pad|steeg|dreef|plantsoen|kamp|markt)\b/iu;

/** Returns the number of rows with a postcode, a street with a number, or a position. */
export function countAddressRows(rows: readonly Row[]): number {
  return rows.filter(isLikeAddress).length;
}

function isLikeAddress(row: Row): boolean {
  const cells = row.filter((cell) => filledText(cell) !== "" && filledText(cell).length <= MAX_TEXT);
  const hasNumber = (except: Cell) =>
    /\d/.test(filledText(except)) || cells.some((cell) => cell !== except && /\d/.test(filledText(cell)));
  return (
    cells.some((cell) => readPostcodeCell(filledText(cell)) !== undefined) ||
    cells.some((cell) => STREET.test(filledText(cell)) && hasNumber(cell)) ||
    cells.some((cell) => readPositionCell(cell).kind === "position") ||
    cells.filter((cell) => (readAxis(cell) ?? 0) % 1 !== 0).length >= 2
  );
}
