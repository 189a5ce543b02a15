import {
  BOUWJAAR_CLASSES,
  bouwjaarClassOf,
  UNKNOWN_CLASS,
} from "../../../../registry/schema/bouwjaar-classes.ts";
import { type Bar, BarTable } from "../../../kit/client/bar-chart.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount, nameYears, purposeName } from "../format.ts";
import { showYear } from "../map-place.ts";
import { lowerSheet } from "../sheet.tsx";
import { CardSection } from "./card-section.tsx";

const texts = pickTexts({
  years: { nl: "Panden naar bouwjaar", en: "Buildings by year of construction" },
  yearsHint: {
    nl: "Kies een periode om op de kaart te zien wat er aan het eind ervan stond.",
    en: "Choose a period to see on the map what stood at its end.",
  },
  planned: { nl: "gepland", en: "planned" },
  purposes: { nl: "Adressen naar gebruiksdoel", en: "Addresses by purpose" },
});

export interface AreaChartsProps {
  /** Of standing buildings, ascending. */
  readonly years: readonly YearCount[];
  /** Of buildings with a permit or under construction. */
  readonly planned: readonly YearCount[];
  /** Counts by gebruiksdoel. */
  readonly purposes: Readonly<Record<string, number>>;
}

/** Charts of the bouwjaren and purposes of an area. */
export function AreaCharts({ years, planned, purposes }: AreaChartsProps) {
  const bars = [...bouwjaarBars(years), { label: texts.planned, value: totalOf(planned) }];
  return (
    <>
      <CardSection title={texts.years}>
        <BarTable bars={bars} label={texts.years} show={formatCount} />
        <p class="hint">{texts.yearsHint}</p>
      </CardSection>
      <CardSection title={texts.purposes}>
        <BarTable bars={purposeBars(purposes)} label={texts.purposes} show={formatCount} />
      </CardSection>
    </>
  );
}

interface YearCount {
  readonly period: number;
  readonly count: number;
}

function totalOf(years: readonly YearCount[]): number {
  return years.reduce((sum, { count }) => sum + count, 0);
}

/** Sums counts by year to the classes that the map colours; the class of unknown years is left out. */
function bouwjaarBars(years: readonly YearCount[]): Bar[] {
  return BOUWJAAR_CLASSES.slice(0, UNKNOWN_CLASS).map((yearClass, i) => ({
    label: nameYears(yearClass),
    colour: yearClass.colour,
    value: totalOf(years.filter(({ period }) => bouwjaarClassOf(period) === i)),
    onChoose() {
      lowerSheet();
      showYear(yearClass.lastYear);
    },
  }));
}

/** Bars of counts by gebruiksdoel, the largest first, without zeros. */
function purposeBars(counts: Readonly<Record<string, number>>): Bar[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => ({ label: purposeName(name), value: count }));
}
