/** Numbers, sizes and times in the language of the page. */
import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { formatsOf } from "../../kit/formats.ts";

const texts = pickTexts({
  lessThanMinute: { en: "less than a minute", nl: "minder dan een minuut" },
  about: { en: (time: string) => `about ${time}`, nl: (time: string) => `ongeveer ${time}` },
  rows: {
    en: (n: string, isOne: boolean) => (isOne ? "1 row" : `${n} rows`),
    nl: (n: string, isOne: boolean) => (isOne ? "1 rij" : `${n} rijen`),
  },
});

const language = currentLanguage();
const percents = new Intl.NumberFormat(language, { style: "percent" });
const times = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const { count: formatCount, date: formatDay, list: formatList } = formatsOf(language);

const MEBIBYTE = 1024 * 1024;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** Returns a number of rows: `1 row`, `20 rows`. */
export const formatRows = (rows: number): string => texts.rows(formatCount(rows), rows === 1);

export const formatTime = (time: string): string => times.format(new Date(time));

/** Formats a share of 0 to 1; never 100 % for less than all, nor 0 % for more than none. */
export function formatShare(share: number): string {
  const rounded = Math.round(100 * share);
  const most = share < 1 ? 99 : 100;
  return percents.format(Math.max(share > 0 ? 1 : 0, Math.min(most, rounded)) / 100);
}

export function formatSize(bytes: number): string {
  return `${formatCount(Math.round(bytes / MEBIBYTE))} MB`;
}

/** Formats a number of seconds as one rounds it when waiting. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE_S) {
    return texts.lessThanMinute;
  }
  const isLong = seconds >= 2 * HOUR_S;
  const count = isLong ? Math.round(seconds / HOUR_S) : Math.ceil(seconds / MINUTE_S);
  const unit = { style: "unit", unit: isLong ? "hour" : "minute", unitDisplay: "long" } as const;
  return texts.about(count.toLocaleString(language, unit));
}
