import type { AnswerOf } from "../../../../http/client/client.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { formatCount, formatPostcode } from "../format.ts";
import { type Address, rememberAddresses } from "../known-addresses.ts";
import { AddressList } from "../parts/address-list.tsx";
import { Figures } from "../parts/facts.tsx";
import type { Rows } from "../parts/paged-list.tsx";
import { Relations } from "../parts/relations.tsx";
import { texts } from "../texts.ts";
import { type CardKind, othersOf } from "./card-kind.ts";

interface PostcodeData {
  readonly range: AnswerOf<"/postcodes/{postcode}/range">["data"];
  readonly addresses: Rows<Address>;
}

const PER_PAGE = 100;

/** A whole postcode: 1382KT. */
export const postcodeCard: CardKind<PostcodeData> = {
  async *load(ask, id) {
    const postcode = id.replaceAll(" ", "").toUpperCase();
    const [{ data: range }, { data: rows, meta }] = await Promise.all([
      ask("/postcodes/{postcode}/range", { postcode }),
      ask("/postcodes/{postcode}", { postcode, per_page: PER_PAGE }),
    ]);
    rememberAddresses(rows);
    yield { range, addresses: { rows, total: meta.total } };
  },
  title: ({ range }) => formatPostcode(range.postcode),
  detail: ({ range }) => `${range.street}, ${range.city}`,
  searchText: ({ range }) => range.postcode,
  selection: ({ addresses }) => ({ kind: "postcode", others: othersOf(addresses.rows) }),
  lastingView: ({ range }) => ({ kind: "postcode", id: range.postcode }),
  download: ({ range: { postcode } }) => ({
    list: { kind: "postcode", id: postcode, name: postcode },
  }),
  request: ({ range }) => ({
    path: "/postcodes/{postcode}/range",
    parameters: { postcode: range.postcode },
    record: range,
  }),
  Body: PostcodeBody,
};

function PostcodeBody({ data: { range, addresses } }: { data: PostcodeData }) {
  const { postcode, count, min_number, max_number, street } = range;
  const [first] = addresses.rows;
  const loadPage = async (ask: Ask, page: number) =>
    (await ask("/postcodes/{postcode}", { postcode, page, per_page: PER_PAGE })).data;
  return (
    <>
      <Figures
        figures={[
          { name: texts.addresses, value: formatCount(count) },
          { name: texts.numbers, value: `${min_number} – ${max_number}` },
        ]}
      />
      {first && (
        <Relations
          relations={[
            { to: { kind: "street", id: `${first.woonplaats_id}/${street}` }, label: street },
            { to: { kind: "postcode", id: postcode.slice(0, 4) }, label: postcode.slice(0, 4) },
            { to: { kind: "place", id: first.woonplaats_id }, label: first.woonplaats_naam },
          ]}
        />
      )}
      <section class="card-section">
        <h2>{texts.addresses}</h2>
        <AddressList detail="use" first={addresses} pages={{ size: PER_PAGE, load: loadPage }} />
      </section>
    </>
  );
}
