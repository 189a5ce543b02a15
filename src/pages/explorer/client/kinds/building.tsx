import type { AnswerOf } from "../../../../http/client/client.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { builtFigure, countFigure, Figures } from "../parts/figures.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { texts as words } from "../texts.ts";
import type { BuildingLife, Life } from "../time/life.ts";
import { BOUWJAAR, type FieldsOf, STAGE } from "./fields.ts";
import { type Kind, othersOf, pointOf } from "./kind.ts";

type Building = AnswerOf<"/buildings/{pandId}">["data"];

const texts = pickTexts({
  none: {
    nl: "Dit pand heeft geen adressen. Het kan een schuur of garage zijn.",
    en: "This building has no addresses. It may be a shed or a garage.",
  },
  planned: {
    nl: "Gepland: dit pand is vergund of in aanbouw, maar staat er nog niet.",
    en: "Planned: this building has a permit or is under construction, but does not exist yet.",
  },
  residences: { nl: "Verblijfsobjecten", en: "Residences" },
  ended: {
    nl: "Dit pand staat er niet meer, of is nooit gebouwd.",
    en: "This building no longer exists, or was never built.",
  },
});

const FIELDS: FieldsOf<Building> = {
  identificatie: {
    name: { nl: "Identificatie", en: "Identifier" },
    nl: "Nummer van het pand: 16 cijfers, de vier eerste van de gemeente die het gaf.",
    en: "Number of the building: 16 digits, the first four of the municipality that issued it.",
  },
  bouwjaar: BOUWJAAR,
  status: {
    name: { nl: "Status", en: "Status" },
    nl: "Van vergunning tot sloop; bestaand is meestal “Pand in gebruik”.",
    en: "From permit to demolition; an existing one is mostly “Pand in gebruik” (in use).",
  },
  stage: STAGE,
  geconstateerd: {
    name: { nl: "Geconstateerd", en: "Found on site" },
    nl: "Ja: de gemeente trof het aan zonder dat er een document over was.",
    en: "Yes: the municipality found it without a document about it.",
  },
  voorkomen_identificatie: {
    name: { nl: "Voorkomen", en: "Version" },
    nl: "Volgnummer van deze versie van de gegevens.",
    en: "Sequence number of this version of the data.",
  },
  begin_geldigheid: {
    name: { nl: "Begin geldigheid", en: "Valid from" },
    nl: "Dag vanaf welke deze versie geldt.",
    en: "Day from which this version is valid.",
  },
  eind_geldigheid: {
    name: { nl: "Eind geldigheid", en: "Valid until" },
    nl: "Dag waarop deze versie eindigt; leeg als hij nog geldt.",
    en: "Day on which this version ends; empty while it is valid.",
  },
};

const LIFE: Life = {
  path: "/buildings/{pandId}/history",
  parameters: { include: "geometry,source,corrections" },
  fields: FIELDS,
  first: ["status", "bouwjaar"],
  further: ["status", "bouwjaar", "geometry"],
  ended: texts.ended,
  last: (_ask, last: BuildingLife[number]) => ({
    figures: [builtFigure(last.bouwjaar)],
    building: last.geometry,
  }),
};

export const building: Kind<Building> = {
  async *load(ask, id) {
    const include = "geometry,addresses,counts,stage";
    const { data } = await ask("/buildings/{pandId}", { pandId: id, include });
    yield data;
  },
  title: ({ addresses = [], identificatie }) => addresses[0]?.full_address ?? identificatie,
  searchText: ({ identificatie }) => identificatie,
  selection: ({ geometry, addresses = [] }) => ({ building: geometry, others: othersOf(addresses) }),
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
  life: LIFE,
};

function BuildingBody({ data }: { data: Building }) {
  const { addresses = [], bouwjaar, counts, stage } = data;
  return (
    <>
      {stage === "planned" && <p class="note warn">{texts.planned}</p>}
      <Figures
        figures={[
          builtFigure(bouwjaar, stage),
          countFigure(words.addresses, counts?.addresses),
          countFigure(texts.residences, counts?.residences),
        ]}
      />
      <CardSection title={words.addresses}>
        {addresses.length === 0 ? (
          <p class="hint">{texts.none}</p>
        ) : (
          <AddressList detail="use" list={{ rows: addresses }} />
        )}
      </CardSection>
      <TimeLineSection id={data.identificatie} life={LIFE} />
      <Facts fields={FIELDS} record={data} />
    </>
  );
}
