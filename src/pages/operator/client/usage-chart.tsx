import { BarChart } from "../../kit/client/bar-chart.tsx";
import type { DayAnswer } from "../answers.ts";
import { useFormat } from "./format.ts";
import { useTexts } from "./texts.ts";

interface UsageChartProps {
  readonly title: string;
  readonly days: readonly DayAnswer[];
}

/** Requests of each day. */
export function UsageChart({ title, days }: UsageChartProps) {
  const t = useTexts();
  const format = useFormat();
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  return (
    <div class="card">
      <BarChart
        title={`${title}: ${t.totalOf(format.number(total))}`}
        labelHeading={t.day}
        valueHeading={t.requests}
        asTable={t.asTable}
        bars={days.map(({ day, requests }) => ({ label: format.day(day), value: requests }))}
        show={format.rate}
        showSum={format.number}
      />
    </div>
  );
}
