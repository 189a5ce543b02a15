import { formatPostcode, placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import { formatArea, purposeName } from "../format.ts";
import { type Address, rememberAddress } from "../known-addresses.ts";
import { ViewLink } from "../navigation.tsx";
import { type List, PagedList } from "./paged-list.tsx";

/** Fact shown for each address in addition to its number; `use` where all addresses are at one place. */
type Detail = "use" | "postcode" | "place";

interface AddressListProps {
  readonly list: List<Address>;
  readonly detail: Detail;
}

/** List of links to addresses, whose cards are then shown at once. */
export function AddressList({ list, detail }: AddressListProps) {
  const renderRow = (address: Address) => {
    rememberAddress(address);
    return (
      <>
        <ViewLink to={{ kind: "address", id: address.nummeraanduiding_id }}>{streetLineOf(address)}</ViewLink>
        <span class="hint">{DETAILS[detail](address)}</span>
      </>
    );
  };
  return <PagedList list={list} renderRow={renderRow} />;
}

const DETAILS: Readonly<Record<Detail, (address: Address) => string>> = {
  use: ({ gebruiksdoel, oppervlakte }) =>
    [gebruiksdoel[0] && purposeName(gebruiksdoel[0]), oppervlakte !== null && formatArea(oppervlakte)]
      .filter(Boolean)
      .join(" · "),
  postcode: ({ postcode }) => (postcode === null ? "" : formatPostcode(postcode)),
  place: placeLineOf,
};
