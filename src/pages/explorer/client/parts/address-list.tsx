import { formatPostcode, placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import type { Ask } from "../../../kit/client/ask.ts";
import { formatArea, purposeName } from "../format.ts";
import { type Address, rememberAddresses } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { PagedList, type Pages, type Rows } from "./paged-list.tsx";

/** Facts shown for each address beside its number: `use` where all lie together. */
type Detail = "use" | "postcode" | "place";

interface AddressListProps {
  readonly first: Rows<Address>;
  readonly detail: Detail;
  readonly pages?: Pages<Address>;
}

/** List of links to addresses. */
export function AddressList({ first, detail, pages }: AddressListProps) {
  const remembered = pages && {
    ...pages,
    load: async (ask: Ask, page: number) => {
      const rows = await pages.load(ask, page);
      rememberAddresses(rows);
      return rows;
    },
  };
  const renderRow = (address: Address) => (
    <>
      <ViewLink to={{ kind: "address", id: address.nummeraanduiding_id }}>{streetLineOf(address)}</ViewLink>
      <span class="muted">{DETAILS[detail](address)}</span>
    </>
  );
  return <PagedList first={first} pages={remembered} renderRow={renderRow} />;
}

const DETAILS: Readonly<Record<Detail, (address: Address) => string>> = {
  use: ({ gebruiksdoel, oppervlakte }) =>
    [gebruiksdoel[0] && purposeName(gebruiksdoel[0]), oppervlakte !== null && formatArea(oppervlakte)]
      .filter(Boolean)
      .join(" · "),
  postcode: ({ postcode }) => (postcode === null ? "" : formatPostcode(postcode)),
  place: placeLineOf,
};
