import type { AnswerOf } from "../../../../http/client/client.ts";
import { type Address, type Ask, knownAddress, rememberAddresses } from "../ask.ts";
import { formatArea, formatCount, formatPostcode, purposeName } from "../format.ts";
import type { MapSelection } from "../map/map-selection.ts";
import { AddressList, streetAndNumber } from "../parts/address-list.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { type Relation, Relations } from "../parts/relations.tsx";
import type { ShownRequest } from "../parts/request-tabs.tsx";
import { texts } from "../texts.ts";
import { type CardKind, othersOf, pointOf } from "./card-kind.ts";

type Building = AnswerOf<"/buildings/{pandId}">["data"];

export interface AddressData {
  readonly address: Address;
  /** The building with its footprint and addresses; absent until it is loaded, and for addresses without one. */
  readonly building?: Building;
  /** Metres from the point that was asked for. */
  readonly distance?: number;
}

export const addressCard: CardKind<AddressData> = {
  async *load(ask, id) {
    const address =
      knownAddress(id) ?? (await ask("/addresses/{nummeraanduidingId}", { nummeraanduidingId: id })).data;
    yield* withBuilding(ask, { address });
  },
  title: ({ address }) => streetAndNumber(address),
  detail: ({ address }) => placeLine(address),
  searchText: ({ address }) => address.full_address,
  selection: addressSelection,
  request: ({ address }) => addressRequest(address),
  Body: AddressBody,
};

/** The address at a point of the map. */
export const pointCard: CardKind<AddressData> = {
  ...addressCard,
  async *load(ask, id) {
    const [lat = Number.NaN, lng = Number.NaN] = id.split(",").map(Number);
    const { data } = await ask("/geocode/reverse", { lat, lng });
    yield* withBuilding(ask, { address: data.address, distance: data.distance_meters });
  },
  request({ address }) {
    const { latitude: lat, longitude: lng } = address;
    return { path: "/geocode/reverse", parameters: { lat, lng }, record: address };
  },
};

/** Yields the data, and again with the building. */
export async function* withBuilding(ask: Ask, data: AddressData): AsyncGenerator<AddressData> {
  yield data;
  const pandId = data.address.pand_id;
  if (pandId !== null) {
    const { data: building } = await ask("/buildings/{pandId}", { pandId, include: "geometry,addresses" });
    rememberAddresses(building.addresses ?? []);
    yield { ...data, building };
  }
}

export function addressSelection({ address, building }: AddressData): MapSelection {
  return {
    kind: "adres",
    point: pointOf(address),
    geometry: building?.geometry,
    others: othersOf(othersIn(building, address)),
  };
}

export function placeLine({ postcode, woonplaats_naam }: Address): string {
  return [postcode && formatPostcode(postcode), woonplaats_naam].filter(Boolean).join(" ");
}

function addressRequest(address: Address): ShownRequest {
  return {
    path: "/addresses/{nummeraanduidingId}",
    parameters: { nummeraanduidingId: address.nummeraanduiding_id },
    record: address,
  };
}

function othersIn(building: Building | undefined, { nummeraanduiding_id }: Address): readonly Address[] {
  return (building?.addresses ?? []).filter((other) => other.nummeraanduiding_id !== nummeraanduiding_id);
}

export function AddressBody({ data: { address, building, distance } }: { data: AddressData }) {
  const others = othersIn(building, address);
  const { bouwjaar, oppervlakte, gebruiksdoel } = address;
  return (
    <>
      {distance !== undefined && <p class="hint">{texts.metresAway(formatCount(distance))}</p>}
      <Figures
        figures={[
          { name: texts.builtIn, value: bouwjaar ?? texts.unknown },
          { name: texts.area2, value: oppervlakte === null ? texts.unknown : formatArea(oppervlakte) },
          { name: texts.purpose, value: gebruiksdoel.map(purposeName).join(", ") || address.type },
        ]}
      />
      <Relations relations={relationsOf(address)} />
      {others.length > 0 && (
        <section class="card-section">
          <h2>{texts.buildingAddresses}</h2>
          <AddressList detail="use" first={{ rows: others, total: others.length }} />
        </section>
      )}
      <Facts kind="address" record={address} />
    </>
  );
}

function relationsOf(address: Address): Relation[] {
  const { pand_id, adresseerbaar_object_id, type, postcode, straatnaam, woonplaats_id } = address;
  const relations: (Relation | false)[] = [
    pand_id !== null && { to: { kind: "building", id: pand_id }, label: pand_id },
    type === "verblijfsobject" && {
      to: { kind: "residence", id: adresseerbaar_object_id },
      label: adresseerbaar_object_id,
    },
    { to: { kind: "street", id: `${woonplaats_id}/${straatnaam}` }, label: straatnaam },
    postcode !== null && { to: { kind: "postcode", id: postcode }, label: formatPostcode(postcode) },
    postcode !== null && { to: { kind: "postcode", id: postcode.slice(0, 4) }, label: postcode.slice(0, 4) },
    { to: { kind: "place", id: woonplaats_id }, label: address.woonplaats_naam },
    { to: { kind: "municipality", id: address.gemeente_code }, label: address.gemeente_naam },
  ];
  return relations.filter((relation) => relation !== false);
}
