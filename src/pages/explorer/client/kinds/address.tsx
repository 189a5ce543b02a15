import type { ComponentChildren } from "preact";
import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatPostcode, placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import { type Ask, orNothing } from "../../../kit/client/ask.ts";
import { pickTexts } from "../../../kit/client/texts.ts";
import { formatCount } from "../format.ts";
import { type Address, knownAddress } from "../known-addresses.ts";
import type { MapPoint, MapSelection } from "../map/map-selection.ts";
import { pointOfView, streetView } from "../navigation.tsx";
import { AddressList } from "../parts/address-list.tsx";
import { CardSection } from "../parts/card-section.tsx";
import { Facts } from "../parts/facts.tsx";
import { builtFigure, Figures, usageFigures } from "../parts/figures.tsx";
import { TimeLineSection } from "../parts/opened-section.tsx";
import { type LabelledView, Relations } from "../parts/relations.tsx";
import { texts as words } from "../texts.ts";
import type { Life } from "../time/life.ts";
import { BOUWJAAR, type Fields, type FieldsOf, GEMEENTE, PAND_ID, POSITION, STAGE, USE } from "./fields.ts";
import { type Kind, othersOf, pointOf } from "./kind.ts";

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

const texts = pickTexts({
  buildingAddresses: { nl: "Andere adressen in dit pand", en: "Other addresses in this building" },
  metresAway: {
    nl: (m: string) => `${m} m van de gekozen plek`,
    en: (m: string) => `${m} m from the chosen spot`,
  },
  buurtSource: {
    nl: "Wijken, buurten en veiligheidsregio’s: CBS en Kadaster, CC BY 4.0.",
    en: "Wijken, buurten and safety regions: CBS and Kadaster, CC BY 4.0.",
  },
});

/** Areas of CBS, which only data with its map has. */
const AREAS: Fields<"buurt_naam" | "buurt_code" | "wijk_naam" | "wijk_code" | "veiligheidsregio"> = {
  buurt_naam: {
    name: { nl: "Buurt", en: "Buurt" },
    nl: "De buurt, van het CBS.",
    en: "The neighbourhood, of Statistics Netherlands.",
    whenKnown: true,
  },
  buurt_code: {
    name: { nl: "Buurtcode", en: "Buurt code" },
    nl: "BU, gemeente, wijk en buurt. Codes veranderen elk jaar.",
    en: "BU, municipality, district and neighbourhood. Codes change every year.",
    whenKnown: true,
  },
  wijk_naam: {
    name: { nl: "Wijk", en: "Wijk" },
    nl: "De wijk: enkele buurten samen.",
    en: "The district: several neighbourhoods.",
    whenKnown: true,
  },
  wijk_code: {
    name: { nl: "Wijkcode", en: "Wijk code" },
    nl: "WK, gemeente en wijk.",
    en: "WK, municipality and district.",
    whenKnown: true,
  },
  veiligheidsregio: {
    name: { nl: "Veiligheidsregio", en: "Safety region" },
    nl: "Gemeenten met één brandweer.",
    en: "Municipalities with one fire service.",
    whenKnown: true,
  },
};

const FIELDS: FieldsOf<Address> = {
  straatnaam: {
    name: { nl: "Straatnaam", en: "Street name" },
    nl: "Naam van de openbare ruimte: een weg, plein of water.",
    en: "Name of the public space: a road, square or water.",
    view: (straatnaam, { woonplaats_id }) => streetView({ straatnaam, woonplaats_id: String(woonplaats_id) }),
  },
  verkorte_straatnaam: {
    name: { nl: "Verkorte straatnaam", en: "Short street name" },
    nl: "Officiële korte schrijfwijze van hoogstens 24 tekens, voor etiketten.",
    en: "Official short spelling of at most 24 characters, for labels.",
  },
  huisnummer: { name: { nl: "Huisnummer", en: "House number" } },
  huisletter: {
    name: { nl: "Huisletter", en: "House letter" },
    nl: "Letter direct achter het nummer. Een kleine letter en een hoofdletter zijn verschillend.",
    en: "Letter right after the number. Upper and lower case are different letters.",
  },
  huisnummertoevoeging: {
    name: { nl: "Huisnummertoevoeging", en: "Addition" },
    nl: "Verdere aanduiding, zoals van een verdieping of appartement.",
    en: "Further part of the number, such as for a floor or an apartment.",
  },
  postcode: {
    name: { nl: "Postcode", en: "Postcode" },
    nl: "Vier cijfers en twee letters. Een enkel adres heeft er geen.",
    en: "Four digits and two letters. A few addresses have none.",
    view: (id) => ({ kind: "postcode", id }),
  },
  woonplaats_naam: {
    name: { nl: "Woonplaats", en: "Place" },
    nl: "Stad of dorp volgens de BAG; de naam op de envelop.",
    en: "City or village in the BAG; the name on the envelope.",
    view: (_text, { woonplaats_id }) => ({ kind: "place", id: String(woonplaats_id) }),
  },
  woonplaats_id: {
    name: { nl: "Identificatie woonplaats", en: "Place identifier" },
    nl: "Vier cijfers, uniek in Nederland.",
    en: "Four digits, unique in the Netherlands.",
  },
  ...GEMEENTE,
  ...AREAS,
  type: {
    name: { nl: "Soort object", en: "Type of object" },
    nl: "Verblijfsobject (woning, winkel, kantoor), ligplaats (woonboot) of standplaats (woonwagen).",
    en: "Verblijfsobject (home, shop, office), ligplaats (houseboat berth) or standplaats (caravan pitch).",
  },
  ...USE,
  bouwjaar: BOUWJAAR,
  status: {
    name: { nl: "Status", en: "Status" },
    nl: "Stand van het huisnummer: uitgegeven wil zeggen in gebruik als adres.",
    en: "State of the house number: issued means in use as an address.",
  },
  object_status: {
    name: { nl: "Status object", en: "Object status" },
    nl: "Stand van het verblijfsobject, de lig- of standplaats.",
    en: "State of the residence, berth or pitch.",
    whenKnown: true,
  },
  stage: { ...STAGE, whenKnown: true },
  nummeraanduiding_id: {
    name: { nl: "Identificatie nummeraanduiding", en: "Address identifier" },
    nl: "Nummer van dit adres in de BAG; verandert nooit.",
    en: "Number of this address in the BAG; never changes.",
  },
  adresseerbaar_object_id: {
    name: { nl: "Identificatie adresseerbaar object", en: "Object identifier" },
    nl: "Nummer van het verblijfsobject, de lig- of standplaats.",
    en: "Number of the residence, berth or pitch.",
    view: (id, { type }) => (type === "verblijfsobject" ? { kind: "residence", id } : undefined),
  },
  pand_id: PAND_ID,
  ...POSITION,
  full_address: {
    name: { nl: "Volledig adres", en: "Full address" },
    nl: "Het adres op één regel, zoals baken het schrijft.",
    en: "The address on one line, as baken writes it.",
  },
};

