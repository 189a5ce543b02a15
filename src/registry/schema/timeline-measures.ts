/** Measures of the table `timeline` (history-schema.ts), which statistics over time are made of. */

/** Objects that exist; the table has the change from the first day of a month to the first day of the next. */
export const STOCK_TEXTS = {
  addresses: "Numbers that were issued.",
  buildings: "Panden, also planned ones.",
  residences: "Verblijfsobjecten, also planned ones.",
} as const;
export type Stock = keyof typeof STOCK_TEXTS;
export const STOCKS = Object.keys(STOCK_TEXTS) as Stock[];

/** Events of objects in a month, by the begin of the voorkomen that contains the event (docs/time.md). */
export const FLOW_TEXTS = {
  numbers_issued: "Numbers that were issued.",
  numbers_withdrawn: "Numbers that were withdrawn.",
  numbers_renamed: "Numbers that got another street, number, letter or addition.",
  numbers_postcode_changed: "Numbers that got another postcode, or their first.",
  residences_planned: "Verblijfsobjecten that were planned.",
  residences_into_use: "Verblijfsobjecten that were built, after they were planned.",
  residences_found: "Verblijfsobjecten that stood when they were registered.",
  residences_ended: "Verblijfsobjecten that were withdrawn.",
  residences_not_realised: "Verblijfsobjecten that were planned and will not be built.",
  buildings_planned: "Panden for which a permit was given or building began.",
  buildings_into_use: "Panden that were built, after they were planned.",
  buildings_found: "Panden that stood when they were registered.",
  buildings_demolished: "Panden that were demolished.",
  buildings_not_realised: "Panden that were planned and will not be built.",
} as const;
export type Flow = keyof typeof FLOW_TEXTS;
export const FLOWS = Object.keys(FLOW_TEXTS) as Flow[];

/** Columns of the table `timeline`, after its key. */
export const MEASURES = [...STOCKS, ...FLOWS] as const;
export type Measure = (typeof MEASURES)[number];
