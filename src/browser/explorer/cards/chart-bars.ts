import { BOUWJAAR_CLASSES, bouwjaarClassOf } from "../../../registry/schema/bouwjaar-classes.ts";
import { purposeName } from "../format.ts";
import type { Bar } from "../parts/bar-chart.tsx";
import { texts } from "../texts.ts";

interface YearCount {
  readonly period: number;
  readonly count: number;
}

/** Sums counts by year to the classes that the map colours; the class of unknown years is left out. */
export function bouwjaarBars(years: readonly YearCount[]): Bar[] {
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
    return label ? [{ label, colour, count: counts.get(i) ?? 0 }] : [];
  });
}

/** Bars of counts by gebruiksdoel, the largest first, without zeros. */
export function purposeBars(counts: Readonly<Record<string, number>>): Bar[] {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => ({ label: purposeName(name), count }));
}
