import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatArea, purposeName } from "../format.ts";
import { rememberAddresses } from "../known-addresses.ts";
import { AddressList, streetAndNumber } from "../parts/address-list.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { texts } from "../texts.ts";
import { placeLine } from "./address-card.tsx";
import { type CardKind, pointOf } from "./card-kind.ts";

type Residence = AnswerOf<"/residences/{verblijfsobjectId}">["data"];

export const residenceCard: CardKind<Residence> = {
  async *load(ask, id) {
    const { data } = await ask("/residences/{verblijfsobjectId}", {
      verblijfsobjectId: id,
      include: "address,stage",
    });
    if (data.address) {
      rememberAddresses([data.address]);
    }
    yield data;
  },
  title: ({ address, identificatie }) => (address ? streetAndNumber(address) : identificatie),
  detail: ({ address }) => (address ? placeLine(address) : ""),
  searchText: ({ identificatie }) => identificatie,
  selection: (residence) => ({ kind: "adres", point: pointOf(residence) }),
  request: ({ address, ...record }) => ({
    path: "/residences/{verblijfsobjectId}",
    parameters: { verblijfsobjectId: record.identificatie, include: "stage" },
    record,
  }),
  Body: ResidenceBody,
};

function ResidenceBody({ data }: { data: Residence }) {
  const { address, oppervlakte, gebruiksdoel, stage } = data;
  return (
    <>
      {stage === "planned" && <p class="note warn">{texts.plannedAddress}</p>}
      <Figures
        figures={[
          { name: texts.area2, value: oppervlakte === null ? texts.unknown : formatArea(oppervlakte) },
          { name: texts.purpose, value: gebruiksdoel.map(purposeName).join(", ") },
        ]}
      />
      {address && (
        <section class="card-section">
          <h2>{texts.addressesHere}</h2>
          <AddressList detail="place" first={{ rows: [address], total: 1 }} />
        </section>
      )}
      <TimeLineSection of={{ kind: "residence", id: data.identificatie }} />
      <Facts kind="residence" record={data} />
    </>
  );
}
