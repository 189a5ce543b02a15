import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatCount } from "../format.ts";
import { ViewLink } from "../navigation.tsx";
import { Figures } from "../parts/facts.tsx";
import { PagedList } from "../parts/paged-list.tsx";
import { texts } from "../texts.ts";
import type { CardKind } from "./card-kind.ts";

type Province = AnswerOf<"/provinces/{provinceName}">["data"];

export const provinceCard: CardKind<Province> = {
  async *load(ask, provinceName) {
    yield (await ask("/provinces/{provinceName}", { provinceName, include: "counts,municipalities" })).data;
  },
  title: ({ provincie_naam }) => provincie_naam,
  searchText: ({ provincie_naam }) => provincie_naam,
  selection: () => ({ kind: "none" }),
  download: ({ provincie_naam }) => ({ selection: () => ({ provincie_naam }) }),
  request: ({ municipalities, ...record }) => ({
    path: "/provinces/{provinceName}",
    parameters: { provinceName: record.provincie_naam, include: "counts" },
    record,
  }),
  Body: ProvinceBody,
};

function ProvinceBody({ data: { counts, municipalities = [] } }: { data: Province }) {
  return (
    <>
      <Figures
        figures={[
          { name: texts.addresses, value: formatCount(counts?.addresses ?? 0) },
          { name: texts.municipalities, value: formatCount(counts?.municipalities ?? 0) },
          { name: texts.cities, value: formatCount(counts?.cities ?? 0) },
        ]}
      />
      {municipalities.length > 0 && (
        <section class="card-section">
          <h2>{texts.municipalities}</h2>
          <PagedList
            first={{ rows: municipalities, total: municipalities.length }}
            renderRow={({ gemeente_code, gemeente_naam }) => (
              <ViewLink to={{ kind: "municipality", id: gemeente_code }}>{gemeente_naam}</ViewLink>
            )}
          />
        </section>
      )}
    </>
  );
}
