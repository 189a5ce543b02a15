import { useId } from "preact/hooks";
import { BOUWJAAR_CLASSES, bouwjaarClassOf } from "../../../../registry/schema/bouwjaar-classes.ts";
import { type Bar, BarTable } from "../../../kit/client/bar-chart.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount, purposeName } from "../format.ts";
import { showYear } from "../map-place.ts";
import { lowerSheet } from "../sheet.tsx";

const texts = pickTexts({
  years: { nl: "Panden naar bouwjaar", en: "Buildings by year of construction" },
  yearsHint: {
    nl: "Kies een periode om op de kaart te zien wat er aan het eind ervan stond.",
    en: "Choose a period to see on the map what stood at its end.",
  },
  planned: { nl: "gepland", en: "planned" },
  purposes: { nl: "Adressen naar gebruiksdoel", en: "Addresses by purpose" },
  before: { nl: (year: number) => `vóór ${year}`, en: (year: number) => `before ${year}` },
  from: { nl: (year: number) => `vanaf ${year}`, en: (year: number) => `since ${year}` },
});

interface AreaChartsProps {
  /** Of standing buildings. */
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
      <BarSection title={texts.years} hint={texts.yearsHint} bars={bars} />
      <BarSection title={texts.purposes} bars={purposeBars(purposes)} />
    </>
  );
}

function BarSection({ title, hint, bars }: { title: string; hint?: string; bars: readonly Bar[] }) {
  const id = useId();
  return (
    <section class="card-section">
      <h2 id={id}>{title}</h2>
      <BarTable bars={bars} labelledBy={id} show={formatCount} />
      {hint && <p class="hint">{hint}</p>}
    </section>
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
  const counts = new Map<number, number>();
  for (const { period, count } of years) {
    const at = bouwjaarClassOf(period);
    counts.set(at, (counts.get(at) ?? 0) + count);
  }
  return BOUWJAAR_CLASSES.flatMap(({ firstYear, lastYear, colour }, i) => {
    const label =
      firstYear === undefined
        ? lastYear && texts.before(lastYear + 1)
        : lastYear === undefined
          ? texts.from(firstYear)
          : `${firstYear} – ${lastYear}`;
    const onChoose = () => {
      lowerSheet();
      showYear(lastYear);
    };
    return label ? [{ label, colour, value: counts.get(i) ?? 0, onChoose }] : [];
  });
}

/** Bars of counts by gebruiksdoel, the largest first, without zeros. */
function purposeBars(counts: Readonly<Record<string, number>>): Bar[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => ({ label: purposeName(name), value: count }));
}
