import type { Ask } from "../../../kit/client/ask.ts";
import type { AreaCharts, AreaChartsProps } from "./area-charts.tsx";

export interface ChartsData extends AreaChartsProps {
  /** The charts, whose script is loaded in parallel with the data. */
  readonly Charts: typeof AreaCharts;
}

interface Statistics {
  readonly data: { readonly by_purpose?: AreaChartsProps["purposes"] };
}

/** Loads the charts of an area with the counts of its buildings and, from its statistics, of its addresses. */
export async function loadCharts(
  ask: Ask,
  area: { readonly woonplaats_id: string } | { readonly gemeente_code: string },
  statistics: Promise<Statistics>,
): Promise<ChartsData> {
  const count = async (group_by: "year" | "century", stage: "standing" | "planned") =>
    (await ask("/buildings/by-year", { ...area, group_by, "filter[stage]": stage })).data.statistics;
  const [{ AreaCharts: Charts }, years, planned, { data }] = await Promise.all([
    import("./area-charts.tsx"),
    count("year", "standing"),
    count("century", "planned"),
    statistics,
  ]);
  return { Charts, years, planned, purposes: data.by_purpose ?? {} };
}
