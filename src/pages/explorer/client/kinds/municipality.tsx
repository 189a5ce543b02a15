import type { AnswerOf, RowOf } from "../../../../http/client/client.ts";
import { ViewLink } from "../navigation.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { Counts } from "../parts/figures.tsx";
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
  readonly charts: ChartsData;
  readonly cities: List<City>;
}

const FIELDS: FieldsOf<Municipality, "gemeente_naam"> = {
  gemeente_code: GEMEENTE.gemeente_code,
  provincie_naam: GEMEENTE.provincie_naam,
  provincie_code: { name: { nl: "Provinciecode", en: "Province code" } },
};

export const municipality: Kind<MunicipalityData> = {
  async *load(ask, gemeenteCode) {
    const [{ data: municipality }, charts, cities] = await Promise.all([
      ask("/municipalities/{gemeenteCode}", { gemeenteCode, include: "counts,geometry" }),
      loadCharts(
        ask,
        { gemeente_code: gemeenteCode },
        ask("/statistics/municipality/{gemeenteCode}", { gemeenteCode }),
      ),
      loadList(ask, "/municipalities/{gemeenteCode}/cities", { gemeenteCode, per_page: 100 }),
    ]);
    yield { municipality, charts, cities };
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
  Body: MunicipalityBody,
};

function MunicipalityBody({ data: { municipality, charts, cities } }: { data: MunicipalityData }) {
  const { counts, gemeente_code } = municipality;
  return (
    <>
      <Counts names={["addresses", "buildings", "cities"]} of={counts} />
      <charts.Charts {...charts} />
      <YearsSection of={{ gemeente_code }} />
      <CardSection title={texts.cities}>
        <PagedList list={cities} renderRow={CityRow} />
      </CardSection>
      <Facts fields={FIELDS} record={municipality} />
    </>
  );
}

function CityRow({ identificatie, naam }: City) {
  return <ViewLink to={{ kind: "place", id: identificatie }}>{naam}</ViewLink>;
}
