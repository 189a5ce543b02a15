import type { AnswerOf } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { formatCount } from "../format.ts";
import { ViewLink } from "../navigation.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { YearsSection } from "../parts/opened-section.tsx";
import { PagedList, type Rows } from "../parts/paged-list.tsx";
import { texts } from "../texts.ts";
import type { AreaCharts } from "./area-charts.tsx";
import type { CardKind } from "./card-kind.ts";

type Municipality = AnswerOf<"/municipalities/{gemeenteCode}">["data"];
type City = AnswerOf<"/municipalities/{gemeenteCode}/cities">["data"][number];

interface MunicipalityData {
  readonly municipality: Municipality;
  /** Absent until it is loaded. */
  readonly more?: {
    /** The charts, whose script is loaded beside the data. */
    readonly Charts: typeof AreaCharts;
    readonly statistics: AnswerOf<"/statistics/municipality/{gemeenteCode}">["data"];
    readonly years: AnswerOf<"/buildings/by-year">["data"]["statistics"];
    readonly planned: AnswerOf<"/buildings/by-year">["data"]["statistics"];
    readonly cities: Rows<City>;
  };
}

const PER_PAGE = 100;

export const municipalityCard: CardKind<MunicipalityData> = {
  async *load(ask, gemeenteCode) {
    const include = "counts,geometry";
    const { data: municipality } = await ask("/municipalities/{gemeenteCode}", { gemeenteCode, include });
    yield { municipality };
    const [charts, statistics, years, planned, cities] = await Promise.all([
      import("./area-charts.tsx"),
      ask("/statistics/municipality/{gemeenteCode}", { gemeenteCode }),
      ask("/buildings/by-year", {
        gemeente_code: gemeenteCode,
        group_by: "year",
        "filter[stage]": "standing",
      }),
      ask("/buildings/by-year", {
        gemeente_code: gemeenteCode,
        group_by: "century",
        "filter[stage]": "planned",
      }),
      ask("/municipalities/{gemeenteCode}/cities", { gemeenteCode, per_page: PER_PAGE }),
    ]);
    const more = {
      Charts: charts.AreaCharts,
      statistics: statistics.data,
      years: years.data.statistics,
      planned: planned.data.statistics,
      cities: { rows: cities.data, total: cities.meta.total },
    };
    yield { municipality, more };
  },
  title: ({ municipality }) => municipality.gemeente_naam,
  detail: ({ municipality }) => municipality.provincie_naam,
  searchText: ({ municipality }) => municipality.gemeente_naam,
  selection: ({ municipality }) => ({ kind: "gemeente", geometry: municipality.geometry ?? undefined }),
  download: ({ municipality }) => ({ selection: () => ({ gemeente_code: municipality.gemeente_code }) }),
  request: ({ municipality: { geometry, ...record } }) => ({
    path: "/municipalities/{gemeenteCode}",
    parameters: { gemeenteCode: record.gemeente_code, include: "counts" },
    record,
  }),
  isComplete: ({ more }) => more !== undefined,
  Body: MunicipalityBody,
};

function MunicipalityBody({ data: { municipality, more } }: { data: MunicipalityData }) {
  const { counts, gemeente_code } = municipality;
  const loadPage = async (ask: Ask, page: number) => {
    const parameters = { gemeenteCode: gemeente_code, page, per_page: PER_PAGE };
    return (await ask("/municipalities/{gemeenteCode}/cities", parameters)).data;
  };
  return (
    <>
      <Figures
        figures={[
          { name: texts.addresses, value: formatCount(counts?.addresses ?? 0) },
          { name: texts.buildings, value: formatCount(counts?.buildings ?? 0) },
          { name: texts.cities, value: formatCount(counts?.cities ?? 0) },
        ]}
      />
      {more && (
        <>
          <more.Charts years={more.years} planned={more.planned} purposes={more.statistics.by_purpose} />
          <YearsSection of={{ gemeente_code }} />
          <section class="card-section">
            <h2>{texts.cities}</h2>
            <PagedList first={more.cities} pages={{ size: PER_PAGE, load: loadPage }} renderRow={CityRow} />
          </section>
          <Facts kind="municipality" record={municipality} />
        </>
      )}
    </>
  );
}

function CityRow({ identificatie, naam }: City) {
  return <ViewLink to={{ kind: "place", id: identificatie }}>{naam}</ViewLink>;
}
