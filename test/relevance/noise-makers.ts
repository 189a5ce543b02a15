/** Rules for how people write addresses, a maker of each kind of query. Imports nothing of the product. */
import type { KnownAddress } from "./addresses.ts";
import {
  designationOf,
  houseOf,
  type Kind,
  type NoiseContext,
  type NoisyQuery,
  numberIn,
  prefixesOf,
} from "./noisy-query.ts";
import { nonsense } from "./nonsense.ts";
import { pick } from "./random.ts";
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

type Draft = Omit<NoisyQuery, "kind">;
type Maker = (noise: NoiseContext, address: KnownAddress) => Draft;

export const MAKERS: Readonly<Record<Kind, Maker>> = {
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
