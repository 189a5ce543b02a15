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
  const [first] = timeline;
  const happens = (flow: (typeof SHOWN)[number]) => timeline.some(({ flows }) => flows[flow] > 0);
  const never = SHOWN.filter((flow) => !happens(flow)).map((flow) => timeTexts.flows[flow].toLowerCase());
  return (
    <div class="years">
      {SHOWN.filter(happens).map((flow) => (
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
      {never.length > 0 && <p class="hint">{timeTexts.neverSince(first!.period, never.join(", "))}</p>}
      <p class="hint">{timeTexts.lastYear(last.period, formatDate(pageData.registry!.date))}</p>
    </div>
  );
}
