/** Charts of the changes in an area, year by year. */
import type { ComponentChildren } from "preact";
import type { Ask } from "../../../kit/client/ask.ts";
import { BarChart } from "../../../kit/client/bar-chart.tsx";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount, formatDate } from "../format.ts";
import { pageData } from "../page-data.ts";

const texts = pickTexts({
  year: { nl: "Jaar", en: "Year" },
  neverSince: {
    nl: (year: string, what: string) => `Niet voorgekomen sinds ${year}: ${what}.`,
    en: (year: string, what: string) => `Not since ${year}: ${what}.`,
  },
  lastYear: {
    nl: (year: string, day: string) =>
      `${year} loopt tot en met ${day}. De eerste jaren van de registratie zijn weggelaten: toen werd ingevoerd ` +
      "wat er al stond.",
    en: (year: string, day: string) =>
      `${year} up to and including ${day}. The first years of the registry are left out: what was entered then existed already.`,
  },
  noYears: {
    nl: "De registratie is hier te kort geleden begonnen voor cijfers per jaar.",
    en: "The registry began too recently here for figures per year.",
  },
});

/** Area or street of statistics over time, as the interface takes it. */
export type YearsArea =
  | { readonly woonplaats_id: string }
  | { readonly gemeente_code: string }
  | { readonly openbare_ruimte_id: string };

/** Flows that have a chart, with their titles. */
const FLOWS = pickTexts({
  buildings_into_use: { nl: "Panden in gebruik genomen", en: "Buildings taken into use" },
  buildings_demolished: { nl: "Panden gesloopt", en: "Buildings demolished" },
  numbers_renamed: {
    nl: "Adressen met een ander nummer of andere straat",
    en: "Addresses with another number or street",
  },
});
const SHOWN = Object.keys(FLOWS) as (keyof typeof FLOWS)[];

/** Loads the years of an area and returns their charts. */
export async function openYears(ask: Ask, area: YearsArea): Promise<ComponentChildren> {
  const { timeline } = (await ask("/statistics/timeline", area)).data;
  const last = timeline.at(-1);
  if (last === undefined) {
    return <p class="hint">{texts.noYears}</p>;
  }
  const [first] = timeline;
  const happens = (flow: (typeof SHOWN)[number]) => timeline.some(({ flows }) => flows[flow] > 0);
  const never = SHOWN.filter((flow) => !happens(flow)).map((flow) => FLOWS[flow].toLowerCase());
  return (
    <div class="stack years">
      {SHOWN.filter(happens).map((flow) => (
        <BarChart
          key={flow}
          title={FLOWS[flow]}
          labelHeading={texts.year}
          valueHeading={FLOWS[flow]}
          bars={timeline.map(({ period, flows }) => ({ label: period, value: flows[flow] }))}
          show={formatCount}
        />
      ))}
      {never.length > 0 && <p class="hint">{texts.neverSince(first!.period, never.join(", "))}</p>}
      <p class="hint">{texts.lastYear(last.period, formatDate(pageData.registry!.date))}</p>
    </div>
  );
}
