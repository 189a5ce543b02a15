import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatPostcode } from "../../../kit/client/address-line.ts";
import type { Address } from "../known-addresses.ts";
import { streetView } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { countFigure, Figures } from "../parts/figures.tsx";
import { type List, loadList } from "../parts/paged-list.tsx";
import { Relations } from "../parts/relations.tsx";
import { texts } from "../texts.ts";
import { type Kind, othersOf } from "./kind.ts";

interface PostcodeData {
  readonly range: AnswerOf<"/postcodes/{postcode}/range">["data"];
  readonly addresses: List<Address>;
}

/** A whole postcode: 1382KT. */
export const postcode: Kind<PostcodeData> = {
  async *load(ask, id) {
    const postcode = id.replaceAll(" ", "").toUpperCase();
    const [{ data: range }, addresses] = await Promise.all([
      ask("/postcodes/{postcode}/range", { postcode }),
      loadList(ask, "/postcodes/{postcode}", { postcode, per_page: 100 }),
    ]);
    yield { range, addresses };
  },
  title: ({ range }) => formatPostcode(range.postcode),
  detail: ({ range }) => `${range.street}, ${range.city}`,
  searchText: ({ range }) => range.postcode,
  selection: ({ addresses }) => ({ others: othersOf(addresses.rows) }),
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
  return (
    <>
      <Figures
        figures={[
          countFigure(texts.addresses, count),
          { name: texts.numbers, value: `${min_number} – ${max_number}` },
        ]}
      />
      {first && (
        <Relations
          relations={[
            { to: streetView({ ...first, straatnaam: street }), label: street },
            { to: { kind: "area", id: postcode.slice(0, 4) }, label: postcode.slice(0, 4) },
            { to: { kind: "place", id: first.woonplaats_id }, label: first.woonplaats_naam },
          ]}
        />
      )}
      <CardSection title={texts.addresses}>
        <AddressList detail="use" list={addresses} />
      </CardSection>
    </>
  );
}
