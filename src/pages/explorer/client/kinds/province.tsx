import type { AnswerOf } from "../../../../http/client/client.ts";
import { ViewLink } from "../navigation.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Counts } from "../parts/figures.tsx";
import { PagedList } from "../parts/paged-list.tsx";
import { texts } from "../texts.ts";
import type { Kind } from "./kind.ts";

type Province = AnswerOf<"/provinces/{provinceName}">["data"];

export const province: Kind<Province> = {
  async *load(ask, provinceName) {
    yield (await ask("/provinces/{provinceName}", { provinceName, include: "counts,municipalities" })).data;
  },
  title: ({ provincie_naam }) => provincie_naam,
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
      <Counts names={["addresses", "municipalities", "cities"]} of={counts} />
      {municipalities.length > 0 && (
        <CardSection title={texts.municipalities}>
          <PagedList
            list={{ rows: municipalities }}
            renderRow={({ gemeente_code, gemeente_naam }) => (
              <ViewLink to={{ kind: "municipality", id: gemeente_code }}>{gemeente_naam}</ViewLink>
            )}
          />
        </CardSection>
      )}
    </>
  );
}
