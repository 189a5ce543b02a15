import { compact } from "../../search/line/designation-key.ts";
import type { Cell } from "../../tables/table.ts";

/** Returns the text of a cell without spaces around it. */
export function cellText(cell: Cell | undefined): string {
  return cell === undefined ? "" : (typeof cell === "string" ? cell : cell.text).trim();
}

/** Characters of a cell with a part of an address, far more than any has. */
const MAX_CELL = 2_000;

/** Tells whether a cell is too long for a part of an address; such a cell is not matched, which would take long. */
export function isTooLong(cell: Cell): boolean {
  return (typeof cell === "string" ? cell : cell.text).length > MAX_CELL;
}

/** Texts that programs write for a missing value. */
const MISSING = /^(null|undefined|nvt|nan|na|none|geen|onbekend|unknown|0+)?$/;

/** Returns the text of a cell, empty for one that says that there is none: `-`, `n.v.t.`, `NULL`. */
export function filledText(cell: Cell | undefined): string {
  const text = cellText(cell);
  // A long text is no such word, nor one that begins with a digit from 1, as most cells of an address do.
  return text.length <= 12 &&
    !/^[1-9]/.test(text) &&
    MISSING.test(compact(text)) &&
    !/[^\p{ASCII}]/u.test(text)
    ? ""
    : text;
}
