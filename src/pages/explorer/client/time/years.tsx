/** Charts of the changes in an area, year by year. */
import type { ComponentChildren } from "preact";
import type { Ask } from "../../../kit/client/ask.ts";
import { BarChart } from "../../../kit/client/bar-chart.tsx";
import { formatCount, formatDate } from "../format.ts";
import { pageData } from "../page-data.ts";
import { timeTexts } from "./texts.ts";

/** Area or street of statistics over time, as the interface takes it. */
export type YearsArea =
  | { readonly woonplaats_id: string }
  | { readonly gemeente_code: string }
  | { readonly openbare_ruimte_id: string };

/** Flows that have a chart. */
const SHOWN = ["buildings_into_use", "buildings_demolished", "numbers_renamed"] as const;

/** Loads the years of an area and returns their charts. */
export async function openYears(ask: Ask, area: YearsArea): Promise<ComponentChildren> {
  const { timeline } = (await ask("/statistics/timeline", area)).data;
  const last = timeline.at(-1);
  if (last === undefined) {
    return <p class="hint">{timeTexts.noYears}</p>;
  }
  return (
    <div class="years">
      {SHOWN.map((flow) => (
        <BarChart
          key={flow}
          title={timeTexts.flows[flow]}
          labelHeading={timeTexts.year}
          valueHeading={timeTexts.flows[flow]}
          asTable={timeTexts.asTable}
          bars={timeline.map(({ period, flows }) => ({ label: period, value: flows[flow] }))}
          show={formatCount}
          showSum={formatCount}
        />
      ))}
      <p class="hint">{timeTexts.lastYear(last.period, formatDate(pageData.registry!.date))}</p>
    </div>
  );
}
