/**
 * Scale of the time slider. Every class of bouwjaren is one unit wide, because most of what stands was built in a few
 * decades; within a class the years are spread evenly.
 */
import { BOUWJAAR_CLASSES, UNKNOWN_CLASS } from "../../../../registry/schema/bouwjaar-classes.ts";

export const FIRST_YEAR = 1600;
export const LAST_YEAR = new Date().getFullYear();

/** First year of each class with years. */
const STARTS = BOUWJAAR_CLASSES.slice(0, UNKNOWN_CLASS).map(({ firstYear }) => firstYear ?? FIRST_YEAR);
/** Length of the scale. */
export const SCALE_LENGTH = STARTS.length;

/** Returns the position on the scale up to which the buildings of a year and before reach. */
export function positionOfYear(year: number): number {
  const within = Math.min(LAST_YEAR, Math.max(FIRST_YEAR, year));
  const i = STARTS.findLastIndex((start) => start <= within);
  return i + (within - STARTS[i]! + 1) / yearsOf(i);
}

/** Returns the last year that a position on the scale covers. */
export function yearAtPosition(position: number): number {
  const i = Math.min(SCALE_LENGTH - 1, Math.max(0, Math.floor(position)));
  const year = STARTS[i]! - 1 + Math.round((position - i) * yearsOf(i));
  return Math.min(LAST_YEAR, Math.max(FIRST_YEAR, year));
}

function yearsOf(i: number): number {
  return (STARTS[i + 1] ?? LAST_YEAR + 1) - STARTS[i]!;
}
