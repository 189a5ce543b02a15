/** Suggestions while typing: addresses, and the streets, places and codes that the text may mean. */
import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatPostcode, placeLineOf, streetLineOf } from "../../../kit/client/address-line.ts";
import { type Ask, orNothing } from "../../../kit/client/ask.ts";
import { lineBeforeNumber } from "../../../kit/client/line-before-number.ts";
import { type ExplorerView, viewOfIdentificatie } from "../../view.ts";
import { type Address, rememberAddresses } from "../known-addresses.ts";
import { nearParameters } from "../map-place.ts";
import { pointView, streetView } from "../navigation.tsx";
import { hasNumber, plainName, recogniseCode, recognisePostcode, recogniseProvinces } from "./recognise.ts";
import { recognisePoint } from "./recognise-point.ts";

export interface ShownSuggestion {
  readonly view: NonNullable<ExplorerView>;
  readonly label: string;
  /** Text that distinguishes it from others of the same name. */
  readonly detail: string;
}

const LIMIT = 10;
const MAX_STREETS = 5;
const MAX_PLACES = 3;
const MIN_LENGTH = 2;

/** Returns true for a text that the interface completes. */
export function isLongEnough(text: string): boolean {
  return text.trim().length >= MIN_LENGTH;
}

/** Returns at most ten suggestions, the best fit of the whole text first. */
export async function loadSuggestions(ask: Ask, text: string): Promise<ShownSuggestion[]> {
  const identified = viewOfIdentificatie(text);
  if (identified !== undefined) {
    return [{ view: identified, label: identified.id, detail: "" }];
  }
  const point = recognisePoint(text);
  if (point !== undefined) {
    return [{ view: pointView(point), label: pointView(point).id.replace(",", ", "), detail: "" }];
  }
  if (!isLongEnough(text)) {
    return [];
  }
  const [{ data }, special] = await Promise.all([
    ask("/addresses/autocomplete", { q: text, limit: LIMIT, include: "address", ...nearParameters() }),
    suggestSpecial(ask, text),
  ]);
  const addresses = data.map(({ address }) => address!);
  rememberAddresses(addresses);
  const street = addresses.length === 0 ? lineBeforeNumber(text) : undefined;
  if (street !== undefined) {
    return [...special, ...(await suggestStreets(ask, street))];
  }
  const streets = hasNumber(text) ? [] : streetsOf(addresses, text);
  return [...special, ...streets, ...addresses.map(toSuggestion)].slice(0, LIMIT);
}

/** Returns the streets that a text begins. */
async function suggestStreets(ask: Ask, text: string): Promise<ShownSuggestion[]> {
  const { data } = await ask("/addresses/autocomplete", { q: text, limit: LIMIT, include: "address" });
  return streetsOf(
    data.map(({ address }) => address!),
    text,
  );
}

/** Returns suggestions of other kinds than streets and addresses, the closest first. */
export async function suggestSpecial(ask: Ask, text: string): Promise<ShownSuggestion[]> {
  const postcode = recognisePostcode(text);
  const code = recogniseCode(text);
  if (postcode !== undefined) {
    return suggestPostcode(ask, postcode);
  }
  if (code !== undefined) {
    return suggestCode(ask, code);
  }
  return hasNumber(text) ? [] : suggestPlaces(ask, text);
}

async function suggestPostcode(ask: Ask, postcode: string): Promise<ShownSuggestion[]> {
  const range = await rangeOf(ask, postcode);
  if (range === undefined) {
    return [];
  }
  const { street, city } = range;
  return [
    {
      view: { kind: "postcode", id: postcode },
      label: formatPostcode(postcode),
      detail: `${street}, ${city}`,
    },
  ];
}

export type PostcodeRange = AnswerOf<"/postcodes/{postcode}/range">["data"];

/** Returns street and numbers of a postcode; undefined for one without an address. */
export async function rangeOf(ask: Ask, postcode: string): Promise<PostcodeRange | undefined> {
  return (await orNothing(ask("/postcodes/{postcode}/range", { postcode })))?.data;
}

