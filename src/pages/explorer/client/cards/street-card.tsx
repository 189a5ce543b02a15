import { type AnswerOf, RequestFailed } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { formatCount, formatHouseNumber, formatPostcode } from "../format.ts";
import { type Address, rememberAddresses } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { TimeLineSection, YearsSection } from "../parts/opened-section.tsx";
import { texts } from "../texts.ts";
import { type CardKind, othersOf } from "./card-kind.ts";

type Street = AnswerOf<"/streets/{openbareRuimteId}">["data"];

interface StreetData {
  readonly street: Street;
  readonly addresses: readonly Address[];
}

const PER_PAGE = 100;
/** Pages that are loaded at once; few streets have more addresses. */
const PAGES = 5;

export const streetCard: CardKind<StreetData> = {
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
  selection: ({ addresses }) => ({ kind: "straat", others: othersOf(addresses) }),
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
      : texts.none;
  const postcodes = [...new Set(addresses.map(({ postcode }) => postcode).filter((code) => code !== null))];
  return (
    <>
      <Figures
        figures={[
          { name: texts.addresses, value: formatCount(total) },
          { name: texts.numbers, value: range },
          ...(isComplete ? oldestFigure(addresses) : []),
        ]}
      />
      {postcodes.length > 0 && (
        <section class="card-section">
          <h2>{texts.postcodes}</h2>
          <ul class="chips">
            {postcodes.sort().map((postcode) => (
              <li key={postcode}>
                <ViewLink to={{ kind: "postcode", id: postcode }}>{formatPostcode(postcode)}</ViewLink>
              </li>
            ))}
            {!isComplete && <li>…</li>}
          </ul>
        </section>
      )}
      {addresses.length > 0 && (
        <section class="card-section">
          <h2>{texts.addresses}</h2>
          <AddressList
            detail="postcode"
            first={{ rows: addresses, total }}
            pages={{ size: PER_PAGE, load: (ask, page) => loadPage(ask, street, page) }}
          />
        </section>
      )}
      <TimeLineSection of={{ kind: "street", id: street.identificatie }} />
      <YearsSection of={{ openbare_ruimte_id: street.identificatie }} />
      <Facts kind="street" record={street} />
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
  return [{ name: texts.oldestBuilding, value: <ViewLink to={view}>{oldest.bouwjaar}</ViewLink> }];
}
