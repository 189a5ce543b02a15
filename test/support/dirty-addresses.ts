/** Writes real addresses as people type them into spreadsheets: in several forms, with errors at known rates. */
import { foldText, type KnownAddress } from "../relevance/addresses.ts";
import type { Random } from "../relevance/random.ts";

/** An address as text, with what is known to be wrong in it. */
export interface DirtyText {
  readonly text: string;
  readonly source: KnownAddress;
  readonly errors: readonly DirtyError[];
}

const DIRTY_ERRORS = ["street", "place", "postcode", "other place", "number"] as const;
type DirtyError = (typeof DIRTY_ERRORS)[number];

/** Share of the texts with each error. */
const RATES: Readonly<Record<DirtyError, number>> = {
  street: 0.15,
  place: 0.06,
  postcode: 0.04,
  "other place": 0.02,
  number: 0.03,
};
const WITHOUT_POSTCODE = 0.3;

/** Parts of a text after errors were made in them. */
interface Written {
  readonly street: string;
  readonly house: string;
  readonly postcode: string;
  readonly place: string;
}

const FORMS: readonly ((parts: Written) => string)[] = [
  ({ street, house, postcode, place }) => `${street} ${house}, ${postcode} ${place}`,
  ({ street, house, postcode, place }) => `${street} ${house} ${postcode} ${place}`.toUpperCase(),
  ({ street, house, postcode, place }) => `${street} ${house},${spaced(postcode)}  ${place}`.toLowerCase(),
  ({ street, house, postcode, place }) => `${street} ${house} - ${spaced(postcode)} - ${place}`,
  ({ street, house, postcode, place }) => `${spaced(postcode)} ${place}, ${street} ${house}`,
  ({ street, house, postcode, place }) => `${place}, ${street} ${house} ${postcode}`,
  ({ street, house, postcode, place }) =>
    `${street.replace(/straat$/, "str.")} nr ${house}; ${postcode} ${place}`,
  ({ street, house, postcode, place }) => `${street} ${house} ${postcode} ${place} Nederland`,
];

function spaced(postcode: string): string {
  return postcode.replace(/(?<=\d)(?=[A-Z])/, " ");
}

/** Returns the address in one of the forms, with errors at their rates. A wrong place is drawn from `places`. */
export function dirtyText(source: KnownAddress, random: Random, places: readonly string[]): DirtyText {
  const errors = DIRTY_ERRORS.filter((error) => random() < RATES[error]);
  const has = (error: DirtyError) => errors.includes(error);
  const place = has("other place") ? pickOther(places, source.city, random) : source.city;
  const number = has("number") ? source.number + 20_000 : source.number;
  const parts: Written = {
    street: has("street") ? mistyped(source.street, random) : source.street,
    house: houseText({ ...source, number }, random),
    postcode:
      random() < WITHOUT_POSTCODE && !has("postcode") ? "" : postcodeText(source, has("postcode"), random),
    place: has("place") ? mistyped(place, random) : place,
  };
  const form = FORMS[Math.floor(random() * FORMS.length)]!;
  return { text: form(parts).replace(/ {3,}/g, " ").trim(), source, errors };
}

function houseText({ number, letter, addition }: KnownAddress, random: Random): string {
  const separators = ["", " ", "-"];
  const separator = separators[Math.floor(random() * separators.length)]!;
  const end = addition === "" ? "" : `${/^\d/.test(addition) ? "-" : " "}${addition}`;
  return `${number}${letter === "" ? "" : separator + letter}${end}`;
}

function postcodeText({ postcode }: KnownAddress, isWrong: boolean, random: Random): string {
  if (!isWrong || postcode === "") {
    return postcode;
  }
  const at = 4 + Math.floor(random() * 2);
  const letters = "ABCDEGHJKLMNPRSTVWXZ".replace(postcode[at]!, "");
  const letter = letters[Math.floor(random() * letters.length)]!;
  return postcode.slice(0, at) + letter + postcode.slice(at + 1);
}

function pickOther(places: readonly string[], own: string, random: Random): string {
  const others = places.filter((place) => place !== own);
  return others.length === 0 ? "Nergenshuizen" : others[Math.floor(random() * others.length)]!;
}

/** Makes one typing error after the first letter: a letter left out, doubled or swapped with the next. */
function mistyped(name: string, random: Random): string {
  const at = 1 + Math.floor(random() * Math.max(1, name.length - 2));
  const [a = "", b = ""] = [name[at], name[at + 1]];
  const start = name.slice(0, at);
  const texts = [start + name.slice(at + 1), start + a + name.slice(at), start + b + a + name.slice(at + 2)];
  // A change of a space or of one of two equal letters is not an error.
  const isError = (text: string) => /\p{L}/u.test(a) && foldText(text) !== foldText(name);
  return texts.slice(Math.floor(random() * 3)).find(isError) ?? `${name}q`;
}
