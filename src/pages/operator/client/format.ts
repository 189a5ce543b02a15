/** Numbers, sizes and times in the language of the page. */
import { currentLanguage } from "../../kit/client/preferences.ts";

const UNITS = ["B", "kB", "MB", "GB", "TB"];

const locale = currentLanguage() === "nl" ? "nl-NL" : "en-GB";
const digits = (value: number, maximumFractionDigits: number) =>
  value.toLocaleString(locale, { maximumFractionDigits });
const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
const timeFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const clockFormat = new Intl.DateTimeFormat(locale, { timeStyle: "medium" });

export const format = {
  number: (value: number) => digits(value, 0),
  /** A rate: two decimals below ten, none above a hundred. */
  rate: (value: number) => digits(value, value < 10 ? 2 : value < 100 ? 1 : 0),
  bytes(value: number) {
    const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(value, 1)) / 3));
    const scaled = value / 1000 ** unit;
    return `${digits(scaled, unit === 0 || scaled >= 100 ? 0 : 1)} ${UNITS[unit]}`;
  },
  /** A duration in seconds, as milliseconds below one second. */
  latency(seconds: number | null) {
    if (seconds === null) {
      return "–";
    }
    const ms = seconds * 1000;
    return ms >= 1000 ? `${digits(seconds, 1)} s` : `${digits(ms, ms < 1 ? 2 : ms < 10 ? 1 : 0)} ms`;
  },
  percent: (share: number) => share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 }),
  /** Day of a date without time: YYYY-MM-DD. */
  day: (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`)),
  time: (iso: string) => timeFormat.format(new Date(iso)),
  clock: (iso: string) => clockFormat.format(new Date(iso)),
};
