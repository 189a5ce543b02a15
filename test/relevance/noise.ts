/** Rules for how people write addresses, applied to real ones. Imports nothing of the product. */
import { foldText, type KnownAddress } from "./addresses.ts";
import { abbreviate, expandAbbreviation, readAbbreviations } from "./dictionaries.ts";
import { namesIn, nonsense } from "./nonsense.ts";
import { pick, type Random, randomOf } from "./random.ts";
import { spellingsOf } from "./spellings.ts";
import { NAMES_AROUND } from "./surrounding-names.ts";
import {
  FOUR_DIGITS,
  GLUED,
  numberOf,
  OTHER_DIGITS,
  PO_BOXES,
  PRINTED,
  spacedPostcode,
  WORDS_AROUND,
} from "./surrounding-text.ts";
import { mistype, POSTCODE_CHARACTERS } from "./typing.ts";

export { randomOf };

/** Generated query, with the address of which it was made. */
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

interface NoiseContext {
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

/**
 * Makes `perKind` queries of every kind, each of a drawn address that has what the kind needs; none of a kind that no
 * address fits.
 */
export function makeQueries(all: readonly KnownAddress[], perKind: number, seed: number): NoisyQuery[] {
  const pairs = readAbbreviations();
  const streets = new Set(all.map(({ street }) => street));
  const rewritten = (rewrite: typeof abbreviate) =>
    new Map(
      [...streets].map((street) => [
        street,
        pairs.map((pair) => rewrite(street, pair)).filter((other) => other !== street),
      ]),
    );
  const noise: NoiseContext = {
    random: randomOf(seed),
    country: namesIn(all),
    designations: designationsOf(all),
    placesOf: placesByNumber(all),
    short: rewritten(abbreviate),
    writtenOut: rewritten(expandAbbreviation),
  };
  return (Object.keys(TARGETS) as Kind[]).flatMap((kind) => {
    const needs = NEEDS[kind];
    const fitting = needs === undefined ? all : all.filter((address) => needs(address, noise));
    return Array.from({ length: fitting.length === 0 ? 0 : perKind }, () => ({
      ...MAKERS[kind](noise, pick(noise.random, fitting)),
      kind,
    }));
  });
}

const houseOf = ({ street, number, city }: KnownAddress) => `${street} ${number} ${city}`;
const designationOf = ({ letter, addition }: KnownAddress) => letter + addition;

function designationsOf(all: readonly KnownAddress[]): Map<string, Set<string>> {
  const designations = new Map<string, Set<string>>();
  for (const address of all) {
    const house = houseOf(address);
    if (!designations.has(house)) {
      designations.set(house, new Set());
    }
    designations.get(house)!.add(foldText(designationOf(address)));
  }
  return designations;
}

const numberIn = ({ street, number }: KnownAddress) => `${street} ${number}`;

function placesByNumber(all: readonly KnownAddress[]): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  for (const address of all) {
    const key = numberIn(address);
    if (!places.has(key)) {
      places.set(key, new Set());
    }
    for (const place of [address.city, address.gemeente, address.province]) {
      places.get(key)!.add(place);
    }
  }
  return places;
}

type Draft = Omit<NoisyQuery, "kind">;
type Maker = (noise: NoiseContext, address: KnownAddress) => Draft;

