import { type ExplorerView, isArea } from "../view.ts";
import { language, texts } from "./texts.ts";

const numbers = new Intl.NumberFormat(language);
const scores = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
const coordinates = new Intl.NumberFormat(language, { maximumFractionDigits: 8 });
/** British dates, as on the other pages: 15 October 2021. */
const DATE_LOCALES = { nl: "nl", en: "en-GB" };
const dates = new Intl.DateTimeFormat(DATE_LOCALES[language], {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** Formats a count with the separators of the language: 12.034. */
export function formatCount(count: number): string {
  return numbers.format(count);
}

/** Formats a coordinate with all its decimals: 52,31117 and 131.512,777. */
export function formatCoordinate(coordinate: number): string {
  return coordinates.format(coordinate);
}

/** Formats points of a search with one decimal. */
export function formatScore(points: number): string {
  return scores.format(points);
}

/** Formats an area in square metres. */
export function formatArea(squareMetres: number): string {
  return texts.squareMetres(formatCount(squareMetres));
}

/** Formats a date of the form YYYY-MM-DD. */
export function formatDate(date: string): string {
  return dates.format(new Date(date));
}

/** Formats a postcode as on an envelope: 1382 KT. */
export function formatPostcode(postcode: string): string {
  return postcode.length === 6 ? `${postcode.slice(0, 4)} ${postcode.slice(4)}` : postcode;
}

/** Returns a gebruiksdoel in the language of the page. */
export function purposeName(gebruiksdoel: string): string {
  return texts.purposeNames[gebruiksdoel] ?? gebruiksdoel;
}

interface HouseNumber {
  readonly huisnummer: number;
  readonly huisletter: string | null;
  readonly huisnummertoevoeging: string | null;
}

/** Formats a house number as the registry writes it in a line: `5a`, `1-5A3`, `16D K`. */
export function formatHouseNumber({ huisnummer, huisletter, huisnummertoevoeging }: HouseNumber): string {
  const separator = /^\d/.test(huisnummertoevoeging ?? "") ? "-" : " ";
  const addition = huisnummertoevoeging === null ? "" : separator + huisnummertoevoeging;
  return `${huisnummer}${huisletter ?? ""}${addition}`;
}

/** Returns the name of a view's kind in the language of the page. */
export function kindNameOf(view: NonNullable<ExplorerView>): string {
  return isArea(view) ? texts.area : texts.kinds[view.kind];
}
