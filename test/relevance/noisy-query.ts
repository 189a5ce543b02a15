/** Declares the kinds of generated queries and what they are made from. */
import { foldText, type KnownAddress } from "./addresses.ts";
import type { namesIn } from "./nonsense.ts";
import type { Random } from "./random.ts";

/** Generated query, with the address from which it was made. */
export interface NoisyQuery {
  readonly kind: Kind;
  readonly line: string;
  /** Absent for nonsense, which should have no results. */
  readonly source: KnownAddress | undefined;
  /**
   * Parts as typed; `undefined` for a part that was not typed, or that belongs to another address and so does not
   * count.
   */
  readonly street: string | undefined;
  readonly city: string | undefined;
  readonly postcode: string | undefined;
  /** Letter and addition as typed. */
  readonly designation: string;
  readonly province: string | undefined;
  /** True when only a prefix of the street is typed: any street with that prefix is right. */
  readonly isStreetPrefix: boolean;
  /** Typing errors made in the street and in the city: the maximum edit distance of another right name. */
  readonly errors: number;
}

/** Every kind with its minimum share of right first results: the targets, and targets of similar kinds. */
export const TARGETS = {
  clean: 0.99,
  "number, letter and addition": 0.97,
  "number, letter and addition, no city": 0.97,
  "number, letter and addition, wrong city": 0.95,
  "one typo": 0.95,
  "one typo, no city": 0.95,
  "one typo, wrong city": 0.95,
  "one typo in the city": 0.95,
  "two typos in a long name": 0.85,
  "two typos in a long name, no city": 0.85,
  "two typos in a long name, wrong city": 0.85,
  "two typos in a long city": 0.85,
  "a typo in street and in city": 0.85,
  abbreviation: 0.95,
  "abbreviation written out": 0.95,
  "short name of the registry": 0.95,
  "ij, diacritics, apostrophes": 0.95,
  nonsense: 0.99,
  "words around it": 0.95,
  "names around it": 0.95,
  "forms, letter heads, web pages": 0.95,
  "numbers around it": 0.95,
  "a PO box beside it": 0.95,
  "four digits of the postcode": 0.95,
  "number glued to the street": 0.95,
  "city and what it lies in": 0.95,
  "other order": 0.95,
  "wrong city": 0.95,
  "no city": 0.95,
  "typo in the postcode": 0.95,
  "street prefix and number": 0.97,
  "street prefix and number, no city": 0.97,
} as const;
export type Kind = keyof typeof TARGETS;

export interface NoiseContext {
  readonly random: Random;
  readonly country: ReturnType<typeof namesIn>;
  /** Designations (letter and addition) at each number of each street. */
  readonly designations: ReadonlyMap<string, ReadonlySet<string>>;
  /** Cities that have each number of each street, with their gemeente and provincie. */
  readonly placesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Other spellings of each street. */
  readonly short: ReadonlyMap<string, readonly string[]>;
  readonly writtenOut: ReadonlyMap<string, readonly string[]>;
}

export const houseOf = ({ street, number, city }: KnownAddress) => `${street} ${number} ${city}`;
export const designationOf = ({ letter, addition }: KnownAddress) => letter + addition;
export const numberIn = ({ street, number }: KnownAddress) => `${street} ${number}`;

/**
 * Returns the prefixes of a name that may be typed for it: at least half of its letters and at least four, ending in a
 * letter, without digits, which would be numbers.
 */
export function prefixesOf(street: string): string[] {
  const minLength = Math.max(4, foldText(street).length / 2);
  return Array.from({ length: street.length - 1 }, (_, i) => street.slice(0, i + 1)).filter(
    (prefix) => foldText(prefix).length >= minLength && /^\D*\p{L}$/u.test(prefix),
  );
}
