import { hashSeed } from "./random.ts";

/** Number of days since 1970-01-01. */
export type Day = number;

const MS_PER_DAY = 86_400_000;
const FIRST_DAY = dayOf("1960-01-01");
const LAST_DAY = dayOf("2029-12-31");

/** ISO dates of every day that can occur, so that writing a date is a table look-up. */
const DATES = Array.from({ length: LAST_DAY - FIRST_DAY + 1 }, (_, i) =>
  new Date((FIRST_DAY + i) * MS_PER_DAY).toISOString().slice(0, 10),
);

export function dayOf(date: string): Day {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;
}

export function dateOf(day: Day): string {
  return DATES[day - FIRST_DAY]!;
}

/** StandTechnischeDatum of every demo country: a Sunday the 8th, as the monthly national extract. */
export const REFERENCE_DATE = "2026-11-08";
export const REFERENCE_DAY = dayOf(REFERENCE_DATE);

const TIME_COUNT = 4096;
/** Times of registration in office hours, and of their arrival in the national register some minutes later. */
const TIMES = Array.from({ length: TIME_COUNT }, (_, i) => ({
  local: formatTime(8 * 3600_000 + (hashSeed(i, 1) % (9 * 3600_000))),
  central: formatTime(8 * 3600_000 + (hashSeed(i, 1) % (9 * 3600_000)) + 60_000 + (hashSeed(i, 2) % 900_000)),
}));

function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(10, 23);
}

/** Returns the moment of registration by the gemeente on `day`; `seed` selects the time. */
export function registeredAt(day: Day, seed: number): string {
  return dateOf(day) + TIMES[seed & (TIME_COUNT - 1)]!.local;
}

/** Returns the moment at which the same registration reached the national register (LV). */
export function centrallyRegisteredAt(day: Day, seed: number): string {
  return dateOf(day) + TIMES[seed & (TIME_COUNT - 1)]!.central;
}