async function suggestCode(ask: Ask, code: string): Promise<ShownSuggestion[]> {
  const [areas, city, municipality] = await Promise.all([
    code.startsWith("0") ? undefined : ask("/postcodes/areas", { prefix: code }),
    orNothing(ask("/cities/{woonplaatsId}", { woonplaatsId: code })),
    orNothing(ask("/municipalities/{gemeenteCode}", { gemeenteCode: code })),
  ]);
  const area = areas?.data.find((one) => one.area === code);
  return [
    ...(area ? [{ view: view("area", code), label: code, detail: area.sample_city }] : []),
    ...(city ? [{ view: view("place", code), label: city.data.naam, detail: code }] : []),
    ...(municipality
      ? [{ view: view("municipality", code), label: municipality.data.gemeente_naam, detail: code }]
      : []),
  ];
}

type City = AnswerOf<"/cities">["data"][number];

const MAX_CITIES = 100;
/** All places with a text in their name, as last asked: a longer text needs no request then. */
let knownCities: { readonly key: string; readonly cities: readonly City[] } | undefined;

/** Returns places with a text in their name, all of them unless they are very many. */
async function citiesWith(ask: Ask, key: string): Promise<readonly City[]> {
  if (knownCities !== undefined && key.startsWith(knownCities.key)) {
    return knownCities.cities;
  }
  const { data, meta } = await ask("/cities", { "filter[naam]": key.slice(0, 100), per_page: MAX_CITIES });
  if (meta.total === data.length) {
    knownCities = { key, cities: data };
  }
  return data;
}

/** Places, gemeenten and provincies whose name begins with the text, whole names first. */
async function suggestPlaces(ask: Ask, text: string): Promise<ShownSuggestion[]> {
  const key = plainName(text);
  const cities = await citiesWith(ask, key);
  const places = cities
    .filter(({ naam }) => plainName(naam).startsWith(key))
    .map(({ naam, identificatie, gemeente_naam }) => ({
      view: view("place", identificatie),
      label: naam,
      detail: gemeente_naam,
    }));
  const municipalities = new Map(
    cities
      .filter(({ gemeente_naam }) => plainName(gemeente_naam).startsWith(key))
      .map(({ gemeente_naam, gemeente_code, provincie_naam }) => [
        gemeente_code,
        { view: view("municipality", gemeente_code), label: gemeente_naam, detail: provincie_naam },
      ]),
  );
  const provinces = recogniseProvinces(text).map((name) => ({
    view: view("province", name),
    label: name,
    detail: "",
  }));
  return [...places, ...municipalities.values(), ...provinces]
    .sort((a, b) => a.label.length - b.label.length)
    .slice(0, MAX_PLACES);
}

function view<K extends NonNullable<ExplorerView>["kind"]>(kind: K, id: string) {
  return { kind, id };
}

/** Streets of the addresses whose names the text may mean, each once; the answer has one address of each first. */
function streetsOf(addresses: readonly Address[], text: string): ShownSuggestion[] {
  const named = addresses.filter(({ straatnaam }) => sharesBeginning(straatnaam, text));
  const streets = new Map(
    named.map((address) => {
      const street = streetView(address);
      return [street.id, { view: street, label: address.straatnaam, detail: address.woonplaats_naam }];
    }),
  );
  return [...streets.values()].slice(0, MAX_STREETS);
}

/** Letters that the words of a name and a text must share; more may have typing errors. */
const SHARED_LETTERS = 3;

/** Returns true when a word of the name begins as a word of the text. */
function sharesBeginning(name: string, text: string): boolean {
  const words = plainName(name).split(/[^a-z0-9]+/);
  const typed = plainName(text).split(/[^a-z0-9]+/);
  return typed.some(
    (word) => word !== "" && words.some((one) => one.startsWith(word.slice(0, SHARED_LETTERS))),
  );
}

function toSuggestion(address: Address): ShownSuggestion {
  return {
    view: view("address", address.nummeraanduiding_id),
    label: streetLineOf(address),
    detail: placeLineOf(address),
  };
}
