import type { BouwjaarClass } from "../../../registry/schema/bouwjaar-classes.ts";
import { currentLanguage } from "../../kit/client/preferences.ts";
import { pickTexts } from "../../kit/client/texts.ts";
import { formatsOf } from "../../kit/formats.ts";
import { type ExplorerView, VIEW_KINDS } from "../view.ts";

export const { count: formatCount, date: formatDate, decimal: formatDecimal } = formatsOf(currentLanguage());

/** Formats an area in square metres. */
export function formatArea(squareMetres: number): string {
  return `${formatCount(squareMetres)} m²`;
}

const { years, names } = pickTexts({
  years: {
    before: { nl: (year: number) => `vóór ${year}`, en: (year: number) => `before ${year}` },
    since: { nl: (year: number) => `${year} en later`, en: (year: number) => `${year} and later` },
    unknown: { nl: "onbekend", en: "unknown" },
  },
  /** Gebruiksdoelen; one that is missing keeps its Dutch name. */
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

/** Names a class of bouwjaren. */
export function nameYears({ firstYear, lastYear }: BouwjaarClass): string {
  if (firstYear !== undefined) {
    return lastYear === undefined ? years.since(firstYear) : `${firstYear}–${lastYear}`;
  }
  return lastYear === undefined ? years.unknown : years.before(lastYear + 1);
}

/** Returns the name of a kind of view in the language of the page. */
export function kindNameOf({ kind }: Pick<NonNullable<ExplorerView>, "kind">): string {
  return VIEW_KINDS[kind].name[currentLanguage()];
}
