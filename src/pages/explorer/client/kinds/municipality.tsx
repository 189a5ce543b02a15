import type { AnswerOf, RowOf } from "../../../../http/client/client.ts";
import { ViewLink } from "../navigation.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { countFigure, Figures } from "../parts/figures.tsx";
import { type ChartsData, loadCharts } from "../parts/load-charts.ts";
import { YearsSection } from "../parts/opened-section.tsx";
import { type List, loadList, PagedList } from "../parts/paged-list.tsx";
import { texts } from "../texts.ts";
import { type FieldsOf, GEMEENTE } from "./fields.ts";
import type { Kind } from "./kind.ts";

type Municipality = AnswerOf<"/municipalities/{gemeenteCode}">["data"];
type City = RowOf<"/municipalities/{gemeenteCode}/cities">;

interface MunicipalityData {
  readonly municipality: Municipality;
  /** Absent until it is loaded. */
  readonly more?: ChartsData & {
    readonly statistics: AnswerOf<"/statistics/municipality/{gemeenteCode}">["data"];
    readonly cities: List<City>;
  };
}

const FIELDS: FieldsOf<Municipality, "gemeente_naam"> = {
  gemeente_code: GEMEENTE.gemeente_code,
  provincie_naam: GEMEENTE.provincie_naam,
  provincie_code: {
    name: { nl: "Provinciecode", en: "Province code" },
    nl: "Twee letters.",
    en: "Two letters.",
  },
};

export const municipality: Kind<MunicipalityData> = {
  async *load(ask, gemeenteCode) {
    const include = "counts,geometry";
    const { data: municipality } = await ask("/municipalities/{gemeenteCode}", { gemeenteCode, include });
    yield { municipality };
    const [charts, { data: statistics }, cities] = await Promise.all([
      loadCharts(ask, { gemeente_code: gemeenteCode }),
      ask("/statistics/municipality/{gemeenteCode}", { gemeenteCode }),
      loadList(ask, "/municipalities/{gemeenteCode}/cities", { gemeenteCode, per_page: 100 }),
    ]);
    yield { municipality, more: { ...charts, statistics, cities } };
  },
  title: ({ municipality }) => municipality.gemeente_naam,
  detail: ({ municipality }) => municipality.provincie_naam,
  selection: ({ municipality }) => ({ area: municipality.geometry }),
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
  return (
    <>
      <Figures
        figures={[
          countFigure(texts.addresses, counts?.addresses),
          countFigure(texts.buildings, counts?.buildings),
          countFigure(texts.cities, counts?.cities),
        ]}
      />
      {more && (
        <>
          <more.Charts {...more} purposes={more.statistics.by_purpose} />
          <YearsSection of={{ gemeente_code }} />
          <CardSection title={texts.cities}>
            <PagedList list={more.cities} renderRow={CityRow} />
          </CardSection>
          <Facts fields={FIELDS} record={municipality} />
        </>
      )}
    </>
  );
}

function CityRow({ identificatie, naam }: City) {
  return <ViewLink to={{ kind: "place", id: identificatie }}>{naam}</ViewLink>;
}
