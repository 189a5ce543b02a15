/** Makes queries as people write addresses, of real ones. Imports nothing of the product. */
import { foldText, type KnownAddress } from "./addresses.ts";
import { abbreviate, expandAbbreviation, readAbbreviations } from "./dictionaries.ts";
import { MAKERS } from "./noise-makers.ts";
import {
  designationOf,
  houseOf,
  type Kind,
  type NoiseContext,
  type NoisyQuery,
  numberIn,
  prefixesOf,
  TARGETS,
} from "./noisy-query.ts";
import { namesIn } from "./nonsense.ts";
import { pick, randomOf } from "./random.ts";

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
