import type { ComponentChildren } from "preact";
import type { AnswerOf } from "../../../../http/client/client.ts";
import { type Ask, orNothing } from "../../../kit/client/ask.ts";
import { formatArea, formatCount, formatPostcode, purposeName } from "../format.ts";
import { type Address, knownAddress, rememberAddresses } from "../known-addresses.ts";
import type { MapPoint, MapSelection } from "../map/map-selection.ts";
import { AddressList, streetAndNumber } from "../parts/address-list.tsx";
import { Facts, Figures } from "../parts/facts.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { type LabelledView, Relations } from "../parts/relations.tsx";
import type { ShownRequest } from "../parts/request-tabs.tsx";
import { texts } from "../texts.ts";
import { type CardKind, othersOf, pointOf } from "./card-kind.ts";

type Building = AnswerOf<"/buildings/{pandId}">["data"];

export interface AddressData {
  readonly address: Address;
  /** The address with stage and areas, which other answers lack; absent until it is loaded. */
  readonly details?: Address;
  /** The building with its footprint and addresses; absent until it is loaded, and for addresses without one. */
  readonly building?: Building;
  /** Metres from the point that was asked for. */
  readonly distance?: number;
  /** The point that was asked for. */
  readonly asked?: MapPoint;
}

export const addressCard: CardKind<AddressData> = {
  async *load(ask, id) {
    const known = knownAddress(id);
    if (known !== undefined) {
      yield* loadDetails(ask, { address: known });
    } else {
      const details = await loadAddress(ask, id);
      yield* loadDetails(ask, { address: details, details });
    }
  },
  title: ({ address }) => streetAndNumber(address),
  detail: ({ address }) => placeLine(address),
  searchText: ({ address }) => address.full_address,
  selection: addressSelection,
  download: ({ address }) => ({ point: pointOf(address) }),
  request: ({ address, details = address }) => addressRequest(details),
  Body: AddressBody,
};

/** The address at a point of the map. */
export const pointCard: CardKind<AddressData> = {
  ...addressCard,
  async *load(ask, id) {
    const [lat = Number.NaN, lng = Number.NaN] = id.split(",").map(Number);
    const { data } = await ask("/geocode/reverse", { lat, lng });
    yield* loadDetails(ask, { address: data.address, distance: data.distance_meters, asked: { lat, lng } });
  },
  request({ address }) {
    const { latitude: lat, longitude: lng } = address;
    return { path: "/geocode/reverse", parameters: { lat, lng }, record: address };
  },
};

const INCLUDED = "stage,areas" as const;

async function loadAddress(ask: Ask, id: string): Promise<Address> {
  const parameters = { nummeraanduidingId: id, include: INCLUDED };
  return (await ask("/addresses/{nummeraanduidingId}", parameters)).data;
}

/** Yields the data, and again with details and building. */
export async function* loadDetails(ask: Ask, data: AddressData): AsyncGenerator<AddressData> {
  yield data;
  const { nummeraanduiding_id, pand_id } = data.address;
  const [details, building] = await Promise.all([
    data.details ?? orNothing(loadAddress(ask, nummeraanduiding_id)),
    pand_id === null ? undefined : orNothing(loadBuilding(ask, pand_id)),
  ]);
  yield { ...data, ...(details && { details }), ...(building && { building }) };
}

async function loadBuilding(ask: Ask, pandId: string): Promise<Building> {
  const { data: building } = await ask("/buildings/{pandId}", { pandId, include: "geometry,addresses" });
  rememberAddresses(building.addresses ?? []);
  return building;
}

export function addressSelection({ address, building, asked }: AddressData): MapSelection {
  return {
    kind: "adres",
    point: pointOf(address),
    asked,
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
    parameters: { nummeraanduidingId: address.nummeraanduiding_id, include: INCLUDED },
    record: address,
  };
}

function othersIn(building: Building | undefined, { nummeraanduiding_id }: Address): readonly Address[] {
  return (building?.addresses ?? []).filter((other) => other.nummeraanduiding_id !== nummeraanduiding_id);
}

export function AddressBody({
  data: { address, details = address, building, distance },
  children,
}: {
  data: AddressData;
  /** Shown below the figures, which come first. */
  children?: ComponentChildren;
}) {
  const others = othersIn(building, address);
  const { bouwjaar, oppervlakte, gebruiksdoel } = address;
  const isPlanned = details.stage === "planned";
  return (
    <>
      {distance !== undefined && <p class="hint">{texts.metresAway(formatCount(distance))}</p>}
      {isPlanned && <p class="note warn">{texts.plannedAddress}</p>}
      <Figures
        figures={[
          {
            name: isPlanned ? texts.toBeBuiltIn : texts.builtIn,
            value: bouwjaar ?? texts.unknown,
          },
          { name: texts.area2, value: oppervlakte === null ? texts.unknown : formatArea(oppervlakte) },
          { name: texts.purpose, value: gebruiksdoel.map(purposeName).join(", ") || address.type },
        ]}
      />
      {children}
      <Relations relations={relationsOf(address)} />
      {others.length > 0 && (
        <section class="card-section">
          <h2>{texts.buildingAddresses}</h2>
          <AddressList detail="use" first={{ rows: others, total: others.length }} />
        </section>
      )}
      <TimeLineSection of={{ kind: "address", id: address.nummeraanduiding_id }} />
      <Facts kind="address" record={details} />
      {details.buurt_code && <p class="hint">{texts.buurtSource}</p>}
    </>
  );
}

function relationsOf(address: Address): LabelledView[] {
  const { pand_id, adresseerbaar_object_id, type, postcode, straatnaam, woonplaats_id } = address;
  const relations: (LabelledView | false)[] = [
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
