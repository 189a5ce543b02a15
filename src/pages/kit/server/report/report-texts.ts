/**
 * Words of a report in the languages of the pages, with the reasons why rows were not found and the roles of columns.
 */
import type { Role } from "../../../../batch/columns/roles.ts";
import type { RowReason, RowStatus } from "../../../../batch/outcome.ts";
import type { TextField, UnknownReason } from "../../../../registry/history/recheck.ts";
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
  readonly matches: Readonly<Record<RowStatus, string>>;
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
    matches: {
      exact: "Exactly as written",
      corrected: "After a correction",
      one_of_several: "One of several at the number",
      former: "A former address",
      none: "Not found",
      unchanged: "Unchanged",
      changed: "Written differently now",
      replaced: "Replaced by another address",
      undecided: "Ended, with possible successors",
      ended: "Ended",
      unknown: "Unknown",
    },
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
    matches: {
      exact: "Precies zoals geschreven",
      corrected: "Na een correctie",
      one_of_several: "Een van meerdere op het nummer",
      former: "Een voormalig adres",
      none: "Niet gevonden",
      unchanged: "Ongewijzigd",
      changed: "Nu anders geschreven",
      replaced: "Vervangen door een ander adres",
      undecided: "Vervallen, met mogelijke opvolgers",
      ended: "Vervallen",
      unknown: "Onbekend",
    },
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

type Translated = Readonly<Record<Language, string>>;

const REASON_TEXTS: Readonly<Record<RowReason | UnknownReason | TextField, Translated>> = {
  empty: { en: "The row has no address", nl: "De rij heeft geen adres" },
  "other country": { en: "In another country", nl: "In een ander land" },
  "damaged number": {
    en: "House number changed by a spreadsheet",
    nl: "Huisnummer veranderd door een spreadsheet",
  },
  "not a house number": { en: "Not a house number", nl: "Geen huisnummer" },
  "unknown postcode": { en: "The postcode does not exist", nl: "De postcode bestaat niet" },
  "doubtful column": {
    en: "A column that is not used names another address",
    nl: "Een niet gebruikte kolom noemt een ander adres",
  },
  "too long": { en: "Text too long for an address", nl: "Tekst te lang voor een adres" },
  "not a position": { en: "No coordinates", nl: "Geen coördinaten" },
  range: { en: "Range of house numbers", nl: "Reeks van huisnummers" },
  "swapped coordinates": { en: "Coordinates seem swapped", nl: "Coördinaten lijken verwisseld" },
  "outside the Netherlands": { en: "Outside the Netherlands", nl: "Buiten Nederland" },
  "no address near": { en: "No address near the position", nl: "Geen adres in de buurt" },
  "po box": { en: "A PO box", nl: "Een postbus" },
  nothing: { en: "No similar address", nl: "Geen adres lijkt hierop" },
  "no such number": { en: "The street has no such number", nl: "Dit nummer bestaat niet in de straat" },
  "no such designation": {
    en: "The number has no such letter or addition",
    nl: "Deze letter of toevoeging bestaat niet bij het nummer",
  },
  "no number": { en: "No house number", nl: "Geen huisnummer ingevuld" },
  "other place": { en: "The street is in another place", nl: "De straat ligt in een andere plaats" },
  "words not understood": { en: "Words that were not understood", nl: "Onbegrepen woorden" },
  "other postcode": {
    en: "Postcode, street and place contradict each other",
    nl: "Postcode, straat en plaats spreken elkaar tegen",
  },
  "other parameter": { en: "The columns contradict each other", nl: "De kolommen spreken elkaar tegen" },
  "several streets": { en: "Several streets fit equally well", nl: "Meerdere straten passen even goed" },
  "several at the number": {
    en: "Several addresses at the number",
    nl: "Meerdere adressen op dit nummer",
  },
  "not complete": { en: "Street or place not complete", nl: "Straat of plaats niet volledig" },
  former: { en: "A former address", nl: "Een voormalig adres" },
  "by hand": { en: "No address, chosen by hand", nl: "Geen adres, met de hand gekozen" },
  "not exact": { en: "Only an inexact address was found", nl: "Alleen een niet-exact adres gevonden" },
  "no id": { en: "No id", nl: "Geen id" },
  "not an id": { en: "Not an id of an address", nl: "Geen id van een adres" },
  "no day": { en: "No day", nl: "Geen dag" },
  "unknown id": { en: "The registry does not have the id", nl: "De registratie kent het id niet" },
  "never an address": { en: "The id was never an address", nl: "Het id was nooit een adres" },
  straatnaam: { en: "street", nl: "straat" },
  huisnummer: { en: "house number", nl: "huisnummer" },
  huisletter: { en: "house letter", nl: "huisletter" },
  huisnummertoevoeging: { en: "addition", nl: "toevoeging" },
  postcode: { en: "postcode", nl: "postcode" },
  woonplaats: { en: "place", nl: "plaats" },
  gemeente: { en: "gemeente", nl: "gemeente" },
};

/** Returns the words of a reason; of changes their fields. */
export function reasonText(reason: string, language: Language): string {
  const parts = reason.split("|") as (keyof typeof REASON_TEXTS)[];
  return parts.map((part) => REASON_TEXTS[part][language]).join(", ");
}

export const ROLE_TEXTS: Readonly<Record<Role, Translated>> = {
  postcode: { en: "postcode", nl: "postcode" },
  number: { en: "house number", nl: "huisnummer" },
  letter: { en: "house letter", nl: "huisletter" },
  addition: { en: "addition", nl: "toevoeging" },
  street: { en: "street", nl: "straat" },
  place: { en: "place", nl: "plaats" },
  gemeente: { en: "gemeente", nl: "gemeente" },
  text: { en: "address as text", nl: "adres als tekst" },
  country: { en: "country", nl: "land" },
  beside: { en: "mark of an address next to it", nl: "aanduiding bij huisnummer" },
  latitude: { en: "latitude or RD y", nl: "breedtegraad of RD y" },
  longitude: { en: "longitude or RD x", nl: "lengtegraad of RD x" },
  position: { en: "position", nl: "positie" },
  id: { en: "id of the address or object", nl: "id van het adres of object" },
  day: { en: "day on which the id was right", nl: "dag waarop het id klopte" },
};
