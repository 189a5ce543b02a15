/** Texts of a report; `batch/texts` has the names of statuses, reasons and roles. */

import { inEachLanguage } from "../../../../base/language.ts";
import { formatsOf } from "../../formats.ts";
import type { Language } from "../preferences.ts";

const FORMATS = { nl: formatsOf("nl"), en: formatsOf("en") };

const ENTRIES = {
  /** For numbers. */
  locale: { nl: "nl", en: "en-GB" },
  title: {
    nl: (fileName: string, isRecheck: boolean) => `${isRecheck ? "Controle" : "Geocodering"} van ${fileName}`,
    en: (fileName: string, isRecheck: boolean) => `${isRecheck ? "Recheck" : "Geocoding"} of ${fileName}`,
  },
  about: {
    nl: (rows: number, date: string) =>
      `${FORMATS.nl.count(rows)} rijen vergeleken met de BAG van ${FORMATS.nl.date(date)}`,
    en: (rows: number, date: string) =>
      `${FORMATS.en.count(rows)} rows compared with the BAG of ${FORMATS.en.date(date)}`,
  },
  groups: {
    nl: (groups: number) => `; ${FORMATS.nl.count(groups)} verschillende adressen`,
    en: (groups: number) => `; ${FORMATS.en.count(groups)} different addresses`,
  },
  found: {
    nl: (rows: number) => `gevonden: ${FORMATS.nl.count(rows)} rijen hebben een adres in de BAG`,
    en: (rows: number) => `found: ${FORMATS.en.count(rows)} rows have an address in the BAG`,
  },
  unchanged: {
    nl: (rows: number) => `ongewijzigd: ${FORMATS.nl.count(rows)} rijen hebben hetzelfde adres`,
    en: (rows: number) => `unchanged: ${FORMATS.en.count(rows)} rows have the same address`,
  },
  byMatch: { nl: "Hoe de rijen zijn gevonden", en: "How the rows were found" },
  byStatus: { nl: "Wat er van de rijen werd", en: "What became of the rows" },
  byReason: { nl: "Waarom rijen niet zijn gevonden", en: "Why rows were not found" },
  changes: {
    nl: "Wat er veranderde, en waarom rijen onbekend zijn",
    en: "What changed, and why rows are unknown",
  },
  /** Names the first of `count` rows by their numbers. */
  rows: {
    nl: (count: number, numbers: string) => `${count === 1 ? "rij" : "rijen"} ${numbers}`,
    en: (count: number, numbers: string) => `${count === 1 ? "row" : "rows"} ${numbers}`,
  },
  byGemeente: { nl: "Adressen per gemeente", en: "Addresses by gemeente" },
  otherGemeenten: {
    nl: (number: number) => (number === 1 ? "1 andere gemeente" : `${number} andere gemeenten`),
    en: (number: number) => (number === 1 ? "1 other gemeente" : `${number} other gemeenten`),
  },
  map: { nl: "Waar de adressen liggen", en: "Where the addresses are" },
  dots: {
    nl: (sideM: number) =>
      `Elke stip staat voor de adressen in een vak van ${formatSide(sideM, "nl")}: hoe groter, hoe meer.`,
    en: (sideM: number) =>
      `Each dot stands for the addresses in a square of ${formatSide(sideM, "en")}: the larger, the more.`,
  },
  columns: { nl: "Gebruikte kolommen", en: "Columns that were used" },
  source: {
    nl: "Bron van de adressen: BAG, Kadaster. Gemaakt met baken.",
    en: "Source of the addresses: BAG, Kadaster. Made by baken.",
  },
};

export const REPORT_TEXTS = inEachLanguage(ENTRIES);
export type ReportTexts = (typeof REPORT_TEXTS)[Language];

function formatSide(metres: number, language: Language): string {
  return metres < 1_000 ? `${metres} m` : `${FORMATS[language].decimal(metres / 1_000, 1)} km`;
}