export const ADDRESS_LIFE: Life = {
  path: "/addresses/{nummeraanduidingId}/history",
  parameters: { fields: "all", include: "source,stage" },
  fields: FIELDS,
  first: ["full_address", "object_status"],
  further: [
    ...["straatnaam", "huisnummer", "postcode", "woonplaats_naam", "woonplaats_id", "gemeente_naam", "type"],
    ...["object_status", "oppervlakte", "gebruiksdoel", "bouwjaar", "pand_id", "adresseerbaar_object_id"],
    "latitude",
  ],
};

export const address: Kind<AddressData> = {
  async *load(ask, id) {
    const known = knownAddress(id);
    if (known !== undefined) {
      yield* loadDetails(ask, { address: known });
    } else {
      const details = await loadAddress(ask, id);
      yield* loadDetails(ask, { address: details, details });
    }
  },
  title: ({ address }) => streetLineOf(address),
  detail: ({ address }) => placeLineOf(address),
  searchText: ({ address }) => address.full_address,
  selection: addressSelection,
  download: ({ address }) => ({ point: pointOf(address) }),
  request: ({ address, details = address }) => ({
    path: "/addresses/{nummeraanduidingId}",
    parameters: { nummeraanduidingId: details.nummeraanduiding_id, include: INCLUDED },
    record: details,
  }),
  Body: AddressBody,
  life: ADDRESS_LIFE,
};

/** The address at a point of the map. */
export const point: Kind<AddressData> = {
  ...address,
  async *load(ask, id) {
    const asked = pointOfView(id);
    const { data } = await ask("/geocode/reverse", { ...asked });
    yield* loadDetails(ask, { address: data.address, distance: data.distance_meters, asked });
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
  return (await ask("/buildings/{pandId}", { pandId, include: "geometry,addresses" })).data;
}

export function addressSelection({ address, building, asked }: AddressData): MapSelection {
  return {
    point: pointOf(address),
    asked,
    building: building?.geometry,
    others: othersOf(othersIn(building, address)),
  };
}

function othersIn(building: Building | undefined, { nummeraanduiding_id }: Address): readonly Address[] {
  return (building?.addresses ?? []).filter((other) => other.nummeraanduiding_id !== nummeraanduiding_id);
}

interface AddressBodyProps {
  readonly data: AddressData;
  /** Shown below the figures, which come first. */
  readonly children?: ComponentChildren;
}

export function AddressBody({ data, children }: AddressBodyProps) {
  const { address, details = address, building, distance } = data;
  const others = othersIn(building, address);
  return (
    <>
      {distance !== undefined && <p class="hint">{texts.metresAway(formatCount(distance))}</p>}
      {details.stage === "planned" && <p class="note warn">{words.plannedAddress}</p>}
      <Figures
        figures={[builtFigure(address.bouwjaar, details.stage), ...usageFigures(address, address.type)]}
      />
      {children}
      <Relations relations={relationsOf(address)} />
      {others.length > 0 && (
        <CardSection title={texts.buildingAddresses}>
          <AddressList detail="use" list={{ rows: others }} />
        </CardSection>
      )}
      <TimeLineSection id={address.nummeraanduiding_id} life={ADDRESS_LIFE} />
      <Facts fields={FIELDS} record={details} />
      {details.buurt_code && <p class="hint">{texts.buurtSource}</p>}
    </>
  );
}

/** Links to the objects of an address. */
export function objectsOf({ pand_id, adresseerbaar_object_id: id, type }: Address): LabelledView[] {
  return [
    ...(pand_id === null ? [] : [{ to: { kind: "building", id: pand_id } as const, label: pand_id }]),
    ...(type === "verblijfsobject" ? [{ to: { kind: "residence", id } as const, label: id }] : []),
  ];
}

function relationsOf(address: Address): LabelledView[] {
  const { postcode, straatnaam, woonplaats_id, gemeente_code } = address;
  return [
    ...objectsOf(address),
    { to: streetView(address), label: straatnaam },
    ...(postcode === null ? [] : postcodesOf(postcode)),
    { to: { kind: "place", id: woonplaats_id }, label: address.woonplaats_naam },
    { to: { kind: "municipality", id: gemeente_code }, label: address.gemeente_naam },
  ];
}

function postcodesOf(postcode: string): LabelledView[] {
  const area = postcode.slice(0, 4);
  return [
    { to: { kind: "postcode", id: postcode }, label: formatPostcode(postcode) },
    { to: { kind: "area", id: area }, label: area },
  ];
}
