/** Reads the cells of a list of ids as people and spreadsheets write them: ids and days. */
import { isCalendarDay } from "../../base/calendar-day.ts";
import { ADDRESSABLE_CODES, type TypeCode, typeCodeOf } from "../../registry/schema/object-types.ts";
import type { Cell } from "../../tables/table.ts";
import { cellText, filledText, isTooLong } from "../cells/address-cells.ts";

const DIGITS = 16;
/** Digits of an id that has lost the zeros of its gemeente: `0003` has three. */
const ID = /^(?:NL\.IMBAG\.[a-z]+\.)?(\d{13,16})$/i;
const CODES: readonly (TypeCode | undefined)[] = ["NUM", ...Object.values(ADDRESSABLE_CODES)];

/** Returns the digits of an id, which may be damaged; undefined for other cells. */
function digitsOf(cell: Cell): string | undefined {
  return isTooLong(cell) ? undefined : ID.exec(filledText(cell).replace(/\s/g, ""))?.[1];
}

/** Returns true for 16 digits whose last one a spreadsheet that keeps 15 would have changed. */
export function mayBeRounded(cell: Cell): boolean {
  return /^[1-9]\d{15}$/.test(digitsOf(cell) ?? "");
}

/** Returns the key of a nummeraanduiding or adresseerbaar object; undefined for other cells. */
export function readIdCell(cell: Cell): number | undefined {
  const digits = digitsOf(cell);
  const isRounded = typeof cell === "object" && digits?.length === DIGITS;
  if (digits === undefined || isRounded || Number(digits) > Number.MAX_SAFE_INTEGER) {
    return undefined;
  }
  const id = Number(digits);
  return CODES.includes(typeCodeOf(id)) ? id : undefined;
}

/** A time of the day may follow. */
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;
const DUTCH = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: .*)?$/;

/** Returns the day of `2025-06-01` or `1-6-2025` as YYYY-MM-DD; undefined for other cells. */
export function readDayCell(cell: Cell): string | undefined {
  const text = isTooLong(cell) ? "" : cellText(cell);
  const [, ...iso] = ISO.exec(text) ?? [];
  const [, ...dutch] = DUTCH.exec(text) ?? [];
  const [year, month, day] = iso.length > 0 ? iso : dutch.toReversed();
  const date = `${year}-${month?.padStart(2, "0")}-${day?.padStart(2, "0")}`;
  return isCalendarDay(date) ? date : undefined;
}
