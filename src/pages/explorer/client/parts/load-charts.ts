import type { AnswerOf } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import type { AreaCharts } from "./area-charts.tsx";

type YearCounts = AnswerOf<"/buildings/by-year">["data"]["statistics"];

export interface ChartsData {
  /** The charts, whose script is loaded beside the data. */
  readonly Charts: typeof AreaCharts;
  /** Standing buildings by year, and planned ones. */
  readonly years: YearCounts;
  readonly planned: YearCounts;
}

/** Loads the charts of an area with the counts of its buildings. */
export async function loadCharts(
  ask: Ask,
  area: { readonly woonplaats_id: string } | { readonly gemeente_code: string },
): Promise<ChartsData> {
  const count = async (group_by: "year" | "century", stage: "standing" | "planned") =>
    (await ask("/buildings/by-year", { ...area, group_by, "filter[stage]": stage })).data.statistics;
  const [{ AreaCharts: Charts }, years, planned] = await Promise.all([
    import("./area-charts.tsx"),
    count("year", "standing"),
    count("century", "planned"),
  ]);
  return { Charts, years, planned };
}
