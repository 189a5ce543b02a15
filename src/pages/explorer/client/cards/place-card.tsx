import type { AnswerOf } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { formatCount } from "../format.ts";
import { ViewLink } from "../navigation.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { OldestSection, YearsSection } from "../parts/opened-section.tsx";
import { PagedList, type Rows } from "../parts/paged-list.tsx";
import { texts } from "../texts.ts";
import type { AreaCharts } from "./area-charts.tsx";
import type { CardKind } from "./card-kind.ts";

type City = AnswerOf<"/cities/{woonplaatsId}">["data"];
type Street = AnswerOf<"/cities/{woonplaatsId}/streets">["data"][number];

interface PlaceData {
  readonly city: City;
  /** Absent until it is loaded. */
  readonly more?: {
    /** The charts, whose script is loaded beside the data. */
    readonly Charts: typeof AreaCharts;
    readonly statistics: AnswerOf<"/statistics/city/{woonplaatsId}">["data"];
    readonly years: AnswerOf<"/buildings/by-year">["data"]["statistics"];
    readonly planned: AnswerOf<"/buildings/by-year">["data"]["statistics"];
    readonly streets: Rows<Street>;
  };
}

const PER_PAGE = 100;

export const placeCard: CardKind<PlaceData> = {
  async *load(ask, id) {
    const { data: city } = await ask("/cities/{woonplaatsId}", {
      woonplaatsId: id,
      include: "counts,geometry",
    });
    yield { city };
    const [charts, statistics, years, planned, streets] = await Promise.all([
      import("./area-charts.tsx"),
      ask("/statistics/city/{woonplaatsId}", { woonplaatsId: id, include: "by_purpose" }),
      ask("/buildings/by-year", { woonplaats_id: id, group_by: "year", "filter[stage]": "standing" }),
      ask("/buildings/by-year", { woonplaats_id: id, group_by: "century", "filter[stage]": "planned" }),
      ask("/cities/{woonplaatsId}/streets", { woonplaatsId: id, per_page: PER_PAGE }),
    ]);
    const more = {
      Charts: charts.AreaCharts,
      statistics: statistics.data,
      years: years.data.statistics,
      planned: planned.data.statistics,
      streets: { rows: streets.data, total: streets.meta.total },
    };
    yield { city, more };
  },
  title: ({ city }) => city.naam,
  detail: ({ city }) => `${city.gemeente_naam}, ${city.provincie_naam}`,
  searchText: ({ city }) => city.naam,
  selection: ({ city }) => ({ kind: "woonplaats", geometry: city.geometry ?? undefined }),
  download: ({ city }) => ({ selection: () => ({ woonplaats_id: city.identificatie }) }),
  request: ({ city: { geometry, ...record } }) => ({
    path: "/cities/{woonplaatsId}",
    parameters: { woonplaatsId: record.identificatie, include: "counts" },
    record,
  }),
  isComplete: ({ more }) => more !== undefined,
  Body: PlaceBody,
};

function PlaceBody({ data: { city, more } }: { data: PlaceData }) {
  const { counts, identificatie } = city;
  const loadPage = async (ask: Ask, page: number) =>
    (await ask("/cities/{woonplaatsId}/streets", { woonplaatsId: identificatie, page, per_page: PER_PAGE }))
      .data;
  return (
    <>
      <Figures
        figures={[
          { name: texts.addresses, value: formatCount(counts?.addresses ?? 0) },
          { name: texts.buildings, value: formatCount(counts?.buildings ?? 0) },
          { name: texts.streets, value: formatCount(counts?.streets ?? 0) },
        ]}
      />
      {more && (
        <>
          <OldestSection of={{ city, years: more.years }} />
          <more.Charts
            years={more.years}
            planned={more.planned}
            purposes={more.statistics.by_purpose ?? {}}
          />
          <YearsSection of={{ woonplaats_id: identificatie }} />
          <section class="card-section">
            <h2>{texts.streets}</h2>
            <PagedList
              first={more.streets}
              pages={{ size: PER_PAGE, load: loadPage }}
              renderRow={StreetRow}
            />
          </section>
          <Facts kind="place" record={city} />
        </>
      )}
    </>
  );
}

function StreetRow({ identificatie, naam }: Street) {
  return <ViewLink to={{ kind: "street", id: identificatie }}>{naam}</ViewLink>;
}
