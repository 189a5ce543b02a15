/**
 * Days and moments of the registry as numbers: days since 1970-01-01, and milliseconds since 2000-01-01 of the local
 * time that documents are written in, which has no zone. A day of a month too short for it, as unofficial files may
 * have, counts on into the next month.
 */

const DAYS_OF_ERA = 146_097;
/** 1970-01-01 in days since 0000-03-01. */
const EPOCH = 719_468;
/** 2000-01-01 in days since 1970-01-01. */
const MOMENT_EPOCH_DAY = 10_957;
const DAY_MS = 86_400_000;

/** Cache of dates, by their last bits, and their day numbers: an import reads each date many times. */
const knownDates = new Int32Array(4096).fill(-1);
const knownDays = new Int32Array(4096);

/** Returns the day number of a date YYYYMMDD. */
export function toDayNumber(date: number): number {
  const place = date & 4095;
  if (knownDates[place] !== date) {
    knownDays[place] = computeDayNumber(date);
    knownDates[place] = date;
  }
  return knownDays[place]!;
}

function computeDayNumber(date: number): number {
  const month = Math.floor(date / 100) % 100;
  // A year from March on, so that the leap day is its last.
  const year = Math.floor(date / 10_000) - (month <= 2 ? 1 : 0);
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + (date % 100) - 1;
  const era = Math.floor(year / 400);
  const yearOfEra = year - era * 400;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * DAYS_OF_ERA + dayOfEra - EPOCH;
}

/** Returns the date YYYYMMDD of a day number. */
export function fromDayNumber(day: number): number {
  const shifted = day + EPOCH;
  const era = Math.floor(shifted / DAYS_OF_ERA);
  const dayOfEra = shifted - era * DAYS_OF_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9);
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return year * 10_000 + month * 100 + dayOfMonth;
}

/** Formats a day number as YYYY-MM-DD. */
export function formatDayNumber(day: number): string {
  const digits = fromDayNumber(day).toString().padStart(8, "0");
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Returns the moment of a date YYYYMMDD and the milliseconds since its midnight. */
export function toMoment(date: number, msOfDay: number): number {
  return (toDayNumber(date) - MOMENT_EPOCH_DAY) * DAY_MS + msOfDay;
}

/** Formats a moment as YYYY-MM-DDTHH:MM:SS.mmm, local time as the registry writes it. */
export function formatMoment(moment: number): string {
  const day = Math.floor(moment / DAY_MS);
  const time = new Date(moment - day * DAY_MS).toISOString().slice(10, 23);
  return `${formatDayNumber(day + MOMENT_EPOCH_DAY)}${time}`;
}
