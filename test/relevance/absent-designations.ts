/**
 * Generates lines with a letter or addition that their number does not have, so that no address is certain. Imports
 * nothing of the product.
 */
import { foldText, type KnownAddress } from "./addresses.ts";
import { pick, type Random, randomOf } from "./random.ts";
import { mistype } from "./typing.ts";

export interface AbsentQuery {
  readonly line: string;
  /** The address without the absent letter or addition. */
  readonly source: KnownAddress;
  /** True when street and city are typed without errors. */
  readonly isExact: boolean;
}

/** Letters without a meaning of their own, unlike h for huis, a for achter and i for the first floor. */
const LETTERS = [..."bcdefgjklmnopqrstuwyz"];
/** Pairs of letters that are no designation, or that only mean the house itself. */
const MEANINGFUL_PAIRS = ["nl", "no", "nr", "pc", "te", "bg"];
const SEPARATORS = ["", " ", "-", " - ", "/", ", "];

/** Line formats with the number in every position. */
const EXACT: readonly ((a: KnownAddress, number: string, random: Random) => string)[] = [
  (a, number) => `${a.street} ${number} ${a.city}`,
  (a, number) => `${a.street} ${number}, ${a.city}`,
  (a, number) => `${a.street} ${number}, ${a.postcode} ${a.city}`,
  (a, number) => `${a.street} ${number} ${a.postcode} ${a.city}`,
  (a, number) => `${a.postcode} ${number} ${a.city}`,
  (a, number) => `${a.postcode} ${number}`,
  (a, number) => `${a.postcode}, ${number}, ${a.street}`,
  (a, number) => `${number} ${a.street} ${a.city}`,
  (a, number) => `${number} ${a.street}, ${a.postcode} ${a.city}`,
  (a, number) => `${a.city} ${a.street} ${number}`,
  (a, number) => `${a.city}, ${a.street} ${number}`,
  (a, number) => `${a.street} nr ${number} te ${a.city}`.toUpperCase(),
];
const OTHER: typeof EXACT = [
  (a, number, random) => `${a.street} ${number} ${mistype(random, a.city)}`,
  (a, number, random) => `${mistype(random, a.street)} ${number}, ${a.city}`,
  (a, number, random) => `${number} ${mistype(random, a.street)} ${a.city}`,
  (a, number) => `Mw. Jansen, ${a.street} ${number}, ${a.postcode} ${a.city}`,
  (a, number) => `${a.street} ${number} ${a.postcode} Nergensdorp`,
  (a, number, random) => `${mistype(random, a.street)} ${number}, ${a.postcode} ${mistype(random, a.city)}`,
];

export function makeAbsentQueries(all: readonly KnownAddress[], count: number, seed: number): AbsentQuery[] {
  const random = randomOf(seed);
  const designationsByHouse = new Map<string, string[]>();
  const houseOf = ({ street, number, city }: KnownAddress) =>
    `${foldText(street)} ${number} ${foldText(city)}`;
  for (const address of all) {
    const house = houseOf(address);
    if (!designationsByHouse.has(house)) {
      designationsByHouse.set(house, []);
    }
    designationsByHouse.get(house)!.push(foldText(address.letter + address.addition));
  }
  const withPostcode = all.filter(({ postcode }) => postcode !== "");
  /** Draws until a house lacks a letter: it may have every letter there is. */
  const drawAbsent = (draw: () => KnownAddress): [KnownAddress, string] => {
    for (;;) {
      const of = draw();
      const text = drawAbsentDesignation(random, designationsByHouse.get(houseOf(of))!);
      if (text !== undefined) {
        return [of, text];
      }
    }
  };
  return Array.from({ length: count }, () => {
    const [of, text] = drawAbsent(() => pick(random, withPostcode));
    const number = `${of.number}${pick(random, SEPARATORS)}${random() < 0.5 ? text : text.toUpperCase()}`;
    const isExact = random() < EXACT.length / (EXACT.length + OTHER.length);
    const line = pick(random, isExact ? EXACT : OTHER)(of, number, random);
    return { line, source: of, isExact };
  });
}

/**
 * Returns one or two letters; `undefined` when the first is in a designation of the house, or the text is one of WORDS.
 */
function drawAbsentDesignation(random: Random, designations: readonly string[]): string | undefined {
  const letter = pick(random, LETTERS);
  const text = random() < 0.8 ? letter : letter + pick(random, LETTERS);
  const isThere = designations.some((other) => other.includes(letter));
  return isThere || MEANINGFUL_PAIRS.includes(text) ? undefined : text;
}
