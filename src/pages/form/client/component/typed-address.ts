/** Address typed into separate fields: its form, its key for the service, and its differences from a record. */
import type { AnswerOf } from "../../../../http/client/client.ts";
import {
  numberLineOf,
  placeLineOf,
  readPostcode,
  streetLineOf,
  formatPostcode as withSpace,
} from "../../../kit/client/address-line.ts";
import type { AddressFields } from "./public-types.ts";

/** Record of the registry. */
export type Address = AnswerOf<"/addresses/lookup">["data"];

/** Former address, and its present form. */
export type FormerAddress = NonNullable<AnswerOf<"/addresses/validate">["data"]["former"]>[number];

export type { AddressFields as Fields } from "./public-types.ts";
export type FieldName = keyof AddressFields;
export const FIELDS: readonly FieldName[] = ["postcode", "number", "addition", "street", "city"];

/** Postcode and house number, complete enough to ask for. */
export interface TypedKey {
  readonly postcode: string;
  readonly number: string;
  /** Letter and addition as one text; empty for the address without either. */
  readonly addition: string;
}

/** The decimals that programs add to a whole number are left out: `51.0`. */
const NUMBER_PATTERN = /^\s*(\d{1,5})(?!\d)(?:[.,]0{1,2}(?!\d))?\s*\p{Pd}?\s*(.*?)\s*$/u;
/** Matches a street followed by a house number; the last number preceded by a space counts. */
const STREET_PATTERN = /^(.*\p{L}.*[^\s,])[\s,]+(\d{1,5}(?!\d).{0,12})$/u;

/** Matches a text with street, number and postcode or place, as people paste it. */
export const WHOLE_LINE = /\p{L}{2}.*[\s,]\d+.*[\s,].*\p{L}{2}/u;

/** Returns a complete postcode with its space, other text unchanged. */
export function formatPostcode(text: string): string {
  return withSpace(readPostcode(text) ?? text);
}

/** Splits `5a`, `5-2` or `5 a-2` into the number and the rest. */
export function splitNumber(text: string): Pick<TypedKey, "number" | "addition"> | undefined {
  const [, number, addition] = NUMBER_PATTERN.exec(text) ?? [];
  return number === undefined || addition === undefined ? undefined : { number, addition };
}

/** Splits `Keurstraat 5a`, as browsers fill it in, into street and house number. */
export function splitStreet(text: string): { street: string; number: string } | undefined {
  const [, street, number] = STREET_PATTERN.exec(text.trim()) ?? [];
  return street === undefined || number === undefined ? undefined : { street, number };
}

export function typedKeyOf({ postcode, number, addition }: AddressFields): TypedKey | undefined {
  const code = readPostcode(postcode);
  const parts = splitNumber(number);
  if (code === undefined || parts === undefined) {
    return undefined;
  }
  const additions = [parts.addition, addition.trim()].filter((part) => part !== "");
  const areLetters = /\p{L}$/u.test(parts.addition) && /^\p{L}/u.test(addition.trim());
  return { postcode: code, number: parts.number, addition: additions.join(areLetters ? "" : "-") };
}

/** Returns the whole address as one line. */
export function addressLineOf(address: Address): string {
  return `${streetLineOf(address)}, ${placeLineOf(address)}`;
}

export function typedFieldsOf(address: Address): AddressFields {
  return {
    postcode: formatPostcode(address.postcode ?? ""),
    number: String(address.huisnummer),
    // As people write it after the number: `a`, `2`, `a-2`, `a BOV`.
    addition: numberLineOf(address).replace(/^\d+[ -]?/, ""),
    street: address.straatnaam,
    city: address.woonplaats_naam,
  };
}

/** Returns true when street and place equal the record's, in any case and with or without diacritics. */
export function agreesWith({ street, city }: AddressFields, address: Address): boolean {
  return isStreetOf(street, address) && nameKey(city) === nameKey(address.woonplaats_naam);
}

export function isStreetOf(street: string, { straatnaam, verkorte_straatnaam }: Address): boolean {
  return [straatnaam, verkorte_straatnaam ?? straatnaam].some((name) => nameKey(name) === nameKey(street));
}

function nameKey(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");
}
