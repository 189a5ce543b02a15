import { type AnswerOf, RequestFailed } from "../../../../http/client/client.ts";
import { formatPostcode, numberLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import type { Address } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Chips } from "../parts/chips.tsx";
import { Facts } from "../parts/facts.tsx";
import { countFigure, Figures } from "../parts/figures.tsx";
import { TimeLineSection, YearsSection } from "../parts/opened-section.tsx";
import { type List, loadList } from "../parts/paged-list.tsx";
import { texts as words } from "../texts.ts";
import type { Life, StreetLife } from "../time/life.ts";
import type { FieldsOf } from "./fields.ts";
import { type Kind, othersOf } from "./kind.ts";

type Street = AnswerOf<"/streets/{openbareRuimteId}">["data"];

interface StreetData {
  readonly street: Street;
  readonly addresses: List<Address> & { readonly total: number };
}

const texts = pickTexts({
  oldest: { nl: "Oudste pand", en: "Oldest building" },
  postcodes: { nl: "Postcodes", en: "Postcodes" },
  ended: {
    nl: "Ingetrokken: deze straat bestaat niet meer.",
    en: "Withdrawn: this street no longer exists.",
  },
});

const FIELDS: FieldsOf<Street, "woonplaats_id"> = {
  identificatie: { name: { nl: "Identificatie", en: "Identifier" } },
  naam: { name: { nl: "Naam", en: "Name" } },
  verkorte_naam: {
    name: { nl: "Verkorte naam", en: "Short name" },
    nl: "Officiële korte schrijfwijze van hoogstens 24 tekens.",
    en: "Official short spelling of at most 24 characters.",
  },
  type: {
    name: { nl: "Type", en: "Type" },
    nl: "Weg, water, kunstwerk of een andere soort openbare ruimte.",
    en: "Weg (road), water, or another kind of public space.",
  },
  woonplaats_naam: {
    name: { nl: "Woonplaats", en: "Place" },
    nl: "De plaats waarin de straat ligt.",
    en: "The place that the street is in.",
    view: (_text, { woonplaats_id }) => ({ kind: "place", id: String(woonplaats_id) }),
  },
  status: { name: { nl: "Status", en: "Status" } },
};

const LIFE: Life = {
  path: "/streets/{openbareRuimteId}/history",
  parameters: { include: "source,corrections" },
  fields: FIELDS,
  first: ["naam", "woonplaats_naam", "status"],
  further: ["naam", "verkorte_naam", "type", "woonplaats_naam", "woonplaats_id", "status"],
  ended: texts.ended,
  last: (_ask, { naam, woonplaats_id: id, woonplaats_naam }: StreetLife[number]) => ({
    name: naam,
    relations: [{ to: { kind: "place", id }, label: woonplaats_naam ?? id }],
  }),
};

const PER_PAGE = 100;
/** Addresses that are loaded at once; few streets have more. */
const MAX_LOADED = 500;

export const street: Kind<StreetData> = {
  async *load(ask, id) {
    const openbareRuimteId = id.includes("/") ? await findStreetId(ask, id) : id;
    const { data: street } = await ask("/streets/{openbareRuimteId}", {
      openbareRuimteId,
      include: "counts",
    });
    const path = "/streets/{openbareRuimteId}/addresses";
    const parameters = { openbareRuimteId: street.identificatie, per_page: PER_PAGE };
    const addresses = await loadList(ask, path, parameters);
    yield { street, addresses };
    let { rows } = addresses;
    while (rows.length < Math.min(addresses.total, MAX_LOADED)) {
      rows = [...rows, ...(await addresses.loadAfter!(ask, rows.length))];
      yield { street, addresses: { ...addresses, rows } };
    }
  },
  title: ({ street }) => street.naam,
  detail: ({ street }) => street.woonplaats_naam,
  searchText: ({ street }) => `${street.naam}, ${street.woonplaats_naam}`,
  selection: ({ addresses }) => ({ others: othersOf(addresses.rows) }),
  lastingView: ({ street }) => ({ kind: "street", id: street.identificatie }),
  download: ({ street: { identificatie, naam } }) => ({
    list: { kind: "street", id: identificatie, name: naam },
  }),
  request: ({ street }) => ({
    path: "/streets/{openbareRuimteId}",
    parameters: { openbareRuimteId: street.identificatie, include: "counts" },
    record: street,
  }),
  Body: StreetBody,
  life: LIFE,
};

/** Finds the street of a place by its whole name, `<woonplaats>/<name>`. */
async function findStreetId(ask: Ask, id: string): Promise<string> {
  const [place = "", ...rest] = id.split("/");
  const name = rest.join("/");
  const filter = { "filter[naam]": name, "filter[woonplaats_id]": place, per_page: PER_PAGE };
  const { data } = await ask("/streets", filter);
  const street = data.find(({ naam }) => naam === name) ?? data[0];
  if (street === undefined) {
    throw new RequestFailed(new Response(null, { status: 404 }), undefined);
  }
  return street.identificatie;
}

function StreetBody({ data: { street, addresses } }: { data: StreetData }) {
  const { rows, total } = addresses;
  const [first, last] = [rows[0], rows.at(-1)];
  const isComplete = rows.length === total;
  const range =
    first && last ? `${numberLineOf(first)} – ${isComplete ? numberLineOf(last) : "…"}` : words.none;
  const postcodes = [...new Set(rows.map(({ postcode }) => postcode).filter((code) => code !== null))];
  return (
    <>
      <Figures
        figures={[
          countFigure(words.addresses, total),
          { name: words.numbers, value: range },
          ...(isComplete ? oldestFigure(rows) : []),
        ]}
      />
      {postcodes.length > 0 && (
        <CardSection title={texts.postcodes}>
          <Chips
            links={postcodes
              .sort()
              .map((id) => ({ to: { kind: "postcode", id }, label: formatPostcode(id) }))}
          >
            {!isComplete && <li>…</li>}
          </Chips>
        </CardSection>
      )}
      {total > 0 && (
        <CardSection title={words.addresses}>
          <AddressList detail="postcode" list={addresses} />
        </CardSection>
      )}
      <TimeLineSection id={street.identificatie} life={LIFE} />
      <YearsSection of={{ openbare_ruimte_id: street.identificatie }} />
      <Facts fields={FIELDS} record={street} />
    </>
  );
}

/** Returns the year of the oldest building at an address of the street, with a link to it. */
function oldestFigure(addresses: readonly Address[]) {
  const [oldest] = addresses
    .filter(({ bouwjaar }) => bouwjaar !== null)
    .toSorted((a, b) => a.bouwjaar! - b.bouwjaar!);
  if (oldest === undefined) {
    return [];
  }
  const view = { kind: "address", id: oldest.nummeraanduiding_id } as const;
  return [{ name: texts.oldest, value: <ViewLink to={view}>{oldest.bouwjaar}</ViewLink> }];
}