const isLong = (name: string) => foldText(name).length >= 8;
const hasDesignation = (a: KnownAddress) => designationOf(a) !== "";
const ODD = /ij|['’]|[^\u0020-\u007e]/i;

/** Requirements on the address for a kind. */
const NEEDS: Readonly<Partial<Record<Kind, (address: KnownAddress, noise: NoiseContext) => boolean>>> = {
  "number, letter and addition": hasDesignation,
  "number, letter and addition, no city": hasDesignation,
  "number, letter and addition, wrong city": hasDesignation,
  "two typos in a long name": ({ street }) => isLong(street),
  "two typos in a long name, no city": ({ street }) => isLong(street),
  "two typos in a long name, wrong city": ({ street }) => isLong(street),
  "two typos in a long city": ({ city }) => isLong(city),
  abbreviation: ({ street }, { short }) => short.get(street)!.length > 0,
  "abbreviation written out": ({ street }, { writtenOut: long }) => long.get(street)!.length > 0,
  "city and what it lies in": ({ province }) => province !== "",
  "short name of the registry": ({ short }) => short !== "",
  "ij, diacritics, apostrophes": ({ street }) => ODD.test(street),
  "typo in the postcode": ({ postcode }) => postcode !== "",
  "forms, letter heads, web pages": ({ postcode }) => postcode !== "",
  "numbers around it": ({ postcode }) => postcode !== "",
  "a PO box beside it": ({ postcode }) => postcode !== "",
  "four digits of the postcode": ({ postcode }) => postcode !== "",
  "number glued to the street": ({ street, postcode }) => postcode !== "" && /[a-z]{3}$/i.test(street),
  "street prefix and number": ({ street }) => prefixesOf(street).length > 0,
  "street prefix and number, no city": ({ street }) => prefixesOf(street).length > 0,
};

const MAKERS: Readonly<Record<Kind, Maker>> = {
  clean: ({ random }, a) => pick(random, CLEAN)(a),
  "number, letter and addition": (noise, a) => {
    const spelledDesignation = drawSpelling(noise, a);
    const number = `${a.number}${spelledDesignation}`;
    const forms = [
      draft(a, `${a.street} ${number} ${a.city}`),
      draft(a, `${a.street} ${number}, ${a.postcode} ${a.city}`, { postcode: a.postcode }),
      ...(a.postcode === ""
        ? []
        : [
            draft(a, `${a.postcode} ${number}`, { postcode: a.postcode, street: undefined, city: undefined }),
          ]),
    ];
    return { ...pick(noise.random, forms), designation: spelledDesignation };
  },
  "number, letter and addition, no city": (noise, a) => {
    const spelledDesignation = drawSpelling(noise, a);
    return draft(a, `${a.street} ${a.number}${spelledDesignation}`, {
      city: undefined,
      designation: spelledDesignation,
    });
  },
  "number, letter and addition, wrong city": (noise, a) => {
    const spelledDesignation = drawSpelling(noise, a);
    const line = `${a.street} ${a.number}${spelledDesignation}, ${wrongCity(noise, a)}`;
    return draft(a, line, { city: undefined, designation: spelledDesignation });
  },
  "one typo": (noise, a) => mistypedStreet(noise, a, 1, a.city),
  "one typo, no city": (noise, a) => mistypedStreet(noise, a, 1, undefined),
  "one typo, wrong city": (noise, a) => mistypedStreet(noise, a, 1, wrongCity(noise, a)),
  "one typo in the city": (noise, a) => mistypedCity(noise, a, 1),
  "two typos in a long name": (noise, a) => mistypedStreet(noise, a, 2, a.city),
  "two typos in a long name, no city": (noise, a) => mistypedStreet(noise, a, 2, undefined),
  "two typos in a long name, wrong city": (noise, a) => mistypedStreet(noise, a, 2, wrongCity(noise, a)),
  "two typos in a long city": (noise, a) => mistypedCity(noise, a, 2),
  "a typo in street and in city": ({ random }, a) => {
    const [street, city] = [mistype(random, a.street), mistype(random, a.city)];
    return draft(a, `${street} ${numberOf(a)} ${city}`, { street, city, errors: 1 });
  },
  abbreviation: ({ random, short }, a) => {
    const street = pick(random, short.get(a.street)!);
    return draft(a, `${street} ${numberOf(a)} ${a.city}`, { street });
  },
  "abbreviation written out": ({ random, writtenOut: long }, a) => {
    const street = pick(random, long.get(a.street)!);
    return draft(a, `${street} ${numberOf(a)} ${a.city}`, { street });
  },
  "short name of the registry": ({ random }, a) => {
    const short = random() < 0.5 ? a.short : a.short.toLowerCase();
    return draft(a, `${short} ${numberOf(a)} ${a.city}`, { street: a.short });
  },
  "ij, diacritics, apostrophes": ({ random }, a) => {
    const others = ODD_SPELLINGS.map((rule) => rule(a.street)).filter((street) => street !== a.street);
    return draft(a, `${pick(random, others)} ${numberOf(a)} ${a.city}`);
  },
  nonsense: ({ random, country }, a) => draft(undefined, nonsense(random, country, a)),
  "names around it": ({ random }, a) => draft(a, pick(random, NAMES_AROUND)(a)),
  "words around it": ({ random }, a) => draft(a, pick(random, WORDS_AROUND)(a, random)),
  "forms, letter heads, web pages": ({ random }, a) => draft(a, pick(random, PRINTED)(a, random)),
  "numbers around it": ({ random }, a) => draft(a, pick(random, OTHER_DIGITS)(a, random)),
  "a PO box beside it": ({ random }, a) => draft(a, pick(random, PO_BOXES)(a, random)),
  "four digits of the postcode": ({ random }, a) => draft(a, pick(random, FOUR_DIGITS)(a, random)),
  "number glued to the street": ({ random }, a) => draft(a, pick(random, GLUED)(a, random)),
  "city and what it lies in": ({ random }, a) => {
    const { province } = a;
    return draft(a, `${a.street} ${numberOf(a)}${pick(random, WITHIN)(a)}`, { province });
  },
  "other order": ({ random }, a) => {
    const words = a.street.split(" ");
    const turned = words.length === 2 ? words.toReversed().join(" ") : a.street;
    const { postcode } = a;
    const orders = [
      draft(a, `${a.city} ${a.street} ${numberOf(a)}`),
      draft(a, `${numberOf(a)} ${a.street}, ${a.city}`),
      draft(a, `${a.city}, ${postcode}, ${a.street} ${numberOf(a)}`, { postcode }),
      draft(a, `${postcode} ${a.city} ${a.street} ${numberOf(a)}`, { postcode }),
      draft(a, `${turned} ${numberOf(a)} ${a.city}`),
    ];
    return pick(random, orders);
  },
  "wrong city": (noise, a) =>
    draft(a, `${a.street} ${numberOf(a)} ${wrongCity(noise, a)}`, { city: undefined }),
  "no city": (_, a) => draft(a, `${a.street} ${numberOf(a)}`, { city: undefined }),
  "typo in the postcode": ({ random }, a) =>
    draft(
      a,
      `${a.street} ${numberOf(a)}, ${mistype(random, a.postcode, { alphabet: POSTCODE_CHARACTERS })} ${a.city}`,
    ),
  "street prefix and number": (noise, a) => streetPrefix(noise, a, a.city),
  "street prefix and number, no city": (noise, a) => streetPrefix(noise, a, undefined),
};

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

function streetPrefix({ random }: NoiseContext, a: KnownAddress, city: string | undefined): Draft {
  const prefix = pick(random, prefixesOf(a.street));
  const street = random() < 0.5 ? prefix : prefix.toLowerCase();
  const line = [street, numberOf(a), city].filter(Boolean).join(" ");
  return draft(a, line, { street, city, isStreetPrefix: true });
}

function draft(source: KnownAddress | undefined, line: string, typed: Partial<Draft> = {}): Draft {
  const asRegistered = {
    street: source?.street,
    city: source?.city,
    postcode: undefined,
    province: undefined,
    isStreetPrefix: false,
    errors: 0,
  };
  return {
    line,
    source,
    ...asRegistered,
    designation: source === undefined ? "" : designationOf(source),
    ...typed,
  };
}

function mistypedStreet(
  { random }: NoiseContext,
  a: KnownAddress,
  errors: number,
  city: string | undefined,
): Draft {
  const street = mistype(random, a.street, { errors });
  const line = [street, numberOf(a), city].filter(Boolean).join(" ");
  return draft(a, line, { street, city: city === a.city ? city : undefined, errors });
}

function mistypedCity({ random }: NoiseContext, a: KnownAddress, errors: number): Draft {
  const city = mistype(random, a.city, { errors });
  return draft(a, `${a.street} ${numberOf(a)} ${city}`, { city, errors });
}

function drawSpelling({ random, designations }: NoiseContext, a: KnownAddress): string {
  return pick(random, spellingsOf(a, designations.get(houseOf(a))!));
}

const CLEAN: readonly ((a: KnownAddress) => Draft)[] = [
  (a) => draft(a, `${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}`, { postcode: a.postcode }),
  (a) => draft(a, `${a.street} ${numberOf(a)} ${a.city}`),
  (a) => draft(a, `${a.street} ${numberOf(a)}, ${a.city}`),
  (a) =>
    draft(a, `${a.street} ${numberOf(a)}\n${spacedPostcode(a.postcode)}  ${a.city.toUpperCase()}`, {
      postcode: a.postcode,
    }),
  (a) =>
    draft(a, `${a.street} ${numberOf(a)}, ${a.postcode} ${a.city}, Nederland`.toLowerCase(), {
      postcode: a.postcode,
    }),
  (a) =>
    a.postcode === ""
      ? draft(a, `${a.street} ${numberOf(a)} ${a.city}`)
      : draft(a, `${a.postcode} ${numberOf(a)}`, {
          postcode: a.postcode,
          street: undefined,
          city: undefined,
        }),
  (a) => draft(a, `${a.street} ${numberOf(a)} ${a.city} NL`.toUpperCase()),
];

/** Formats of the city followed by the larger areas it is in. */
const WITHIN: readonly ((a: KnownAddress) => string)[] = [
  (a) => `, ${a.city} (${a.provinceCode})`,
  (a) => ` ${a.city} ${a.provinceCode}`,
  (a) => `, ${a.city}, ${a.province}`,
  (a) => ` ${a.city} ${a.province} Nederland`,
  (a) => `, ${a.city}, gemeente ${a.gemeente}, ${a.province}`,
  (a) => `\n${a.city}\n${a.gemeente}\n${a.province}\nNL`,
];

const ODD_SPELLINGS: readonly ((street: string) => string)[] = [
  (street) => street.replace(/ij/gi, "y"),
  (street) => street.replace(/ij/gi, "ĳ"),
  (street) => street.replace(/y/gi, "ij"),
  (street) => street.normalize("NFD"),
  (street) => street.normalize("NFD").replace(/\p{M}/gu, ""),
  (street) => street.toUpperCase(),
  (street) => street.replace(/['’]/g, ""),
  (street) => street.replace(/['’]/g, "’"),
  (street) => street.replace(/['’]/g, "`"),
  (street) => street.replace(/['’]t\b/gi, "het"),
];

const FAR_CITIES =
  "Amsterdam Rotterdam Utrecht Maastricht Groningen Zwolle Middelburg Assen Lelystad Arnhem".split(" ");

/** Draws a city where the street does not have the number: otherwise that address would be the right one. */
function wrongCity({ random, country, placesOf }: NoiseContext, address: KnownAddress): string {
  const others = country.cities.length > 1 && random() < 0.7 ? country.cities : FAR_CITIES;
  for (;;) {
    const other = pick(random, others);
    if (!placesOf.get(numberIn(address))!.has(other)) {
      return other;
    }
  }
}
