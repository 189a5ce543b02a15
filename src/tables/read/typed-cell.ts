/** Values of spreadsheet cells that are not text. */
import type { Cell, TypedCell } from "../table.ts";
import type { NumberFormat } from "./number-formats.ts";

const SECONDS_PER_DAY = 86_400;

/** Day 0 of the 1904 system, counted in the 1900 system. */
const DAYS_TO_1904 = 1462;

/** Day 60 of the 1900 system is 29 February 1900, which never was; Lotus had it, and Excel kept it. */
const LEAP_DAY_1900 = 60;

/** First day behind 31 December 9999. */
const DAYS_END = 2_958_466;

/** Unix day of day 0 of the 1900 system, as counted from day 61 on. */
const UNIX_DAY_0 = Date.UTC(1899, 11, 30) / 86_400_000;

/**
 * Returns a number, or the date or time that its format shows.
 * @param stored digits as the file has them
 */
export function numberCell(stored: string, format: NumberFormat, is1904: boolean): Cell {
  const value = Number(stored);
  if (stored.trim() === "" || !Number.isFinite(value)) {
    return stored;
  }
  if (format.kind === "date") {
    const serial = is1904 ? value + DAYS_TO_1904 : value;
    if (serial >= 0 && serial < DAYS_END) {
      const text = dateText(serial, format.hasTime);
      return typed("date", text, is1904 ? `${serial}` : stored, format);
    }
  }
  if (format.kind === "time" && value >= 0 && value < DAYS_END) {
    const isTotal = /\[[hms]+\]/i.test(format.code ?? "");
    return typed("date", timeText(isTotal ? value : value % 1), stored, format);
  }
  const text = numberText(stored, value);
  return typed("number", /^\d+$/.test(text) ? text.padStart(format.digits, "0") : text, stored, format);
}

export function booleanCell(stored: string): TypedCell {
  const isTrue = stored === "1" || stored === "true";
  return { kind: "boolean", text: isTrue ? "TRUE" : "FALSE", stored: isTrue ? "1" : "0" };
}

/** Returns the date cell of an ISO 8601 text, the form of strict files; the text itself when it is no date. */
export function isoDateCell(text: string, { code }: NumberFormat): Cell {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d+)?)Z?)?$/.exec(text) ?? [];
  const milliseconds = Date.parse(`${date}T${time ?? "00:00:00"}Z`);
  if (date === undefined || Number.isNaN(milliseconds)) {
    return text;
  }
  const serial = (milliseconds - UNIX_DAY_0 * 86_400_000) / 86_400_000;
  const shown = time === undefined ? date : `${date}T${time.slice(0, 8)}`;
  return {
    kind: "date",
    text: shown,
    stored: `${serial}`,
    format: code ?? (time ? "yyyy-mm-dd hh:mm" : "yyyy-mm-dd"),
  };
}

function typed(kind: TypedCell["kind"], text: string, stored: string, { code }: NumberFormat): TypedCell {
  return code === undefined ? { kind, text, stored } : { kind, text, stored, format: code };
}

function dateText(serial: number, hasTime: boolean): string {
  const seconds = Math.round(serial * SECONDS_PER_DAY);
  const day = Math.floor(seconds / SECONDS_PER_DAY);
  const date =
    day === LEAP_DAY_1900
      ? "1900-02-29"
      : new Date((UNIX_DAY_0 + day + (day < LEAP_DAY_1900 ? 1 : 0)) * 86_400_000).toISOString().slice(0, 10);
  const rest = seconds - day * SECONDS_PER_DAY;
  return rest === 0 && !hasTime ? date : `${date}T${clock(rest)}`;
}

function timeText(days: number): string {
  return clock(Math.round(days * SECONDS_PER_DAY));
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, "0")).join(":");
}

/** Number without exponent, and without the digits in which its binary form differs from what was typed. */
function numberText(stored: string, value: number): string {
  if (/^-?\d{1,15}$/.test(stored)) {
    return stored;
  }
  const text = `${value}`;
  if (!text.includes("e")) {
    return text;
  }
  return Math.abs(value) >= 1 ? `${BigInt(value)}` : value.toFixed(20).replace(/\.?0+$/, "");
}
