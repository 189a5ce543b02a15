/** Measures of the table `timeline` (history-schema.ts), which statistics over time are made of. */

/** Objects that exist; the table has the change from the first day of a month to the first day of the next. */
export const STOCKS = ["addresses", "buildings", "residences"] as const;
export type Stock = (typeof STOCKS)[number];

/** Events of objects in a month, by the begin of the voorkomen that contains the event (docs/time.md). */
export const FLOWS = [
  "numbers_issued",
  "numbers_withdrawn",
  "numbers_renamed",
  "numbers_postcode_changed",
  "residences_planned",
  "residences_into_use",
  "residences_found",
  "residences_ended",
  "residences_not_realised",
  "buildings_planned",
  "buildings_into_use",
  "buildings_found",
  "buildings_demolished",
  "buildings_not_realised",
] as const;
export type Flow = (typeof FLOWS)[number];

/** Columns of the table `timeline`, after its key. */
export const MEASURES = [...STOCKS, ...FLOWS] as const;
export type Measure = (typeof MEASURES)[number];
