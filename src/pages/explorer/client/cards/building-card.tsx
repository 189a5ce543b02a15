import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatCount } from "../format.ts";
import { rememberAddresses } from "../known-addresses.ts";
import { AddressList } from "../parts/address-list.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { texts } from "../texts.ts";
import { type CardKind, othersOf, pointOf } from "./card-kind.ts";

type Building = AnswerOf<"/buildings/{pandId}">["data"];

export const buildingCard: CardKind<Building> = {
  async *load(ask, id) {
    const include = "geometry,addresses,counts,stage";
    const { data } = await ask("/buildings/{pandId}", { pandId: id, include });
    rememberAddresses(data.addresses ?? []);
    yield data;
  },
  title: ({ addresses = [], identificatie }) => addresses[0]?.full_address ?? identificatie,
  searchText: ({ identificatie }) => identificatie,
  selection: ({ geometry, addresses = [] }) => ({ kind: "pand", geometry, others: othersOf(addresses) }),
  download: ({ addresses = [], identificatie }) =>
    addresses[0] && {
      list: { kind: "building", id: identificatie, name: identificatie },
      point: pointOf(addresses[0]),
    },
  request: ({ addresses, geometry, ...record }) => ({
    path: "/buildings/{pandId}",
    parameters: { pandId: record.identificatie, include: "counts,stage" },
    record,
  }),
  Body: BuildingBody,
};

function BuildingBody({ data }: { data: Building }) {
  const { addresses = [], bouwjaar, counts, stage } = data;
  return (
    <>
      {stage === "planned" && <p class="note warn">{texts.plannedBuilding}</p>}
      <Figures
        figures={[
          { name: stage === "planned" ? texts.toBeBuiltIn : texts.builtIn, value: bouwjaar ?? texts.unknown },
          { name: texts.addresses, value: formatCount(counts?.addresses ?? 0) },
          { name: texts.residences, value: formatCount(counts?.residences ?? 0) },
        ]}
      />
      <section class="card-section">
        <h2>{texts.addressesHere}</h2>
        {addresses.length === 0 ? (
          <p class="hint">{texts.noAddresses}</p>
        ) : (
          <AddressList detail="use" first={{ rows: addresses, total: addresses.length }} />
        )}
      </section>
      <TimeLineSection of={{ kind: "building", id: data.identificatie }} />
      <Facts kind="building" record={data} />
    </>
  );
}
