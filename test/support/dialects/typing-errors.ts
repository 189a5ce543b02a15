/** Errors of people and spreadsheets in an address, each of a known kind. */
import { foldText } from "../../relevance/addresses.ts";
import { pick, type Random } from "../../relevance/random.ts";
import type { WrittenAddress } from "./literal-address.ts";

/** Returns the address with the error; undefined when it cannot be made in this address. */
type MakeError = (address: WrittenAddress, random: Random) => WrittenAddress | undefined;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const POSTCODE_LETTERS = "ABCDEGHJKLMNPRSTVWXZ";

/**
 * Leaves out, doubles, replaces or swaps one letter after the first; undefined when the name is too short or stays
 * equal.
 */
function mistype(name: string, random: Random): string | undefined {
  if (name.length < 5) {
    return undefined;
  }
  const at = 1 + Math.floor(random() * (name.length - 2));
  const [before, here, next, rest] = [name.slice(0, at), name[at]!, name[at + 1]!, name.slice(at + 2)];
  const mistyped = pick(random, [
    before + next + rest,
    before + here + here + next + rest,
    before + pick(random, [...LETTERS]) + next + rest,
    before + next + here + rest,
  ]);
  return foldText(mistyped) === foldText(name) ? undefined : mistyped;
}

function replaceAt(text: string, at: number, letters: string, random: Random): string {
  const others = [...letters].filter((letter) => letter !== text[at]);
  return text.slice(0, at) + pick(random, others) + text.slice(at + 1);
}

const ABBREVIATIONS: readonly [RegExp, string][] = [
  [/straat$/, "str."],
  [/laan$/, "ln"],
  [/plein$/, "pl."],
  [/\bvan de\b/, "v.d."],
  [/\bvan der\b/, "v.d."],
  [/\bvan\b/, "v."],
];

/** All errors by the name that the tables give them. */
export const TYPING_ERRORS = {
  "letter in street": (address, random) => {
    const street = mistype(address.street ?? "", random);
    return street === undefined ? undefined : { ...address, street };
  },
  "letter in place": (address, random) => {
    const place = mistype(address.place ?? "", random);
    return place === undefined ? undefined : { ...address, place };
  },
  "other place": (address, random) => ({
    ...address,
    place: pick(random, ["Groningen", "Maastricht", "Zwolle"]),
  }),
  "letter in postcode": ({ postcode, ...rest }, random) =>
    postcode
      ? { ...rest, postcode: replaceAt(postcode, 4 + Math.floor(random() * 2), POSTCODE_LETTERS, random) }
      : undefined,
  "digit in postcode": ({ postcode, ...rest }, random) =>
    postcode
      ? { ...rest, postcode: replaceAt(postcode, 2 + Math.floor(random() * 2), "0123456789", random) }
      : undefined,
  "no postcode": (address) => (address.postcode ? { ...address, postcode: "" } : undefined),
  "unknown number": (address) => ({ ...address, number: address.number + 20_000 }),
  "unknown addition": (address) => (address.addition ? undefined : { ...address, addition: "zz" }),
  "addition of a digit": (address) =>
    address.letter || address.addition ? undefined : { ...address, addition: "3" },
  "addition left out": (address) =>
    address.letter || address.addition ? { ...address, letter: "", addition: "" } : undefined,
  abbreviated: (address) => {
    const found = ABBREVIATIONS.find(([ending]) => ending.test(address.street ?? ""));
    return found === undefined ? undefined : { ...address, street: address.street!.replace(...found) };
  },
} as const satisfies Record<string, MakeError>;

export type ErrorKind = keyof typeof TYPING_ERRORS;
