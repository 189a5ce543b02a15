/** Reads the cell of a house number as people and spreadsheets write it. */
import type { Cell } from "../../tables/table.ts";
import { cellText } from "./cell-text.ts";

export type NumberCell =
  | { readonly kind: "empty" }
  /** `rest`: what was typed behind the number; empty for a range, of which it is the first. */
  | { readonly kind: "number"; readonly number: number; readonly rest: string }
  /** No house number: a spreadsheet has made a date or another number of it. */
  | { readonly kind: "damaged"; readonly by: "date" | "rounding" }
  | { readonly kind: "other" };

const MONTH = "(?:jan|feb|mrt|maa|mar|apr|mei|may|jun|jul|aug|sep|okt|oct|nov|dec)[a-z]*\\.?";
const DATES: readonly RegExp[] = [
  new RegExp(`^\\d{1,2}[-/ ]${MONTH}(?:[-/ ]\\d{2,4})?$`, "i"),
  new RegExp(`^${MONTH}[-/ ]\\d{1,4}$`, "i"),
  /^\d{4}-\d{2}-\d{2}(?:[T ].*)?$/,
  /^\d{1,2}([-/.])\d{1,2}\1\d{4}(?: .*)?$/,
];
// In RANGE and NUMBER no two parts fit the same characters, which in a long text of them would take the square of its
// length.
/** Numbers as spreadsheets print large ones, and more digits than they keep. */
const ROUNDED = /^\d+(?:[.,]\d+)?e\+\d+$|^\d[.,]\d+e-\d+$|^\d{15,}$/i;
/** Number format that a spreadsheet gives by itself to what it takes for a power of ten: `2E3`. */
const POWER_OF_TEN = /0E[+-]0/i;
const RANGE = /^(\d{1,5})\s*(?:t\s*(?:\/\s*)?m|tot(?:\s+en\s+met)?|tm|en|&|\+)\.?\s*(\d{1,5})$/i;
/** Number, perhaps announced; the decimals that programs add to whole numbers are dropped. */
const NUMBER =
  /^(?:(?:huis)?(?:nr|nummer|no)\b\.?\s*|#\s*)?0*([1-9]\d{0,4})(?!\d)(?:[.,]0+$)?\s*(?!\s)(.*)$/i;
const MAX_REST = 40;

/** Returns the house number of a cell. */
export function readNumberCell(cell: Cell | undefined): NumberCell {
  const text = cellText(cell);
  if (text === "") {
    return { kind: "empty" };
  }
  if ((typeof cell === "object" && cell.kind === "date") || DATES.some((date) => date.test(text))) {
    return { kind: "damaged", by: "date" };
  }
  if (ROUNDED.test(text) || (typeof cell === "object" && POWER_OF_TEN.test(cell.format ?? ""))) {
    return { kind: "damaged", by: "rounding" };
  }
  const range = RANGE.exec(text);
  if (range !== null && Number(range[2]) > Number(range[1])) {
    return { kind: "number", number: Number(range[1]), rest: "" };
  }
  const found = NUMBER.exec(text);
  if (found === null || found[2]!.length > MAX_REST || /^[.,]\d/.test(found[2]!)) {
    return { kind: "other" };
  }
  return { kind: "number", number: Number(found[1]), rest: found[2]! };
}

/** Returns true for a cell that a spreadsheet has taken for a date: `1-2` typed as an addition. */
export function isDateCell(cell: Cell | undefined): boolean {
  const read = readNumberCell(cell);
  return read.kind === "damaged" && read.by === "date";
}
