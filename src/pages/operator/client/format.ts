/** Numbers, sizes and times in the language of the page. */
import { currentLanguage } from "../../kit/client/preferences.ts";

interface Formatter {
  number(value: number): string;
  /** A rate: two digits behind the comma below ten, none above a hundred. */
  rate(value: number): string;
  bytes(value: number): string;
  /** A duration in seconds, as milliseconds below one second. */
  latency(seconds: number | null): string;
  percent(share: number): string;
  /** Day of a date without time: YYYY-MM-DD. */
  day(day: string): string;
  time(iso: string): string;
  clock(iso: string): string;
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export const format = createFormat(currentLanguage() === "nl" ? "nl-NL" : "en-GB");

function createFormat(locale: string): Formatter {
  const digits = (value: number, maximumFractionDigits: number) =>
    value.toLocaleString(locale, { maximumFractionDigits });
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const clockFormat = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });
  return {
    number: (value) => digits(value, 0),
    rate: (value) => digits(value, value < 10 ? 2 : value < 100 ? 1 : 0),
    bytes(value) {
      const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(value, 1)) / 3));
      const scaled = value / 1000 ** unit;
      return `${digits(scaled, unit === 0 || scaled >= 100 ? 0 : 1)} ${UNITS[unit]}`;
    },
    latency(seconds) {
      if (seconds === null) {
        return "–";
      }
      const ms = seconds * 1000;
      return ms >= 1000 ? `${digits(seconds, 1)} s` : `${digits(ms, ms < 1 ? 2 : ms < 10 ? 1 : 0)} ms`;
    },
    percent: (share) => share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 }),
    day: (day) => dayFormat.format(new Date(`${day}T00:00:00Z`)),
    time: (iso) => timeFormat.format(new Date(iso)),
    clock: (iso) => clockFormat.format(new Date(iso)),
  };
}
