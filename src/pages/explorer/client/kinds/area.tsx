import type { AnswerOf } from "../../../../http/client/client.ts";
import { ADDRESS_HULL_SOURCE } from "../../../../registry/schema/boundary-sources.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { Address } from "../known-addresses.ts";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { countFigure, Figures } from "../parts/figures.tsx";
import { type List, loadList } from "../parts/paged-list.tsx";
import { texts as words } from "../texts.ts";
import type { Kind } from "./kind.ts";

type Area = AnswerOf<"/postcodes/areas">["data"][number];

interface AreaData {
  readonly area: Area;
  readonly statistics: AnswerOf<"/statistics/postcode-area/{postcode}">["data"];
  readonly addresses: List<Address>;
}

const texts = pickTexts({
  derived: {
    nl: "De omtrek is geen officiële grens: hij is getekend om de adressen met deze postcode.",
    en: "The outline is not an official border: it is drawn around the addresses with this postcode.",
  },
});

/** The area of all postcodes with the same four digits. */
export const area: Kind<AreaData> = {
  async *load(ask, postcode) {
    const [areas, statistics, addresses] = await Promise.all([
      ask("/postcodes/areas", { prefix: postcode, include: "geometry" }),
      ask("/statistics/postcode-area/{postcode}", { postcode }),
      loadList(ask, "/addresses/search", { q: postcode, per_page: 50 }),
    ]);
    // An area without statistics is not found.
    const area = areas.data.find((one) => one.area === postcode)!;
    yield { area, statistics: statistics.data, addresses };
  },
  title: ({ area }) => area.area,
  detail: ({ statistics }) => statistics.cities.join(", "),
  selection: ({ area }) => ({ area: area.geometry, isSoft: isDerived(area) }),
  download: ({ area }) => ({ selection: () => ({ postcode_area: area.area }) }),
  request: ({ statistics }) => ({
    path: "/statistics/postcode-area/{postcode}",
    parameters: { postcode: statistics.postcode_area },
    record: statistics,
  }),
  Body: AreaBody,
};

/** Returns true where the outline is one around the addresses, as no border is known. */
function isDerived({ boundary_source }: Area): boolean {
  return boundary_source === ADDRESS_HULL_SOURCE;
}

function AreaBody({ data: { area, statistics, addresses } }: { data: AreaData }) {
  return (
    <>
      {isDerived(area) && <p class="hint">{texts.derived}</p>}
      <Figures
        figures={[
          countFigure(words.addresses, statistics.total_addresses),
          { name: words.municipalities, value: statistics.municipalities.join(", ") },
        ]}
      />
      <CardSection title={words.addresses}>
        <AddressList detail="place" list={addresses} />
      </CardSection>
    </>
  );
}
