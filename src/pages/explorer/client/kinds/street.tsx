import { type AnswerOf, RequestFailed } from "../../../../http/client/client.ts";
import { formatPostcode } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatHouseNumber } from "../format.ts";
import { type Address, rememberAddresses } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { countFigure, Figures } from "../parts/figures.tsx";
import { TimeLineSection, YearsSection } from "../parts/opened-section.tsx";
import { texts as words } from "../texts.ts";
import type { Life, StreetLife } from "../time/life.ts";
import type { FieldsOf } from "./fields.ts";
import { type Kind, othersOf } from "./kind.ts";

type Street = AnswerOf<"/streets/{openbareRuimteId}">["data"];

interface StreetData {
  readonly street: Street;
  readonly addresses: readonly Address[];
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
  identificatie: {
    name: { nl: "Identificatie", en: "Identifier" },
    nl: "Nummer van de openbare ruimte.",
    en: "Number of the public space.",
  },
  naam: {
    name: { nl: "Naam", en: "Name" },
    nl: "Naam zoals de gemeente die gaf.",
    en: "Name as the municipality gave it.",
  },
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
  status: { name: { nl: "Status", en: "Status" }, nl: "Stand van de naam.", en: "State of the name." },
};

const LIFE: Life = {
  path: "/streets/{openbareRuimteId}/history",
  parameter: "openbareRuimteId",
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
/** Pages that are loaded at once; few streets have more addresses. */
const PAGES = 5;

export const street: Kind<StreetData> = {
  async *load(ask, id) {
    const openbareRuimteId = id.includes("/") ? await findStreetId(ask, id) : id;
    const { data: street } = await ask("/streets/{openbareRuimteId}", {
      openbareRuimteId,
      include: "counts",
    });
    let addresses: readonly Address[] = [];
    const pages = Math.min(PAGES, Math.ceil((street.counts?.addresses ?? 0) / PER_PAGE));
    for (let page = 1; page <= pages; page++) {
      addresses = [...addresses, ...(await loadPage(ask, street, page))];
      rememberAddresses(addresses);
      yield { street, addresses };
    }
    if (pages === 0) {
      yield { street, addresses };
    }
  },
  title: ({ street }) => street.naam,
  detail: ({ street }) => street.woonplaats_naam,
  searchText: ({ street }) => `${street.naam}, ${street.woonplaats_naam}`,
  selection: ({ addresses }) => ({ others: othersOf(addresses) }),
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

async function loadPage(ask: Ask, { identificatie }: Street, page: number): Promise<readonly Address[]> {
  const parameters = { openbareRuimteId: identificatie, page, per_page: PER_PAGE };
  return (await ask("/streets/{openbareRuimteId}/addresses", parameters)).data;
}

function StreetBody({ data: { street, addresses } }: { data: StreetData }) {
  const total = street.counts?.addresses ?? 0;
  const [first, last] = [addresses[0], addresses.at(-1)];
  const isComplete = addresses.length === total;
  const range =
    first && last
      ? `${formatHouseNumber(first)} – ${isComplete ? formatHouseNumber(last) : "…"}`
      : words.none;
  const postcodes = [...new Set(addresses.map(({ postcode }) => postcode).filter((code) => code !== null))];
  return (
    <>
      <Figures
        figures={[
          countFigure(words.addresses, total),
          { name: words.numbers, value: range },
          ...(isComplete ? oldestFigure(addresses) : []),
        ]}
      />
      {postcodes.length > 0 && (
        <CardSection title={texts.postcodes}>
          <ul class="row chips">
            {postcodes.sort().map((postcode) => (
              <li key={postcode}>
                <ViewLink to={{ kind: "postcode", id: postcode }}>{formatPostcode(postcode)}</ViewLink>
              </li>
            ))}
            {!isComplete && <li>…</li>}
          </ul>
        </CardSection>
      )}
      {addresses.length > 0 && (
        <CardSection title={words.addresses}>
          <AddressList
            detail="postcode"
            first={{ rows: addresses, total }}
            pages={{ size: PER_PAGE, load: (ask, page) => loadPage(ask, street, page) }}
          />
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
