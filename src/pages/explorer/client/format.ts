import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { formatsOf } from "../../kit/formats.ts";
import { type ExplorerView, VIEW_KINDS } from "../view.ts";

const formats = formatsOf(currentLanguage());
export const { count: formatCount, date: formatDate, list: formatList } = formats;

/** Formats a coordinate with all its decimals: 52,31117 and 131.512,777. */
export function formatCoordinate(coordinate: number): string {
  return formats.decimal(coordinate, 8);
}

/** Formats points of a search with one decimal. */
export function formatScore(points: number): string {
  return formats.decimal(points, 1);
}

/** Formats an area in square metres. */
export function formatArea(squareMetres: number): string {
  return `${formatCount(squareMetres)} m²`;
}

/** Formats the lowest and highest house number of a postcode. */
export function formatNumberRange(min: number, max: number): string {
  return min === max ? String(min) : `${min}–${max}`;
}

/** Gebruiksdoelen in the language of the page; one that is missing keeps its Dutch name. */
const { names } = pickTexts({
  names: {
    nl: {} as Readonly<Record<string, string>>,
    en: {
      woonfunctie: "residential",
      bijeenkomstfunctie: "assembly",
      celfunctie: "detention",
      gezondheidszorgfunctie: "health care",
      industriefunctie: "industry",
      kantoorfunctie: "office",
      logiesfunctie: "lodging",
      onderwijsfunctie: "education",
      sportfunctie: "sport",
      winkelfunctie: "shop",
      "overige gebruiksfunctie": "other use",
    } as Readonly<Record<string, string>>,
  },
});

/** Returns a gebruiksdoel in the language of the page. */
export function purposeName(gebruiksdoel: string): string {
  return names[gebruiksdoel] ?? gebruiksdoel;
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

/** Returns the name of a kind of view in the language of the page. */
export function kindNameOf({ kind }: Pick<NonNullable<ExplorerView>, "kind">): string {
  return VIEW_KINDS[kind].name[currentLanguage()];
}
