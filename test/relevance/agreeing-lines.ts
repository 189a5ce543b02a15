/**
 * Generates lines with the right postcode and number and a slightly wrong street and city: more evidence, more
 * certainty. Imports nothing of the product.
 */
import type { KnownAddress } from "./addresses.ts";
import { pick, randomOf } from "./random.ts";
import { NAMES_BESIDE_POSTCODE } from "./surrounding-names.ts";
import { numberOf } from "./surrounding-text.ts";
import { mistype } from "./typing.ts";

export interface AgreeingQuery {
  readonly line: string;
  readonly source: KnownAddress;
}

export function makeAgreeingQueries(
  all: readonly KnownAddress[],
  count: number,
  seed: number,
): AgreeingQuery[] {
  const random = randomOf(seed);
  const fitting = all.filter(({ postcode, city }) => postcode !== "" && city.length >= 4);
  return Array.from({ length: count }, () => {
    const of = pick(random, fitting);
    const withTypingErrors = () =>
      `${mistype(random, of.street)} ${numberOf(of)}, ${of.postcode} ${mistype(random, of.city)}`;
    return {
      source: of,
      line: random() < 0.5 ? withTypingErrors() : pick(random, NAMES_BESIDE_POSTCODE)(of),
    };
  });
}
