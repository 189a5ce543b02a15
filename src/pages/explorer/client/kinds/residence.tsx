import type { AnswerOf } from "../../../../http/client/client.ts";
import { placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { Figures, usageFigures } from "../parts/figures.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import type { LabelledView } from "../parts/relations.tsx";
import { texts as words } from "../texts.ts";
import type { Life, ResidenceLife } from "../time/life.ts";
import { type FieldsOf, PAND_ID, POSITION, STAGE, USE } from "./fields.ts";
import { type Kind, pointOf } from "./kind.ts";

type Residence = AnswerOf<"/residences/{verblijfsobjectId}">["data"];

const texts = pickTexts({
  ended: {
    nl: "Ingetrokken: dit verblijfsobject bestaat niet meer.",
    en: "Withdrawn: this residence no longer exists.",
  },
});

const FIELDS: FieldsOf<Residence> = {
  identificatie: {
    name: { nl: "Identificatie", en: "Identifier" },
    nl: "Nummer van het verblijfsobject: een woning, winkel of kantoor met eigen deur.",
    en: "Number of the residence: a home, shop or office with its own door.",
  },
  ...USE,
  status: {
    name: { nl: "Status", en: "Status" },
    nl: "Van vergunning tot intrekking; bestaand is meestal “in gebruik”.",
    en: "From permit to withdrawal; an existing one is mostly “in gebruik” (in use).",
  },
  stage: STAGE,
  pand_id: PAND_ID,
  hoofdadres_nummeraanduiding_id: {
    name: { nl: "Hoofdadres", en: "Main address" },
    nl: "Het eerste adres van het object.",
    en: "The first address of the object.",
    view: (id) => ({ kind: "address", id }),
  },
  nevenadres_nummeraanduiding_ids: {
    name: { nl: "Nevenadressen", en: "Other addresses" },
    nl: "Verdere adressen van hetzelfde object, zoals van een tweede deur.",
    en: "Further addresses of the same object, such as of a second door.",
    view: (id) => ({ kind: "address", id }),
  },
  ...POSITION,
};

const LIFE: Life = {
  path: "/residences/{verblijfsobjectId}/history",
  parameters: { include: "source,corrections" },
  fields: FIELDS,
  first: ["status", "oppervlakte", "gebruiksdoel"],
  further: [
    ...["status", "oppervlakte", "gebruiksdoel", "pand_id", "hoofdadres_nummeraanduiding_id"],
    ...["nevenadres_nummeraanduiding_ids", "latitude"],
  ],
  ended: texts.ended,
  async last(ask, last: ResidenceLife[number]) {
    const { hoofdadres_nummeraanduiding_id: addressId, pand_id: pandId } = last;
    return {
      figures: usageFigures(last),
      relations: [
        ...(addressId == null ? [] : [await relationToAddress(ask, addressId)]),
        ...(pandId == null ? [] : [{ to: { kind: "building", id: pandId } as const, label: pandId }]),
      ],
    };
  },
};

/** Returns a link to an address that may have ended, under the name that it had last. */
async function relationToAddress(ask: Ask, id: string): Promise<LabelledView> {
  const { data } = await ask("/addresses/{nummeraanduidingId}/history", { nummeraanduidingId: id });
  const named = data.periods.findLast(({ address }) => address !== null);
  return { to: { kind: "address", id }, label: named?.address?.full_address ?? id };
}

export const residence: Kind<Residence> = {
  async *load(ask, id) {
    const parameters = { verblijfsobjectId: id, include: "address,stage" } as const;
    const { data } = await ask("/residences/{verblijfsobjectId}", parameters);
    yield data;
  },
  title: ({ address, identificatie }) => (address ? streetLineOf(address) : identificatie),
  detail: ({ address }) => (address ? placeLineOf(address) : ""),
  searchText: ({ identificatie }) => identificatie,
  selection: (residence) => ({ point: pointOf(residence) }),
  request: ({ address, ...record }) => ({
    path: "/residences/{verblijfsobjectId}",
    parameters: { verblijfsobjectId: record.identificatie, include: "stage" },
    record,
  }),
  Body: ResidenceBody,
  life: LIFE,
};

function ResidenceBody({ data }: { data: Residence }) {
  const { address, stage } = data;
  return (
    <>
      {stage === "planned" && <p class="note warn">{words.plannedAddress}</p>}
      <Figures figures={usageFigures(data)} />
      {address && (
        <CardSection title={words.addresses}>
          <AddressList detail="place" list={{ rows: [address] }} />
        </CardSection>
      )}
      <TimeLineSection id={data.identificatie} life={LIFE} />
      <Facts fields={FIELDS} record={data} />
    </>
  );
}
