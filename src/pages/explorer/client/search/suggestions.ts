/** Suggestions while typing: addresses, and the streets, places and codes that the text may mean. */
import type { AnswerOf } from "../../../../http/client/client.ts";
import { formatPostcode, placeLineOf, readPostcode, streetLineOf } from "../../../kit/client/address-line.ts";
import { type Ask, orNothing } from "../../../kit/client/ask.ts";
import { lineBeforeNumber } from "../../../kit/client/line-before-number.ts";
import { type ExplorerView, type ViewKind, viewOfIdentificatie } from "../../view.ts";
import { type Address, rememberAddress } from "../known-addresses.ts";
import { nearParameters } from "../map-place.ts";
import { pointView, streetView } from "../navigation.tsx";
import { hasNumber, plainName, recogniseCode, recogniseProvinces } from "./recognise.ts";
import { recognisePoint } from "./recognise-point.ts";

export interface ShownSuggestion {
  readonly view: NonNullable<ExplorerView>;
  readonly label: string;
  /** Text that distinguishes it from others of the same name. */
  readonly detail: string;
}

/** Makes a suggestion; `detail` distinguishes it from others of the same name. */
function suggestion(kind: ViewKind, id: string, label: string, detail = ""): ShownSuggestion {
  return { view: { kind, id }, label, detail };
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
    return [suggestion(identified.kind, identified.id, identified.id)];
  }
  const point = recognisePoint(text);
  if (point !== undefined) {
    const { kind, id } = pointView(point);
    return [suggestion(kind, id, id.replace(",", ", "))];
  }
  if (!isLongEnough(text)) {
    return [];
  }
  const [{ data }, special] = await Promise.all([
    ask("/addresses/autocomplete", { q: text, limit: LIMIT, include: "address", ...nearParameters() }),
    suggestSpecial(ask, text),
  ]);
  const addresses = data.map(({ address }) => address!);
  addresses.forEach(rememberAddress);
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
  const postcode = readPostcode(text);
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
  return range === undefined
    ? []
    : [suggestion("postcode", postcode, formatPostcode(postcode), `${range.street}, ${range.city}`)];
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
    ...(area ? [suggestion("area", code, code, area.sample_city)] : []),
    ...(city ? [suggestion("place", code, city.data.naam, code)] : []),
    ...(municipality ? [suggestion("municipality", code, municipality.data.gemeente_naam, code)] : []),
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
  const begins = (name: string) => plainName(name).startsWith(key);
  const places = cities
    .filter(({ naam }) => begins(naam))
    .map((city) => suggestion("place", city.identificatie, city.naam, city.gemeente_naam));
  const municipalities = new Map(
    cities
      .filter(({ gemeente_naam }) => begins(gemeente_naam))
      .map(({ gemeente_naam, gemeente_code, provincie_naam }) => [
        gemeente_code,
        suggestion("municipality", gemeente_code, gemeente_naam, provincie_naam),
      ]),
  );
  const provinces = recogniseProvinces(text).map((name) => suggestion("province", name, name));
  return [...places, ...municipalities.values(), ...provinces]
    .sort((a, b) => a.label.length - b.label.length)
    .slice(0, MAX_PLACES);
}

/** Streets of the addresses whose names the text may mean, each once; the answer has one address of each first. */
function streetsOf(addresses: readonly Address[], text: string): ShownSuggestion[] {
  const named = addresses.filter(({ straatnaam }) => sharesBeginning(straatnaam, text));
  const streets = new Map(
    named.map((address) => {
      const { kind, id } = streetView(address);
      return [id, suggestion(kind, id, address.straatnaam, address.woonplaats_naam)];
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
  return suggestion("address", address.nummeraanduiding_id, streetLineOf(address), placeLineOf(address));
}
