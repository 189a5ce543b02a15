/** Texts of a report in both languages; `batch/texts` has the names of statuses, reasons and roles. */
import type { Language } from "../preferences.ts";

export interface ReportTexts {
  /** For numbers. */
  readonly locale: string;
  title(fileName: string): string;
  about(rows: number, referenceDate: string, groups: number | undefined): string;
  found(rows: number): string;
  unchanged(rows: number): string;
  readonly byMatch: string;
  readonly byStatus: string;
  readonly byReason: string;
  readonly changes: string;
  /** Names the first of `count` rows by their numbers. */
  rows(count: number, numbers: string): string;
  readonly byGemeente: string;
  otherGemeenten(count: number): string;
  readonly map: string;
  dots(sideM: number): string;
  readonly columns: string;
  readonly source: string;
}

export const REPORT_TEXTS: Readonly<Record<Language, ReportTexts>> = {
  en: {
    locale: "en-GB",
    title: (fileName) => `Geocoding of ${fileName}`,
    about: (rows, referenceDate, groups) =>
      `${count(rows, "en")} rows compared with the BAG of ${formatDate(referenceDate, "en-GB")}` +
      (groups === undefined ? "." : `; ${count(groups, "en")} different addresses.`),
    found: (rows) => `found: ${count(rows, "en")} rows have an address in the BAG`,
    unchanged: (rows) => `unchanged: ${count(rows, "en")} rows have the same address`,
    byMatch: "How the rows were found",
    byStatus: "What became of the rows",
    byReason: "Why rows were not found",
    changes: "What changed, and why rows are unknown",
    rows: (count, numbers) => `${count === 1 ? "row" : "rows"} ${numbers}`,
    byGemeente: "Addresses by gemeente",
    otherGemeenten: (number) => (number === 1 ? "1 other gemeente" : `${number} other gemeenten`),
    map: "Where the addresses are",
    dots: (sideM) =>
      `Each dot stands for the addresses in a square of ${formatSide(sideM, "en")}: the larger, the more.`,
    columns: "Columns that were used",
    source: "Source of the addresses: BAG, Kadaster. Made by baken.",
  },
  nl: {
    locale: "nl",
    title: (fileName) => `Geocodering van ${fileName}`,
    about: (rows, referenceDate, groups) =>
      `${count(rows, "nl")} rijen vergeleken met de BAG van ${formatDate(referenceDate, "nl")}` +
      (groups === undefined ? "." : `; ${count(groups, "nl")} verschillende adressen.`),
    found: (rows) => `gevonden: ${count(rows, "nl")} rijen hebben een adres in de BAG`,
    unchanged: (rows) => `ongewijzigd: ${count(rows, "nl")} rijen hebben hetzelfde adres`,
    byMatch: "Hoe de rijen zijn gevonden",
    byStatus: "Wat er van de rijen werd",
    byReason: "Waarom rijen niet zijn gevonden",
    changes: "Wat er veranderde, en waarom rijen onbekend zijn",
    rows: (count, numbers) => `${count === 1 ? "rij" : "rijen"} ${numbers}`,
    byGemeente: "Adressen per gemeente",
    otherGemeenten: (number) => (number === 1 ? "1 andere gemeente" : `${number} andere gemeenten`),
    map: "Waar de adressen liggen",
    dots: (sideM) =>
      `Elke stip staat voor de adressen in een vak van ${formatSide(sideM, "nl")}: hoe groter, hoe meer.`,
    columns: "Gebruikte kolommen",
    source: "Bron van de adressen: BAG, Kadaster. Gemaakt met baken.",
  },
};

function count(value: number, locale: string): string {
  return value.toLocaleString(locale);
}

function formatDate(date: string, locale: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
}

function formatSide(metres: number, locale: string): string {
  return metres < 1_000
    ? `${metres} m`
    : `${(metres / 1_000).toLocaleString(locale, { maximumFractionDigits: 1 })} km`;
}
