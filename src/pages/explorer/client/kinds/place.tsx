import type { AnswerOf, RowOf } from "../../../../http/client/client.ts";
import { ViewLink } from "../navigation.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { Counts } from "../parts/figures.tsx";
import { type ChartsData, loadCharts } from "../parts/load-charts.ts";
import { OldestSection, YearsSection } from "../parts/opened-section.tsx";
import { type List, loadList, PagedList } from "../parts/paged-list.tsx";
import { texts } from "../texts.ts";
import { type FieldsOf, GEMEENTE } from "./fields.ts";
import type { Kind } from "./kind.ts";

type City = AnswerOf<"/cities/{woonplaatsId}">["data"];
type Street = RowOf<"/cities/{woonplaatsId}/streets">;

interface PlaceData {
  readonly city: City;
  readonly charts: ChartsData;
  readonly streets: List<Street>;
}

const FIELDS: FieldsOf<City, "naam"> = {
  identificatie: { name: { nl: "Identificatie", en: "Identifier" } },
  ...GEMEENTE,
  status: { name: { nl: "Status", en: "Status" } },
};

export const place: Kind<PlaceData> = {
  async *load(ask, woonplaatsId) {
    const [{ data: city }, charts, streets] = await Promise.all([
      ask("/cities/{woonplaatsId}", { woonplaatsId, include: "counts,geometry" }),
      loadCharts(
        ask,
        { woonplaats_id: woonplaatsId },
        ask("/statistics/city/{woonplaatsId}", { woonplaatsId, include: "by_purpose" }),
      ),
      loadList(ask, "/cities/{woonplaatsId}/streets", { woonplaatsId, per_page: 100 }),
    ]);
    yield { city, charts, streets };
  },
  title: ({ city }) => city.naam,
  detail: ({ city }) => `${city.gemeente_naam}, ${city.provincie_naam}`,
  selection: ({ city }) => ({ area: city.geometry }),
  download: ({ city }) => ({ selection: () => ({ woonplaats_id: city.identificatie }) }),
  request: ({ city: { geometry, ...record } }) => ({
    path: "/cities/{woonplaatsId}",
    parameters: { woonplaatsId: record.identificatie, include: "counts" },
    record,
  }),
  Body: PlaceBody,
};

function PlaceBody({ data: { city, charts, streets } }: { data: PlaceData }) {
  const { counts, identificatie } = city;
  return (
    <>
      <Counts names={["addresses", "buildings", "streets"]} of={counts} />
      <OldestSection of={{ city, years: charts.years }} />
      <charts.Charts {...charts} />
      <YearsSection of={{ woonplaats_id: identificatie }} />
      <CardSection title={texts.streets}>
        <PagedList list={streets} renderRow={StreetRow} />
      </CardSection>
      <Facts fields={FIELDS} record={city} />
    </>
  );
}

function StreetRow({ identificatie, naam }: Street) {
  return <ViewLink to={{ kind: "street", id: identificatie }}>{naam}</ViewLink>;
}
